import type { Database, Statement } from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Db } from '../db.ts';
import type { Schema } from '../schema.ts';
import { CachingSqliteDialect } from './dialect.ts';
import { sqliteTraits } from './traits.ts';

type Reader = { readonly database: Database; readonly db: Db; readonly begin: Statement; readonly commit: Statement };

/**
 * Connections for reading. Each read has one to itself, in a transaction that starts with it: it sees all that was committed before
 * and nothing that is committed while it runs, and SQLite takes its file lock once for all its queries. Queries answer without
 * leaving the turn of the event loop, so one connection serves nearly always; more are opened when reads interleave.
 */
export class Readers {
  readonly #open: () => Database;
  readonly #now: Db['now'];
  readonly #free: Reader[] = [];
  readonly #all: Reader[] = [];

  constructor(open: () => Database, now: Db['now']) {
    this.#open = open;
    this.#now = now;
    this.#free.push(this.#add());
  }

  async run<Value>(work: (db: Db) => Promise<Value>): Promise<Value> {
    const reader = this.#free.pop() ?? this.#add();
    reader.begin.run();
    try {
      return await work(reader.db);
    } finally {
      if (reader.database.inTransaction) reader.commit.run();
      this.#free.push(reader);
    }
  }

  ping(): void {
    this.#all[0]?.database.prepare('select 1').get();
  }

  async close(): Promise<void> {
    for (const { db, database } of this.#all) {
      await db.kysely.destroy();
      // Kysely closes only what it has used.
      database.close();
    }
  }

  #add(): Reader {
    const database = this.#open();
    const reader = {
      database,
      db: { kysely: new Kysely<Schema>({ dialect: new CachingSqliteDialect(database) }), traits: sqliteTraits, now: this.#now },
      begin: database.prepare('begin'),
      commit: database.prepare('commit'),
    };
    this.#all.push(reader);
    return reader;
  }
}
