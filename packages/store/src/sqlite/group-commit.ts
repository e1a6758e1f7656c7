import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import type { Db, Tx } from '../db.ts';
import { errorCode, StoreUnavailable } from '../store.ts';

type Job = {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** A write fails if another process holds the write lock for longer. */
const lockPatience = 5000;

/** Limits how long one COMMIT blocks the event loop and other processes. */
const largestBatch = 500;

/**
 * Group commit: all writes that are ready in one turn of the event loop share one BEGIN IMMEDIATE … COMMIT, so that they share its
 * fsync. They run strictly one after another (two interleaved closures would undo each other's rows), and each caller gets its result
 * only after the COMMIT. When one throws, all are undone and run again, each inside its own SAVEPOINT, so that the failing one is
 * undone alone; a SAVEPOINT for each from the start would cost a fifth of a registration.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #db: Db;
  #queue: Job[] = [];
  #draining: Promise<void> | undefined;

  readonly #statements: Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'rollbackTo' | 'release', Statement>;

  constructor(database: Database, db: Db) {
    this.#database = database;
    this.#db = db;
    this.#statements = {
      begin: database.prepare('begin immediate'),
      commit: database.prepare('commit'),
      rollback: database.prepare('rollback'),
      savepoint: database.prepare('savepoint job'),
      rollbackTo: database.prepare('rollback to job'),
      release: database.prepare('release job'),
    };
  }

  run<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#queue.push({ work, resolve: (value) => resolve(value as Value), reject });
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
      const batch = this.#queue.slice(0, largestBatch);
      this.#queue = this.#queue.slice(largestBatch);
      try {
        const answers = await this.#runInTransaction(batch);
        this.#statements.commit.run();
        for (const answer of answers) answer();
      } catch (error) {
        // SQLite may have rolled everything back (full disk, I/O error), so that the whole batch fails.
        if (this.#database.inTransaction) this.#statements.rollback.run();
        for (const job of batch) job.reject(error);
      }
    }
    this.#draining = undefined;
  }

  async #runInTransaction(batch: readonly Job[]): Promise<(() => void)[]> {
    await this.#begin();
    try {
      return await this.#runBatch(batch, { apart: false });
    } catch (error) {
      if (batch.length === 1 || !this.#database.inTransaction) throw error;
      this.#statements.rollback.run();
      await this.#begin();
      return this.#runBatch(batch, { apart: true });
    }
  }

  /** `apart`: a failing job is undone alone; otherwise its error is thrown. */
  async #runBatch(batch: readonly Job[], { apart }: { readonly apart: boolean }): Promise<(() => void)[]> {
    const answers: (() => void)[] = [];
    let cache = {};
    for (const { work, resolve, reject } of batch) {
      if (apart) this.#statements.savepoint.run();
      try {
        const effects: (() => void)[] = [];
        const value = await work({ ...this.#db, batch: cache, afterCommit: (effect) => effects.push(effect) });
        // A closure may catch the error of a statement. Outside a transaction each write after it would be committed alone.
        if (!this.#database.inTransaction) throw new Error('SQLite rolled back the transaction');
        answers.push(...effects, () => resolve(value));
      } catch (error) {
        if (!apart || !this.#database.inTransaction) throw error;
        this.#statements.rollbackTo.run();
        cache = {};
        answers.push(() => reject(error));
      }
      if (apart) this.#statements.release.run();
    }
    return answers;
  }

  /** Retries instead of a busy timeout, which would block the event loop. */
  async #begin(): Promise<void> {
    const givenUpAt = performance.now() + lockPatience;
    for (;;) {
      try {
        this.#statements.begin.run();
        return;
      } catch (error) {
        if (errorCode(error)?.startsWith('SQLITE_BUSY') !== true) throw error;
        if (performance.now() > givenUpAt) throw new StoreUnavailable('another process keeps the database locked', { cause: error });
        await pause(1 + Math.random() * 9);
      }
    }
  }
}
