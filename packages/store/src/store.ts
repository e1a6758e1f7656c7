import type { Db, DialectTraits, Tx } from './db.ts';
import type { MigrationPlan } from './migrations/migrate.ts';
import type { ServiceClock } from './service-clock.ts';

/**
 * A database of either engine. `write` runs `work` in a transaction and resolves after its COMMIT. `work` may run more than once
 * (serialization failures are retried), so its queries and what it leaves to `afterCommit` must be its only effects. In `read` and
 * `write` it must await only its own queries, because others wait for it.
 */
export type Store = {
  readonly engine: DialectTraits['engine'];
  /** By which `now` goes; undefined for a store with a clock of a test's own. */
  readonly clock?: StoreClock | undefined;
  read<Value>(work: (db: Db) => Promise<Value>): Promise<Value>;
  /**
   * A part of a read that takes long, of a few milliseconds at most. On SQLite such parts take turns with all other work of the account, so
   * that one which reads much waits for itself. `accountId`: 0 of what nobody waits for.
   */
  readSlice<Value>(accountId: number, work: (db: Db) => Promise<Value>): Promise<Value>;
  /**
   * `row` names what `work` locks first, if many may want it at once: on Postgres two of them have a connection and the others wait
   * without one. When the lock is not had in time they all fail with StoreUnavailable.
   */
  write<Value>(work: (tx: Tx) => Promise<Value>, row?: string): Promise<Value>;
  /** Runs missing migrations; safe if several processes start at once. */
  migrate(plan?: MigrationPlan): Promise<void>;
  /** Resolves if the database responds. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** `ahead`: milliseconds that this machine's clock is ahead of the database's, where that is another one's and more than a jump away; else 0. */
export type StoreClock = Pick<ServiceClock, 'jump' | 'resume' | 'accept' | 'mark'> & {
  readonly ahead: number;
  readonly reading: () => Promise<number>;
};

/** The database cannot be reached, or it or one of its rows stays locked. Nothing was written, unless the connection broke during the COMMIT. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** `reading`: what the clock reads, whether it is believed or not. */
export const storeClock = (service: ServiceClock, reading: () => Promise<number>, ahead = () => 0): StoreClock => ({
  get jump() {
    return service.jump;
  },
  get ahead() {
    return ahead();
  },
  reading,
  resume: (memory, at) => service.resume(memory, at),
  accept: () => service.accept(),
  mark: () => service.mark(),
});
