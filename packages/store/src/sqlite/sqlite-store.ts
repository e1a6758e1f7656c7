import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { migrateToLatest } from '../migrations/migrate.ts';
import { errorCode, type Store, StoreUnavailable } from '../store.ts';
import { GroupCommit } from './group-commit.ts';
import { sqliteHandle } from './handle.ts';
import { Readers } from './readers.ts';
import { sqliteTraits } from './traits.ts';

/** `timeout`: milliseconds that SQLite may block the event loop while another process holds the lock it needs. */
const open = (file: string, timeout: number): Database.Database => {
  const database = new Database(file, { timeout });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('cache_size = -65536');
    database.pragma('mmap_size = 268435456');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** The writer does not wait at all: GroupCommit does, off the event loop. A reader waits only for moments of recovery. */
const writerTimeout = 0;
const readerTimeout = 50;

const retryWhileBusy = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error)?.startsWith('SQLITE_BUSY') !== true) throw error;
      if (tries === 200) throw new StoreUnavailable('another process keeps the database locked', { cause: error });
      await pause(10 + Math.random() * 20);
    }
  }
};

/** The embedded engine: one file, WAL, a writer with group commit and a reader that never waits for it. */
export const openSqlite = async (file: string, clock: () => number): Promise<Store> => {
  const writer = await retryWhileBusy(async () => open(file, writerTimeout));
  const now = async () => clock();
  const readers = await retryWhileBusy(async () => new Readers(() => open(file, readerTimeout), now));
  const handle = sqliteHandle(writer, now);
  const commits = new GroupCommit(writer, { ...handle, writable: true }, () => readers.endSnapshot());
  return {
    engine: 'sqlite',
    read: (work) => readers.run(work),
    write: (work) => commits.run(work),
    // Inside the write lock, so that two processes cannot both find the same migration missing.
    migrate: () => commits.run((tx) => migrateToLatest(tx.kysely, sqliteTraits)),
    ping: async () => readers.ping(),
    close: async () => {
      await commits.idle();
      await readers.close();
      await handle.kysely.destroy();
      // Kysely closes only what it has used.
      writer.close();
    },
  };
};
