import type { Database, Statement } from 'better-sqlite3';
import type { Db } from '../db.ts';

type Read = { readonly run: () => Promise<void>; readonly reject: (error: unknown) => void };

/**
 * Reads that are ready in one turn of the event loop share one transaction, which starts after all requests of that turn have
 * arrived, so that they see everything committed before. SQLite takes its file lock once for all of them; the lock costs more than
 * reading a row.
 */
export class GroupRead {
  readonly #database: Database;
  readonly #db: Db;
  readonly #begin: Statement;
  readonly #commit: Statement;
  #queue: Read[] = [];
  #draining: Promise<void> | undefined;

  constructor(database: Database, db: Db) {
    this.#database = database;
    this.#db = db;
    this.#begin = database.prepare('begin');
    this.#commit = database.prepare('commit');
  }

  run<Value>(work: (db: Db) => Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#queue.push({
        run: async () => {
          try {
            resolve(await work(this.#db));
          } catch (error) {
            reject(error);
          }
        },
        reject,
      });
      this.#draining ??= new Promise<void>((drained) => {
        setImmediate(() => this.#drain().then(drained));
      });
    });
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  /** Reads that follow from reads of this turn (a key, then what it opens) join its transaction. */
  async #drain(): Promise<void> {
    try {
      this.#begin.run();
    } catch (error) {
      const refused = this.#queue;
      this.#queue = [];
      this.#draining = undefined;
      for (const { reject } of refused) reject(error);
      return;
    }
    while (this.#queue.length > 0) {
      const ready = this.#queue;
      this.#queue = [];
      await Promise.all(ready.map((read) => read.run()));
    }
    this.#draining = undefined;
    // SQLite ends the transaction after an I/O error.
    if (this.#database.inTransaction) this.#commit.run();
  }
}
