import { chmod, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What Assay writes into its data directory. Other files in it may be somebody else's. */
const own = /^(?:assay\.db|secret|upload|self-tests\.json)(?:[.-].*)?$|^(?:images|mail)$/;

const forOthers = 0o077;
const sticky = 0o1000;

/** What is gone, or not ours to look at, stays as it is: a start fails only where it needs a file. */
const skip = (): undefined => undefined;

const isOpen = async (path: string): Promise<boolean> => (((await stat(path).catch(skip))?.mode ?? 0) & forOthers) !== 0;

/** Takes a file, or a folder with all that is in it, from others. Returns what they can still read. */
const close = async (path: string): Promise<string[]> => {
  const found = await lstat(path).catch(skip);
  if (found === undefined || (!found.isSymbolicLink() && (found.mode & forOthers) === 0)) return [];
  // What a symbolic link names lies outside and is not Assay's to change.
  if (found.isSymbolicLink()) return (await isOpen(path)) ? [path] : [];
  const inside = found.isDirectory() ? await readdir(path).catch(skip) : undefined;
  const left: string[] = [];
  for (const name of inside ?? []) left.push(...(await close(join(path, name))));
  // The folder last: while it is open to others, a start that was interrupted goes through it again.
  await chmod(path, found.isDirectory() ? 0o700 : 0o600).catch(skip);
  return (await isOpen(path)) ? [path, ...left] : left;
};

/**
 * Makes the data directory, and keeps it and Assay's files in it from other users: modes 0700 and 0600, also where the directory or the
 * files were there before. Returns the paths that others can still read.
 */
export const keepPrivate = async (dataDirectory: string): Promise<string[]> => {
  // For all that this process writes from here on: SQLite and the image store take no mode.
  process.umask(forOthers);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const directory = await realpath(dataDirectory);
  const open: string[] = [];
  for (const name of await readdir(directory)) if (own.test(name)) open.push(...(await close(join(directory, name))));
  const { mode } = await stat(directory);
  // A sticky directory, such as /tmp, is everybody's.
  if ((mode & sticky) === 0 && (mode & forOthers) !== 0) await chmod(directory, 0o700).catch(skip);
  return (await isOpen(directory)) ? [directory, ...open] : open;
};
