import { existsSync } from 'node:fs';
import { chmod, copyFile, link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { schemaExists } from '../migrations/online.ts';
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

/** Without it a power cut may undo that a file was created, renamed or removed. Windows has nothing like it. */
export const syncDirectoryOf = (file: string): Promise<void> => (process.platform === 'win32' ? Promise.resolve() : sync(dirname(file)));

/** A private copy under another name, on the disk; its rename is left to the caller. */
const draftOf = async (from: string, to: string): Promise<string> => {
  const draft = `${to}.${process.pid}.part`;
  await copyFile(from, draft);
  await chmod(draft, 0o600);
  await sync(draft);
  return draft;
};

/** Copies a file so that it appears complete or not at all, readable by its owner alone. */
export const copyPrivate = async (from: string, to: string): Promise<void> => {
  await rename(await draftOf(from, to), to);
  await syncDirectoryOf(to);
};

/** Where the secret of a backup, or of a former database, lies. */
export const secretBeside = (database: string): string => `${database}.secret`;

const isDamage = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error) ?? '');

/** Throws unless `file` is an intact database of Assay. */
const check = (file: string): void => {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const [result] = database.pragma('quick_check', { simple: false }) as { quick_check: string }[];
    if (result?.quick_check !== 'ok') throw new BackupError(`${file} is damaged: ${result?.quick_check}`);
    const table = database.prepare(schemaExists.sqlite).get();
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
  await syncDirectoryOf(destination);
};

/**
 * Checkpoints the write-ahead log into the file and locks it until the result is called. A server that starts meanwhile waits and then
 * opens the restored file. Fails while another process has the database open.
 */
const takeOffline = (file: string): (() => void) => {
  const database = new Database(file, { timeout: 0 });
  try {
    database.pragma('journal_mode = delete');
    database.exec('begin exclusive');
    return () => database.close();
  } catch (error) {
    database.close();
    // A damaged database cannot be checkpointed; replacing it is what a restore is for.
    if (isDamage(error)) return () => undefined;
    if (errorCode(error)?.startsWith('SQLITE_BUSY') !== true) throw error;
    throw new BackupError('The database is in use: stop Assay first, then restore', { cause: error });
  }
};

/** There while a restore moves files into place: it names the former database. */
const journalOf = (file: string): string => `${file}.restoring`;

/** Throws if a restore was killed between its first and its last file. */
export const refuseHalfRestored = (file: string): void => {
  if (existsSync(journalOf(file)))
    throw new BackupError(`A restore was interrupted, so that database and secret may not belong together: run the same restore once more`);
};

const tails = ['-wal', '-shm'];

type Restore = { readonly backup: string; readonly file: string; readonly secret: string; readonly now: number };

/** Gives the present database a second name, with a copy of its secret: the one is of no use without the other. */
const keepFormer = async ({ file, secret, now }: Restore): Promise<string | undefined> => {
  if (!existsSync(file)) return undefined;
  const former = `${file}.before-restore-${new Date(now).toISOString().replaceAll(':', '-')}`;
  if (existsSync(secret)) await copyPrivate(secret, secretBeside(former));
  // Only a damaged database still has its log.
  for (const tail of ['', ...tails]) if (existsSync(`${file}${tail}`)) await link(`${file}${tail}`, `${former}${tail}`);
  return former;
};

/** Writes down that files are being moved, and which database was here before. Once more after a kill: what was written then. */
const openJournal = async (restoring: Restore): Promise<string | undefined> => {
  const journal = journalOf(restoring.file);
  if (existsSync(journal)) return (await readFile(journal, 'utf8')) || undefined;
  const former = await keepFormer(restoring);
  const draft = `${journal}.${process.pid}.part`;
  try {
    await writeFile(draft, former ?? '', { mode: 0o600, flush: true });
    await rename(draft, journal);
    await syncDirectoryOf(journal);
  } catch (error) {
    // A database that goes on to be used must have one name: SQLite finds its log by it.
    const names = former === undefined ? [] : [former, ...tails.map((tail) => `${former}${tail}`), secretBeside(former)];
    for (const left of [draft, journal, ...names]) await rm(left, { force: true });
    throw error;
  }
  return former;
};

/**
 * Replaces the database with a backup, and the secret if one lies beside the backup. Nothing is moved before both are on the disk, and
 * from then until both are in place a start is refused. Returns the other name of the former database; undefined if there was none.
 */
export const restoreSqlite = async (restoring: Restore): Promise<string | undefined> => {
  const { backup, file, secret } = restoring;
  if (!existsSync(backup)) throw new BackupError(`There is no file ${backup}`);
  check(backup);
  const drafts = [[await draftOf(backup, file), file] as const];
  let release: (() => void) | undefined;
  try {
    if (existsSync(secretBeside(backup))) drafts.push([await draftOf(secretBeside(backup), secret), secret]);
    release = existsSync(file) ? takeOffline(file) : undefined;
    const former = await openJournal(restoring);
    // SQLite would apply the log of the former database to the restored one.
    for (const tail of tails) await rm(`${file}${tail}`, { force: true });
    for (const [draft, place] of drafts) await rename(draft, place);
    await syncDirectoryOf(file);
    await rm(journalOf(file));
    await syncDirectoryOf(file);
    return former;
  } finally {
    release?.();
    for (const [draft] of drafts) await rm(draft, { force: true });
  }
};
