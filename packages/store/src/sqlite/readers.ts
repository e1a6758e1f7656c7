import type { Database, Statement } from 'better-sqlite3';
import type { Db } from '../db.ts';
import { sqliteHandle } from './handle.ts';

type Reader = { readonly database: Database; readonly db: Db; readonly begin: Statement; readonly commit: Statement; users: number };

/**
 * Connections for reading. All reads of one turn of the event loop share a transaction, so that SQLite takes its file lock once for
 * all of them: on one-row reads the lock costs more than the row. The shared snapshot ends with the turn, and before any caller
 * learns of a commit of this process, so that what was acknowledged is always seen. A read that is still running then keeps its
 * snapshot on its own connection and later reads take another one.
 */
export class Readers {
  readonly #open: () => Database;
  readonly #now: Db['now'];
  readonly #free: Reader[] = [];
  readonly #all: Reader[] = [];
  #shared: Reader | undefined;

  constructor(open: () => Database, now: Db['now']) {
    this.#open = open;
    this.#now = now;
    this.#free.push(this.#add());
  }

  async run<Value>(work: (db: Db) => Promise<Value>): Promise<Value> {
    const reader = this.#shared ?? this.#share();
    reader.users += 1;
    try {
      return await work(reader.db);
    } finally {
      reader.users -= 1;
      if (reader.users === 0 && reader !== this.#shared) this.#finish(reader);
    }
  }

  /** Reads that start after this see all that is committed now. */
  endSnapshot(): void {
    const reader = this.#shared;
    this.#shared = undefined;
    if (reader?.users === 0) this.#finish(reader);
  }

  ping(): void {
    this.#all[0]?.database.prepare('select 1').get();
  }

  async close(): Promise<void> {
    this.endSnapshot();
    for (const { db, database } of this.#all) {
      await db.kysely.destroy();
      // Kysely closes only what it has used.
      database.close();
    }
  }

  #share(): Reader {
    const reader = this.#free.pop() ?? this.#add();
    reader.begin.run();
    this.#shared = reader;
    setImmediate(() => {
      if (this.#shared === reader) this.endSnapshot();
    });
    return reader;
  }

  #finish(reader: Reader): void {
    // SQLite has ended the transaction by itself after an I/O error.
    if (reader.database.inTransaction) reader.commit.run();
    this.#free.push(reader);
  }

  #add(): Reader {
    const database = this.#open();
    const reader = {
      database,
      db: sqliteHandle(database, this.#now),
      begin: database.prepare('begin'),
      commit: database.prepare('commit'),
      users: 0,
    };
    this.#all.push(reader);
    return reader;
  }
}
