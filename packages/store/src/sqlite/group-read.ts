import type { Database, Statement } from 'better-sqlite3';
import type { Db } from '../db.ts';

type Read = { readonly run: () => Promise<void>; readonly reject: (error: unknown) => void };

/**
 * Milliseconds. Reads that follow one another, as an export's, would else go on in one turn of the event loop, in which nobody else
 * runs, and in one transaction, during which the write-ahead log only grows.
 */
const longestTransaction = 10;

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
  readonly #queue: Read[] = [];
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

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      try {
        this.#begin.run();
      } catch (error) {
        for (const { reject } of this.#queue.splice(0)) reject(error);
        break;
      }
      await this.#runJoined();
      // SQLite ends the transaction after an I/O error.
      if (this.#database.inTransaction) this.#commit.run();
      if (this.#queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#draining = undefined;
  }

  /** Reads that follow from reads of this turn (a key, then what it opens) join its transaction. */
  async #runJoined(): Promise<void> {
    const end = performance.now() + longestTransaction;
    do {
      await Promise.all(this.#queue.splice(0).map((read) => read.run()));
    } while (this.#queue.length > 0 && performance.now() < end);
  }
}
