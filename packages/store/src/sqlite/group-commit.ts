import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import type { Db, Tx } from '../db.ts';
import { currentOwner, FairQueue, type Owner } from '../fair-queue.ts';
import { errorCode, StoreUnavailable } from '../store.ts';

type Job = {
  readonly owner: Owner;
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** A write fails if another process holds the write lock for longer. */
const lockPatience = 5000;

/** Limits how long one COMMIT blocks the event loop and other processes. */
const largestBatch = 500;

/**
 * Group commit: writes that are ready in one turn of the event loop share one BEGIN IMMEDIATE … COMMIT, so that they share its
 * fsync; of more than fit, each owner's come in its turn. They run strictly one after another (two interleaved closures would undo each other's rows), and each caller gets its result
 * only after the COMMIT. When one throws, all are undone and run again, each inside its own SAVEPOINT, so that the failing one is
 * undone alone; a SAVEPOINT for each from the start would cost a fifth of a registration.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #db: Db;
  readonly #queue = new FairQueue<Job>();
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
      const owner = currentOwner();
      this.#queue.push(owner, { owner, work, resolve: (value) => resolve(value as Value), reject });
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
      const batch: Job[] = [];
      try {
        const answers = await this.#runInTransaction(batch);
        this.#statements.commit.run();
        for (const answer of answers) answer();
      } catch (error) {
        // SQLite may have rolled everything back (full disk, I/O error), so that the whole batch fails.
        if (this.#database.inTransaction) this.#statements.rollback.run();
        // One that could not begin has none: what waits would wait for the same.
        for (const job of batch.length > 0 ? batch : this.#all()) job.reject(error);
      }
      if (this.#queue.size > 0) await nextTurn();
    }
    this.#draining = undefined;
  }

  *#all(): Generator<Job> {
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take()) yield job;
  }

  /** Those that fit into one transaction; each is in `batch` when it has begun. */
  *#ready(batch: Job[]): Generator<Job> {
    const end = performance.now() + this.#queue.turn;
    for (const job of this.#all()) {
      batch.push(job);
      const begun = performance.now();
      yield job;
      const now = performance.now();
      this.#queue.spend(job.owner, now - begun);
      if (batch.length === largestBatch || now > end) return;
    }
  }

  /** Those of a batch that was undone, and then more if they were few. */
  *#again(batch: Job[]): Generator<Job> {
    yield* [...batch];
    yield* this.#ready(batch);
  }

  async #runInTransaction(batch: Job[]): Promise<(() => void)[]> {
    await this.#begin();
    try {
      return await this.#runBatch(this.#ready(batch), { apart: false });
    } catch (error) {
      if ((batch.length === 1 && this.#queue.size === 0) || !this.#database.inTransaction) throw error;
      this.#statements.rollback.run();
      await this.#begin();
      return this.#runBatch(this.#again(batch), { apart: true });
    }
  }

  /** `apart`: a failing job is undone alone; otherwise its error is thrown. */
  async #runBatch(batch: Iterable<Job>, { apart }: { readonly apart: boolean }): Promise<(() => void)[]> {
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
