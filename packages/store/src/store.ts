import type { Db, DialectTraits, Tx } from './db.ts';
import type { MigrationPlan } from './migrations/migrate.ts';

/**
 * A database of either engine. `write` runs `work` in a transaction and resolves after its COMMIT. `work` may run more than once
 * (serialization failures are retried), so its queries and what it leaves to `afterCommit` must be its only effects. In `read` and `write` it must await only its own
 * queries, because others wait for it.
 */
export type Store = {
  readonly engine: DialectTraits['engine'];
  read<Value>(work: (db: Db) => Promise<Value>): Promise<Value>;
  write<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value>;
  /** Runs missing migrations; safe if several processes start at once. */
  migrate(plan?: MigrationPlan): Promise<void>;
  /** Resolves if the database responds. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The database cannot be reached or stays locked. Nothing was written, unless the connection broke during the COMMIT. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
