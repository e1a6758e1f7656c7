import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installation, openStore, StoreAbsent } from '@assay/store';
import { expect, it, onTestFinished } from 'vitest';
import { clockFaults } from './clock-faults.ts';
import { readConfig } from './config.ts';

const earlier = '0000-earlier';

it('comparing clocks makes no database, and leaves one of an earlier version as it is', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'clock-faults-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const place = join(directory, 'data');
  const config = readConfig({ ASSAY_DATA_DIR: place });
  await expect(clockFaults(config)).rejects.toBeInstanceOf(StoreAbsent);
  expect(existsSync(place)).toBe(false);

  await mkdir(place);
  const open = () => openStore({ engine: 'sqlite', file: join(place, 'assay.db') }, undefined, { migrates: false });
  const before = await open();
  const statements = ['create table installation (name text primary key, value text not null) strict'];
  await before.migrate({ migrations: { [earlier]: { statements } } });
  const time = (await before.read((db) => db.now())) + 7_200_000;
  await before.write((tx) => installation.insertFirst(tx, 'clock', JSON.stringify({ time, uptime: 0 })));
  await before.close();
  expect(await clockFaults(config)).toEqual([expect.stringContaining('is 2 hours behind the time that has passed')]);

  const after = await open();
  const { rows } = await after.read((db) => db.execute<{ name: string }>('select name from migrations order by name', []));
  await after.close();
  expect(rows).toEqual([{ name: earlier }]);
});
