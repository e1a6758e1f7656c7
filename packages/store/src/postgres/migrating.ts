import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { rawQuery } from '../db.ts';
import { type MigratingEngine, MigrationError, type Steps } from '../migrations/online.ts';
import type { Schema } from '../schema.ts';
import { errorCode } from '../store.ts';
import { postgresTraits } from './traits.ts';

const lockId = '2604377138529176413';

/** lock_not_available, deadlock_detected, serialization_failure */
const retriable = new Set(['55P03', '40P01', '40001']);

/** About ten minutes. */
const mostTries = 240;

/**
 * While a step waits for a table, everybody who comes later waits behind it: it gives up soon and lets them pass. From the fourth time on
 * it waits longer than `deadlock_timeout`, after which PostgreSQL ends an autovacuum that is in the way.
 */
const lockTimeoutOf = (tries: number): number => Math.min(300 * tries, 2000);

const lockMigrations = async (connection: Kysely<Schema>): Promise<void> => {
  // Not pg_advisory_lock: an index that is built waits for all who had begun a statement, and they would wait for it.
  const query = rawQuery<{ locked: boolean }>(`select pg_try_advisory_lock(${lockId}) as locked`, []);
  while ((await connection.executeQuery(query)).rows[0]?.locked !== true) await pause(200);
};

/** Tries again after others were in the way. */
const patiently = async <Value>(work: (tries: number) => Promise<Value>): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries);
    } catch (error) {
      if (!retriable.has(errorCode(error) ?? '')) throw error;
      const text = 'A migration waits for a table that another transaction uses, such as a dump: start again when that has ended';
      if (tries === mostTries) throw new MigrationError(text, { cause: error });
      await pause(500 + Math.random() * 500);
    }
  }
};

const stepsOn = (connection: Kysely<Schema>): Steps => ({
  transaction: (work) =>
    patiently((tries) =>
      connection.transaction().execute(async (transaction) => {
        await transaction.executeQuery(rawQuery(`set local lock_timeout = ${lockTimeoutOf(tries)}`, []));
        return work(transaction);
      }),
    ),
  buildIndex: (name, statement) =>
    patiently(async () => {
      const isValid = rawQuery<{ valid: boolean }>('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [name]);
      const [index] = (await connection.executeQuery(isValid)).rows;
      if (index?.valid === true) return;
      // A build that was interrupted leaves an index that is kept up to date and never used.
      if (index !== undefined) await connection.executeQuery(rawQuery(`drop index concurrently ${name}`, []));
      await connection.executeQuery(rawQuery(statement.replace(/\bindex\b/i, 'index concurrently'), []));
    }),
});

/** One connection runs the steps: it holds a lock of the session, which ends with the process. */
export const migratingPostgres = (kysely: Kysely<Schema>): MigratingEngine => ({
  traits: postgresTraits,
  run: (work) => work(kysely),
  alone: (work) =>
    kysely.connection().execute(async (connection) => {
      await lockMigrations(connection);
      try {
        await work(stepsOn(connection));
      } finally {
        // A connection that broke does not have the lock any more.
        await connection.executeQuery(rawQuery(`select pg_advisory_unlock(${lockId})`, [])).catch(() => undefined);
      }
    }),
});
