import { existsSync } from 'node:fs';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { errorCode } from '../store.ts';

/** A backup or restore failed; the message says what to do. */
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

/** Throws unless `file` is an intact database of Assay. */
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
 * Writes a consistent copy of the database while other processes read and write it. The file appears complete or not at all.
 */
export const backupSqlite = async (file: string, destination: string): Promise<void> => {
  if (!existsSync(file)) throw new BackupError(`There is no database at ${file}`);
  if (existsSync(destination)) throw new BackupError(`${destination} exists already; choose another name`);
  const draft = `${destination}.${process.pid}.part`;
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    // Not SQLite's backup API, which starts over whenever another process writes.
    database.prepare('vacuum into ?').run(draft);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    database.close();
  }
  check(draft);
  // Private: it holds candidates' answers.
  await chmod(draft, 0o600);
  await sync(draft);
  await rename(draft, destination);
};

/** Checkpoints the write-ahead log into the file. Fails while another process has the database open. */
const takeOffline = (file: string): void => {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { timeout: 0 });
    database.pragma('journal_mode = delete');
  } catch (error) {
    // A damaged database cannot be checkpointed; replacing it is what a restore is for.
    if (isDamage(error)) return;
    if (errorCode(error)?.startsWith('SQLITE_BUSY') !== true) throw error;
    throw new BackupError('The database is in use: stop Assay first, then restore', { cause: error });
  } finally {
    database?.close();
  }
};

/** Replaces the database with a backup. Returns the path to which the former one was moved; undefined if there was none. */
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
  const former = `${file}.before-restore-${new Date(now).toISOString().replaceAll(':', '-')}`;
  try {
    takeOffline(file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await rename(file, former);
  // Only a damaged database still has these files. SQLite must not apply them to the restored one.
  for (const tail of ['-wal', '-shm']) if (existsSync(`${file}${tail}`)) await rename(`${file}${tail}`, `${former}${tail}`);
  await rename(draft, file);
  return former;
};
