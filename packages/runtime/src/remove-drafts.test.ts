import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@assay/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from './config.ts';
import { openAssay } from './open-assay.ts';
import { withoutOutbound } from './without-outbound.ts';

const mail = '00000001-receipt-email.eml';

it('a start removes what kills left half written, and nothing that a process may be writing or that is not ours', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-drafts-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await mkdir(join(directory, 'mail'));
  const now = Date.now() / 1000;
  const files: readonly (readonly [name: string, secondsAgo: number])[] = [
    [`mail/${mail}`, 7200],
    [`mail/${mail}.3b2f0c4e-old.part`, 61],
    [`mail/${mail}.3b2f0c4e-new.part`, 1],
    ['mail/notes.part', 7200],
    ['assay.db.41.part', 3601],
    ['assay.db.42.part', 3000],
    ['secret.41.0a1b2c3d4e5f.part', 3601],
    ['upload.3b2f0c4e.part', 3601],
    ['film.part', 7200],
  ];
  for (const [name, secondsAgo] of files) {
    await writeFile(join(directory, name), '');
    await utimes(join(directory, name), now - secondsAgo, now - secondsAgo);
  }
  const drafts = async () =>
    [...(await readdir(directory)), ...(await readdir(join(directory, 'mail')))].filter((name) => /part$|eml$/.test(name)).sort();
  const left = [mail, 'assay.db.42.part', 'film.part', 'notes.part'];

  const { close } = await openAssay(readConfig({ ASSAY_DATA_DIR: directory }), withoutOutbound, { serves: true });
  expect(await drafts()).toEqual([mail, `${mail}.3b2f0c4e-new.part`, ...left.slice(1)].sort());
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await eventually(async () => expect(await drafts()).toEqual(left));
  await close();
});
