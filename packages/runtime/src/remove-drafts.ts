import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail is written in less. */
const minute = 60_000;
/** A restore copies a large database in less. */
const hour = 60 * minute;

/** What has been removed meanwhile, or cannot be, is left to the next start: it takes disk space and does no harm. */
const skip = (): undefined => undefined;

const removeFrom = async (directory: string, names: RegExp, before: number): Promise<void> => {
  for (const name of (await readdir(directory).catch(skip)) ?? []) {
    if (!names.test(name)) continue;
    const path = join(directory, name);
    const found = await lstat(path).catch(skip);
    if (found?.isFile() && found.mtimeMs < before) await rm(path, { force: true }).catch(skip);
  }
};

/**
 * Removes what kills left in the data directory: files that get their names when they are complete. Another process may be writing one,
 * so those of the last minute go a minute after the start. Returns what stops that.
 */
export const removeDrafts = async (dataDirectory: string): Promise<() => void> => {
  const start = Date.now();
  const mails = (before: number) => removeFrom(join(dataDirectory, 'mail'), /\.eml\.[\w-]+\.part$/, before);
  await mails(start - minute);
  // Of the secret, of a database that was restored, and of an upload that was killed between its first and its second step.
  await removeFrom(dataDirectory, /^(?:assay\.db|secret|upload)\..*\.part$/, start - hour);
  const later = setTimeout(() => void mails(start), minute).unref();
  return () => clearTimeout(later);
};
