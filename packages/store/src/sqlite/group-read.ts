import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import type { Db } from '../db.ts';
import { currentOwner, FairQueue, type Owner } from '../fair-queue.ts';

type Read = { readonly owner: Owner; readonly run: () => Promise<void>; readonly reject: (error: unknown) => void };

/** Steps of promises after which another read begins beside one: it may wait for that one. */
const stepsAlone = 2000;

/** Steps of promises until the read that follows from another one is there. */
const stepsBetween = 8;

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
  readonly #queue = new FairQueue<Read>();
  #draining: Promise<void> | undefined;

  constructor(database: Database, db: Db) {
    this.#database = database;
    this.#db = db;
    this.#begin = database.prepare('begin');
    this.#commit = database.prepare('commit');
  }

  run<Value>(work: (db: Db) => Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const owner = currentOwner();
      this.#queue.push(owner, {
        owner,
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
    while (this.#queue.size > 0) {
      try {
        this.#begin.run();
      } catch (error) {
        for (let read = this.#queue.take(); read !== undefined; read = this.#queue.take()) read.reject(error);
        break;
      }
      await this.#runJoined();
      // SQLite ends the transaction after an I/O error.
      if (this.#database.inTransaction) this.#commit.run();
      if (this.#queue.size > 0) await nextTurn();
    }
    this.#draining = undefined;
  }

  /** Reads that follow from reads of this turn (a key, then what it opens) join its transaction. */
  async #runJoined(): Promise<void> {
    // Reads that follow one another, as an export's, would else go on in one turn of the event loop, in which nobody else runs, and in one
    // transaction, during which the write-ahead log only grows.
    const end = performance.now() + this.#queue.turn;
    const running: Promise<void>[] = [];
    let now = performance.now();
    for (let read = this.#queue.take(); read !== undefined; read = now < end ? this.#queue.take() : undefined) {
      let isDone = false;
      running.push(
        read.run().then(() => {
          isDone = true;
        }),
      );
      for (let steps = 0; !isDone && steps < stepsAlone; steps += 1) await undefined;
      const begun = now;
      now = performance.now();
      this.#queue.spend(read.owner, now - begun);
      for (let steps = 0; steps < stepsBetween && this.#queue.size === 0; steps += 1) await undefined;
    }
    await Promise.all(running);
  }
}
