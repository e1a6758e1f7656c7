import { existsSync } from 'node:fs';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { errorCode } from '../store.ts';

/** A backup or restore that cannot be done; the message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isDamage = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error) ?? '');

/** Throws unless `file` is a sound database of Assay. */
const check = (file: string): void => {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const [result] = database.pragma('quick_check', { simple: false }) as { quick_check: string }[];
    if (result?.quick_check !== 'ok') throw new BackupError(`${file} is damaged: ${result?.quick_check}`);
    const table = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
    if (table === undefined) throw new BackupError(`${file} is not a database of Assay`);
  } catch (error) {
    if (isDamage(error)) throw new BackupError(`${file} is damaged or not a database; take another backup`, { cause: error });
    throw error;
  } finally {
    database?.close();
  }
};

/**
 * Writes a copy of the database as it is at one instant, while other processes go on reading and writing. The copy appears whole or not
 * at all.
 */
export const backupSqlite = async (file: string, destination: string): Promise<void> => {
  if (!existsSync(file)) throw new BackupError(`There is no database at ${file}`);
  if (existsSync(destination)) throw new BackupError(`${destination} exists already; choose another name`);
  const draft = `${destination}.${process.pid}.part`;
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    // Not the backup API: it starts over whenever another process writes.
    database.prepare('vacuum into ?').run(draft);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    database.close();
  }
  check(draft);
  // It holds what candidates wrote.
  await chmod(draft, 0o600);
  await sync(draft);
  await rename(draft, destination);
};

/** Folds the write-ahead log into the file, which fails while any other process has the database open. */
const takeOffline = (file: string): void => {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { timeout: 0 });
    database.pragma('journal_mode = delete');
  } catch (error) {
    // A damaged database is what a restore is for: there is nothing to fold.
    if (isDamage(error)) return;
    if (errorCode(error)?.startsWith('SQLITE_BUSY') !== true) throw error;
    throw new BackupError('The database is in use: stop Assay first, then restore', { cause: error });
  } finally {
    database?.close();
  }
};

/** Puts a backup in the place of the database. The former one is kept beside it; returns its path, undefined when there was none. */
export const restoreSqlite = async (backup: string, file: string, now: number): Promise<string | undefined> => {
  if (!existsSync(backup)) throw new BackupError(`There is no file ${backup}`);
  check(backup);
  const draft = `${file}.${process.pid}.part`;
  await copyFile(backup, draft);
  await chmod(draft, 0o600);
  await sync(draft);
  if (!existsSync(file)) {
    await rename(draft, file);
    return undefined;
  }
  const kept = `${file}.before-restore-${new Date(now).toISOString().replaceAll(':', '-')}`;
  try {
    takeOffline(file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await rename(file, kept);
  // Of a damaged database; a sound one has none left. They must not meet the restored file.
  for (const tail of ['-wal', '-shm']) if (existsSync(`${file}${tail}`)) await rename(`${file}${tail}`, `${kept}${tail}`);
  await rename(draft, file);
  return kept;
};
