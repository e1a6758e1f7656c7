import { constants, copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import type {} from '../../testing/start-build.ts';

const name = 'self-tests.json';
/** Beside what tells that the build has ended: it is gone with the run. */
const kept = join(dirname(inject('buildResult')), name);

/** Data directories of servers that may have tried their engines. */
const tried = new Set<string>();

/** Whether there was something to copy. */
const copied = async (from: string, to: string): Promise<boolean> => {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return false;
    if (code === 'EEXIST') return true;
    throw error;
  }
};

/** From a directory to those of all files of the run. */
const keepFrom = async (directory: string): Promise<boolean> => {
  const draft = `${kept}.${process.pid}.${Date.now()}`;
  if (!(await copied(join(directory, name), draft))) return false;
  await rename(draft, kept);
  return true;
};

/**
 * Before a start in `directory`: engines that have passed for one server of this run are not tried by each of the others. They are the
 * same bytes on the same machine, or the start tries them all the same.
 */
export const recallSelfTests = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (!(await copied(kept, join(directory, name))))
    for (const other of tried) if ((await keepFrom(other)) && (await copied(kept, join(directory, name)))) break;
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
