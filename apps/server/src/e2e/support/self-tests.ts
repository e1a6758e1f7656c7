import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openAssay, readConfig, withoutOutbound } from '@assay/runtime';
import { inject } from 'vitest';
import type {} from '../../testing/start-build.ts';

/** Beside what tells that the build has ended: it is gone with the run. */
const kept = join(dirname(inject('buildResult')), 'self-tests.json');

/** Data directories of servers that may have tried their engines. */
const tried = new Set<string>();

const databaseIn = (directory: string): string => join(directory, 'assay.db');

/** From a directory to those of all files of the run, when all its engines have passed. */
const keepFrom = async (directory: string): Promise<boolean> => {
  if (!existsSync(databaseIn(directory))) return false;
  const database = new DatabaseSync(databaseIn(directory), { readOnly: true, timeout: 1000 });
  const row = database.prepare(`select value from installation where name = 'self-tests'`).get();
  database.close();
  if (!String(row?.value).includes('ruby')) return false;
  const draft = `${kept}.${process.pid}.${Date.now()}`;
  await writeFile(draft, String(row?.value));
  await rename(draft, kept);
  return true;
};

const isKept = async (): Promise<boolean> => {
  if (existsSync(kept)) return true;
  for (const other of tried) if (await keepFrom(other)) return true;
  return false;
};

/**
 * Before a first start in `directory`: engines that have passed for one server of this run are not tried by each of the others. They are
 * the same bytes on the same machine, or the start tries them all the same.
 */
export const recallSelfTests = async (directory: string): Promise<void> => {
  if (!existsSync(databaseIn(directory)) && (await isKept())) {
    // Makes the database, as the start would.
    await (await openAssay(readConfig({ ASSAY_DATA_DIR: directory }), withoutOutbound)).close();
    const database = new DatabaseSync(databaseIn(directory));
    database.prepare("insert into installation (name, value) values ('self-tests', ?)").run(await readFile(kept, 'utf8'));
    database.close();
  }
  tried.add(directory);
};

/** Before `directory` is removed, with those in it. */
export const keepSelfTests = async (directory: string): Promise<void> => {
  for (const one of tried)
    if (one.startsWith(directory)) {
      tried.delete(one);
      await keepFrom(one);
    }
};
