import type { Db, DialectTraits, Tx } from './db.ts';

/**
 * A database of either engine. `write` runs `work` in a transaction and answers only after its COMMIT; `work` may run more than
 * once (serialization failures retry), so it has no effect but its own queries. The work of `read` and `write` awaits nothing but its
 * own queries: others wait for it.
 */
export type Store = {
  readonly engine: DialectTraits['engine'];
  read<Value>(work: (db: Db) => Promise<Value>): Promise<Value>;
  write<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value>;
  /** Brings the schema up to date; safe when several processes start at once. */
  migrate(): Promise<void>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The database cannot be reached or stays locked. The work was not kept, unless the connection broke in the middle of its COMMIT. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
