import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backup, restore } from './backup.ts';
import { readConfig } from './config.ts';
import { openAssay } from './open-assay.ts';
import { keepPrivate } from './private-files.ts';
import { withoutOutbound } from './without-outbound.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o7777).toString(8);

describe('files of the data directory', () => {
  let root: string;
  let directory: string;
  let umask: number;
  beforeEach(async () => {
    umask = process.umask(0o022);
    root = await mkdtemp(join(tmpdir(), 'assay-private-'));
    await chmod(root, 0o755);
    directory = join(root, 'data');
  });
  afterEach(async () => {
    process.umask(umask);
    await rm(root, { recursive: true, force: true });
  });

  const config = () => readConfig({ ASSAY_DATA_DIR: directory });
  const warned: unknown[] = [];
  /** Mode of the directory and of everything in it. */
  const modes = async (): Promise<Record<string, string>> => {
    const entries = await readdir(directory, { recursive: true });
    const all = await Promise.all(entries.sort().map(async (name) => [name, await modeOf(join(directory, name))]));
    return { '.': await modeOf(directory), ...Object.fromEntries(all) };
  };
  const use = async () => {
    warned.length = 0;
    const { assay, close } = await openAssay(config(), withoutOutbound, {
      log: { warn: (details) => warned.push(details), info: () => undefined },
    });
    await assay.images.put('1/2/3/picture.jpg', Buffer.from('picture'));
    const during = await modes();
    await close();
    return { during, warned };
  };
  const writeOpen = async (path: string) => {
    await mkdir(join(path, '..'), { recursive: true, mode: 0o755 });
    await writeFile(path, 'x', { mode: 0o644 });
  };

  const ours = {
    '.': '700',
    'assay.db': '600',
    'assay.db-shm': '600',
    'assay.db-wal': '600',
    images: '700',
    'images/1': '700',
    'images/1/2': '700',
    'images/1/2/3': '700',
    'images/1/2/3/picture.jpg': '600',
    secret: '600',
  };

  it('are 0600 and its folders 0700, although the umask is 022', async () => {
    expect(await use()).toEqual({ during: ours, warned: [] });
  });

  it('are so although the directory was there, open to all', async () => {
    await mkdir(directory, { mode: 0o755 });
    expect(await use()).toEqual({ during: ours, warned: [] });
  });

  it('that an earlier version left open are closed at the next start, the files of others are not', async () => {
    await use();
    const names = ['images/1/2/3/picture.jpg', 'mail/00000001-receipt-email.eml', 'assay.db.before-restore-1', 'secret.1.ab', 'notes.txt'];
    for (const name of names) await writeOpen(join(directory, name));
    for (const name of Object.keys(await modes())) await chmod(join(directory, name), name.includes('.') && name !== '.' ? 0o644 : 0o755);
    await chmod(join(directory, 'secret'), 0o644);
    const { during } = await use();
    expect(during).toEqual({
      ...ours,
      mail: '700',
      'mail/00000001-receipt-email.eml': '600',
      'assay.db.before-restore-1': '600',
      'secret.1.ab': '600',
      'notes.txt': '644',
    });
    expect(warned).toEqual([]);
  });

  it('a backup in it and a restored database are 0600', async () => {
    await use();
    const file = join(directory, 'monday.db');
    process.umask(0o022);
    await backup(config(), file);
    await restore(config(), file, 0);
    expect(new Set(Object.entries(await modes()).flatMap(([name, mode]) => (/db|secret/.test(name) ? [mode] : [])))).toEqual(
      new Set(['600']),
    );
  });

  it('symbolic links are not followed out of it; what they show to others is named', async () => {
    const outside = join(root, 'outside');
    await writeOpen(join(outside, 'picture.jpg'));
    await mkdir(directory);
    await symlink(outside, join(directory, 'images'));
    await symlink(join(root, 'nowhere'), join(directory, 'mail'));
    expect(await keepPrivate(directory)).toEqual([join(directory, 'images')]);
    expect([await modeOf(outside), await modeOf(join(outside, 'picture.jpg'))]).toEqual(['755', '644']);
    await chmod(outside, 0o700);
    expect(await keepPrivate(directory)).toEqual([]);
  });

  it('a directory that is for everybody stays so, and is named', async () => {
    await mkdir(directory);
    await chmod(directory, 0o1777);
    await writeOpen(join(directory, 'secret'));
    expect(await keepPrivate(directory)).toEqual([directory]);
    expect(await modes()).toEqual({ '.': '1777', secret: '600' });
    await rm(join(directory, 'secret'));
    expect((await use()).warned).toEqual([{ paths: [directory] }]);
  });

  it('the directory may be a symbolic link itself', async () => {
    const real = join(root, 'real');
    await mkdir(real, { mode: 0o755 });
    await symlink(real, directory);
    expect(await use()).toEqual({ during: ours, warned: [] });
    expect(await modeOf(real)).toBe('700');
  });
});
