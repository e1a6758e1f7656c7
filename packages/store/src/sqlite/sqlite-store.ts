import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { migrateToLatest } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { errorCode, type Store, StoreUnavailable } from '../store.ts';
import { CachingSqliteDialect } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import { Readers } from './readers.ts';
import { sqliteTraits } from './traits.ts';

const open = (file: string): Database.Database => {
  // Waiting happens in GroupCommit, off the event loop; this short wait covers the moments of a checkpoint or recovery.
  const database = new Database(file, { timeout: 50 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
  database.pragma('mmap_size = 268435456');
  return database;
};

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
  const writer = await retryWhileBusy(async () => open(file));
  const now = async () => clock();
  const readers = await retryWhileBusy(async () => new Readers(() => open(file), now));
  const kysely = new Kysely<Schema>({ dialect: new CachingSqliteDialect(writer) });
  const commits = new GroupCommit(writer, { kysely, traits: sqliteTraits, now, writable: true });
  return {
    engine: 'sqlite',
    read: (work) => readers.run(work),
    write: (work) => commits.run(work),
    migrate: () =>
      retryWhileBusy(async () => {
        // The lock is taken before Kysely looks which migrations are missing, so that two processes cannot both find them so.
        writer.exec('begin immediate');
        writer.exec('commit');
        await migrateToLatest(kysely, sqliteTraits);
      }),
    ping: async () => readers.ping(),
    close: async () => {
      await commits.idle();
      await readers.close();
      await kysely.destroy();
    },
  };
};
