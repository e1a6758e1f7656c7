import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema.ts';
import { FairPool } from './fair-pool.ts';

const int8 = 20;

/** Milliseconds; 0 is without a limit. `plans`: further settings of the connection. */
export type Limits = { readonly lock: number; readonly statement: number; readonly idleInTransaction: number; readonly plans: string };

/**
 * Every statement has an index that gives its rows in their order, and reads a page. PostgreSQL takes it only if its statistics say so,
 * and after a restore, an upgrade or a sudden backlog it has none: then it read and sorted whole tables, a statement at a time.
 */
export const byIndex = `${['seqscan', 'sort', 'hashjoin', 'mergejoin'].map((plan) => `set enable_${plan} = off; `).join('')}set jit = off`;

export const usualLimits: Limits = {
  // Longer than `deadlock_timeout` (1 s by default), so that deadlocks are found; locks are held for milliseconds.
  lock: 5000,
  // One page of an export takes a tenth of a second.
  statement: 30_000,
  // A process that stands still in a transaction keeps its locks for so long.
  idleInTransaction: 10_000,
  plans: byIndex,
};
/** For migrations: an index of a large table takes minutes, and waits for the transactions that run. Their locks have limits of their own. */
export const noLimits: Limits = { lock: 0, statement: 0, idleInTransaction: 0, plans: '' };

/** Of one process: three of them fit into the 100 of a server, and a fourth while one is replaced. */
export const defaultConnections = { writes: 16, reads: 8 };

/** Milliseconds until a connection that is not made, or not free, is none. */
const patience = 5000;

export const openPool = (url: string, max: number, { lock, statement, idleInTransaction, plans }: Limits): Kysely<Schema> => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience,
    // Ids stay below 2^53, so an int8 is a number here; `pg` would give text.
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
    // Not as parameters of the connection: PgBouncer refuses a connection with parameters that it does not know.
    onConnect: async (client) => {
      await client.query(
        `set lock_timeout = ${lock}; set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleInTransaction}; ${plans}`,
      );
    },
  });
  // A dropped connection emits 'error' on the pool when idle, on the client when in use. Without a listener either would end the
  // process. The running query fails with its own error; the next one opens another connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: new FairPool(pool, { most: max, patience }) }) });
};
