import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from '../db.ts';
import { rawQuery } from '../db.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { watchStorage } from '../storage-faults.ts';
import { errorCode, type Store, StoreUnavailable } from '../store.ts';
import { migratingPostgres } from './migrating.ts';
import { postgresTraits } from './traits.ts';

const int8 = 20;
const mostTries = 10;
/** serialization_failure, deadlock_detected */
const retriable = new Set(['40001', '40P01']);
/** Network errors, and SQLSTATE classes of a server that is gone, starting, stopping or full. */
const unreachableCode = /^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08|57P0|53300)/;
/** disk_full, io_error, and read_only_sql_transaction: a standby, or a primary that was set to read. */
const storageFaults = new Set(['53100', '58030', '25006']);
/** Messages of errors that `pg` throws without a code. */
const unreachableMessage = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const isUnreachable = (error: unknown): boolean =>
  unreachableCode.test(errorCode(error) ?? '') || (error instanceof Error && unreachableMessage.test(error.message));

const databaseClock = async (kysely: Kysely<Schema>): Promise<number> => {
  const { rows } = await kysely.executeQuery(
    rawQuery<{ now: number }>('select (extract(epoch from clock_timestamp()) * 1000)::bigint as now', []),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no time');
  return row.now;
};

const withKysely = (dialect: Dialect, clock: (() => number) | undefined): Store => {
  const kysely = new Kysely<Schema>({ dialect });
  const handle = (connection: Kysely<Schema>): Db => ({
    kysely: connection,
    traits: postgresTraits,
    execute: async <Row>(text: string, values: unknown[]) => {
      const { rows, numAffectedRows } = await connection.executeQuery<Row>(rawQuery<Row>(text, values));
      return { rows, changed: Number(numAffectedRows ?? rows.length) };
    },
    now: clock === undefined ? () => databaseClock(connection) : async () => clock(),
  });
  const readDb = handle(kysely);
  const explain = (error: unknown): unknown =>
    isUnreachable(error) ? new StoreUnavailable('the database cannot be reached', { cause: error }) : error;
  const running = new Set<Promise<unknown>>();
  const guarded = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const call = work();
    running.add(call);
    try {
      return await call;
    } catch (error) {
      throw explain(error);
    } finally {
      running.delete(call);
    }
  };
  const store: Store = {
    engine: 'postgres',
    read: (work) => guarded(() => work(readDb)),
    write: (work) =>
      guarded(async () => {
        for (let tries = 1; ; tries += 1) {
          try {
            const effects: (() => void)[] = [];
            const afterCommit: Tx['afterCommit'] = (effect) => effects.push(effect);
            const value = await kysely.transaction().execute((connection) => work({ ...handle(connection), afterCommit }));
            for (const effect of effects) effect();
            return value;
          } catch (error) {
            if (tries === mostTries || !retriable.has(errorCode(error) ?? '')) throw error;
            await pause(Math.random() * 10 * tries);
          }
        }
      }),
    migrate: (plan) => guarded(() => migrate(migratingPostgres(kysely), plan)),
    ping: () => guarded(async () => void (await kysely.executeQuery(rawQuery('select 1', [])))),
    close: async () => {
      await Promise.allSettled(running);
      await kysely.destroy();
    },
  };
  return watchStorage(store, (error) => storageFaults.has(errorCode(error) ?? ''));
};

/** PostgreSQL through `pg`. Any number of processes share it. */
export const openPostgres = (url: string, clock?: () => number): Store => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 5000,
    // Ids stay below 2^53, so an int8 is a number here; `pg` would give text.
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // A dropped connection emits 'error' on the pool when idle, on the client when in use. Without a listener either would end the
  // process. The running query fails with its own error; the next one opens another connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return withKysely(new PostgresDialect({ pool }), clock);
};

/** A store over another Postgres dialect, such as PGlite in tests. It must return int8 as a number. */
export const openPostgresDialect = withKysely;
