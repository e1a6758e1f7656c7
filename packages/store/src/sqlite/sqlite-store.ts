import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Db } from '../db.ts';
import { migrateToLatest } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { errorCode, type Store, StoreUnavailable } from '../store.ts';
import { GroupCommit } from './group-commit.ts';
import { sqliteTraits } from './traits.ts';

const mostStatements = 1000;

/** Kysely prepares each query anew; a cached statement makes a one-row read several times cheaper. */
const withStatementCache = (database: Database.Database) => {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text: string): SqliteStatement => {
      const cached = statements.get(text);
      if (cached !== undefined) return cached;
      if (statements.size >= mostStatements) statements.clear();
      // better-sqlite3 types parameters as `unknown[]`, Kysely as readonly: it does not write to them.
      const statement = database.prepare(text) as unknown as SqliteStatement;
      statements.set(text, statement);
      return statement;
    },
  };
};

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
  const reader = await retryWhileBusy(async () => open(file));
  const now = async () => clock();
  const handle = (database: Database.Database): Db => ({
    kysely: new Kysely<Schema>({ dialect: new SqliteDialect({ database: withStatementCache(database) }) }),
    traits: sqliteTraits,
    now,
  });
  const readDb = handle(reader);
  const writeDb = handle(writer);
  const commits = new GroupCommit(writer, { ...writeDb, writable: true });
  return {
    engine: 'sqlite',
    read: (work) => work(readDb),
    write: (work) => commits.run(work),
    migrate: () =>
      retryWhileBusy(async () => {
        // The lock is taken before Kysely looks which migrations are missing, so that two processes cannot both find them so.
        writer.exec('begin immediate');
        writer.exec('commit');
        await migrateToLatest(writeDb.kysely, sqliteTraits);
      }),
    ping: async () => {
      reader.prepare('select 1').get();
    },
    close: async () => {
      await commits.idle();
      await readDb.kysely.destroy();
      await writeDb.kysely.destroy();
    },
  };
};
