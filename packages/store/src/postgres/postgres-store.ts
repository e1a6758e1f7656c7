import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, Kysely } from 'kysely';
import { clockSources } from '../clock-sources.ts';
import type { Db, Tx } from '../db.ts';
import { rawQuery } from '../db.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { jumpMs, ServiceClock } from '../service-clock.ts';
import { watchStorage } from '../storage-faults.ts';
import { errorCode, type Store, StoreUnavailable, storeClock } from '../store.ts';
import { migratingPostgres } from './migrating.ts';
import { defaultConnections, type Limits, noLimits, openPool, usualLimits } from './pool.ts';
import { RowQueues } from './row-queues.ts';
import { postgresTraits } from './traits.ts';

const mostTries = 10;
/** serialization_failure, deadlock_detected */
const retriable = new Set(['40001', '40P01']);
/** Network errors, and SQLSTATE classes of a server that is gone, starting, stopping or full. */
const unreachableCode = /^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08|57P0|53300)/;
/** disk_full, io_error, and read_only_sql_transaction: a standby, or a primary that was set to read. */
const storageFaults = new Set(['53100', '58030', '25006']);
/** lock_not_available and query_canceled: after a time-out; idle_in_transaction_session_timeout. */
const timeOuts = new Set(['55P03', '57014', '25P03']);
/** Messages of errors that `pg` throws without a code. */
const unreachableMessage = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const isUnreachable = (error: unknown): boolean =>
  unreachableCode.test(errorCode(error) ?? '') || (error instanceof Error && unreachableMessage.test(error.message));

const explain = (error: unknown): unknown => {
  if (isUnreachable(error)) return new StoreUnavailable('the database cannot be reached', { cause: error });
  if (timeOuts.has(errorCode(error) ?? '')) return new StoreUnavailable('a lock or a statement took too long', { cause: error });
  return error;
};

const databaseClock = async (kysely: Kysely<Schema>): Promise<number> => {
  const { rows } = await kysely.executeQuery(
    rawQuery<{ now: number }>('select (extract(epoch from clock_timestamp()) * 1000)::bigint as now', []),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no time');
  return row.now;
};

type Connections = {
  readonly writes: Kysely<Schema>;
  /** Apart from those of writes, which may all wait for locks. */
  readonly reads: Kysely<Schema>;
  readonly migrating: (work: (kysely: Kysely<Schema>) => Promise<void>) => Promise<void>;
};

const storeOver = ({ writes, reads, migrating }: Connections, clock: (() => number) | undefined): Store => {
  const service = new ServiceClock(clockSources(), true);
  let ahead = 0;
  const serviceTime = async (connection: Kysely<Schema>): Promise<number> => {
    const start = performance.now();
    const reading = await databaseClock(connection);
    const slack = performance.now() - start;
    const time = service.read(reading, slack);
    // Of a jump of PostgreSQL's clock this machine's is not to blame.
    const difference = Date.now() - time;
    ahead = Math.abs(difference) > jumpMs + slack ? Math.round(difference) : 0;
    return time;
  };
  const handle = (connection: Kysely<Schema>): Db => ({
    kysely: connection,
    traits: postgresTraits,
    execute: async <Row>(text: string, values: unknown[]) => {
      const { rows, numAffectedRows } = await connection.executeQuery<Row>(rawQuery<Row>(text, values));
      return { rows, changed: Number(numAffectedRows ?? rows.length) };
    },
    now: clock === undefined ? () => serviceTime(connection) : async () => clock(),
  });
  const readDb = handle(reads);
  const running = new Set<Promise<unknown>>();
  // A pool that has never been used would go on after Kysely has closed it.
  let closed = false;
  const guarded = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (closed) throw new Error('the store is closed');
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
  const queues = new RowQueues((error) => errorCode(error) === '55P03');
  const inTransaction = async <Value>(work: (tx: Tx) => Promise<Value>): Promise<Value> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const effects: (() => void)[] = [];
        const afterCommit: Tx['afterCommit'] = (effect) => effects.push(effect);
        const value = await writes.transaction().execute((connection) => work({ ...handle(connection), afterCommit }));
        for (const effect of effects) effect();
        return value;
      } catch (error) {
        if (tries === mostTries || !retriable.has(errorCode(error) ?? '')) throw error;
        await pause(Math.random() * 10 * tries);
      }
    }
  };
  const store: Store = {
    engine: 'postgres',
    clock:
      clock === undefined
        ? storeClock(
            service,
            () => guarded(() => databaseClock(reads)),
            () => ahead,
          )
        : undefined,
    read: (work) => guarded(() => work(readDb)),
    readSlice: (_, work) => guarded(() => work(readDb)),
    write: (work, row) => guarded(() => (row === undefined ? inTransaction(work) : queues.run(row, () => inTransaction(work)))),
    migrate: (plan) => guarded(() => migrating((kysely) => migrate(migratingPostgres(kysely), plan))),
    ping: () => guarded(async () => void (await reads.executeQuery(rawQuery('select 1', [])))),
    close: async () => {
      closed = true;
      await Promise.allSettled(running);
      for (const kysely of new Set([writes, reads])) await kysely.destroy();
    },
  };
  return watchStorage(store, (error) => storageFaults.has(errorCode(error) ?? ''));
};

export type PostgresOptions = {
  readonly clock?: (() => number) | undefined;
  readonly connections?: { readonly writes?: number | undefined; readonly reads?: number | undefined } | undefined;
  readonly limits?: Partial<Limits>;
};

/** PostgreSQL through `pg`. Any number of processes share it. */
export const openPostgres = (url: string, { clock, connections, limits }: PostgresOptions = {}): Store => {
  const { writes = defaultConnections.writes, reads = defaultConnections.reads } = connections ?? {};
  const limited = { ...usualLimits, ...limits };
  const migrating: Connections['migrating'] = async (work) => {
    const kysely = openPool(url, 1, noLimits);
    try {
      await work(kysely);
    } finally {
      await kysely.destroy();
    }
  };
  return storeOver({ writes: openPool(url, writes, limited), reads: openPool(url, reads, limited), migrating }, clock);
};

/** A store over another Postgres dialect, such as PGlite in tests. It must return int8 as a number. */
export const openPostgresDialect = (dialect: Dialect, clock: (() => number) | undefined): Store => {
  const kysely = new Kysely<Schema>({ dialect });
  return storeOver({ writes: kysely, reads: kysely, migrating: (work) => work(kysely) }, clock);
};
