import { join } from 'node:path';
import { inject } from 'vitest';
import type { StoreLocation } from '../open-store.ts';
import { openPostgres, type PostgresOptions } from '../postgres/postgres-store.ts';
import * as sqlite from '../sqlite/sqlite-store.ts';
import type { Store } from '../store.ts';
import { countDeadlocks, createDatabase, dropDatabase, useDefaultDeadlockTimeout } from './databases.ts';
import { openBlankPglite, openPglite } from './pglite.ts';
import { makeTestDatabase, makeTestDirectory } from './places.ts';
import type {} from './postgres-server.ts';

export type TestEngine = 'sqlite' | 'pglite' | 'postgres';
export type TestStore = Store & { dispose(): Promise<void> };

const postgres = inject('testPostgres');
if (postgres === undefined) {
  throw new Error("This package's vitest.config.ts lacks `globalSetup: ['…/packages/store/src/testing/postgres-server.ts']`.");
}

/** The real server; undefined where there is none, which CI does not allow. */
export const testPostgresUrl: string | undefined = postgres?.url;

/** For `describe.each` of tests where SQL or locks matter: one engine of each dialect. PGlite stands in where there is no server. */
export const testDialects: readonly TestEngine[] = [
  'sqlite',
  ...(postgres === null ? [] : (['postgres'] as const)),
  ...(inject('testPgliteImage') === null ? [] : (['pglite'] as const)),
];

const openSqlite = async (clock: (() => number) | undefined): Promise<TestStore> => {
  const directory = await makeTestDirectory();
  const store = await sqlite.openSqlite(join(directory.path, 'assay.db'), clock, 'OFF');
  await store.migrate();
  return disposable(store, directory.remove);
};

const openRealPostgres = async (clock: (() => number) | undefined): Promise<TestStore> => {
  const database = await makeTestDatabase();
  return disposable(openPostgres(database.url, { clock }), database.drop);
};

const pgliteImage = (): string => {
  const image = inject('testPgliteImage');
  if (image === null) throw new Error('PGlite is for runs without a Postgres server');
  return image;
};

const openInProcess = async (clock: (() => number) | undefined): Promise<TestStore> => {
  const { store, giveBack } = await openPglite(pgliteImage(), clock);
  return disposable(store, giveBack);
};

/** `dispose` may follow a `close` by the code under test, and may be called twice. */
const disposable = (store: Store, cleanUp: () => Promise<void>): TestStore => {
  let closed: Promise<void> | undefined;
  let disposed: Promise<void> | undefined;
  const close = () => {
    closed ??= store.close();
    return closed;
  };
  return {
    ...store,
    close,
    dispose: () => {
      disposed ??= close().then(cleanUp);
      return disposed;
    },
  };
};

const openers = { sqlite: openSqlite, pglite: openInProcess, postgres: openRealPostgres } satisfies Record<TestEngine, unknown>;

/** A migrated, empty database that nobody else uses. `clock` (milliseconds since 1970) replaces the engine's own. */
export const openTestStore = (engine: TestEngine, clock?: () => number): Promise<TestStore> => openers[engine](clock);

/** `location`: where others can open it, too. */
type BlankStore = TestStore & { readonly location?: StoreLocation };

const blankOpeners = {
  sqlite: async () => {
    const directory = await makeTestDirectory();
    const file = join(directory.path, 'assay.db');
    return { ...disposable(await sqlite.openSqlite(file, Date.now), directory.remove), location: { engine: 'sqlite', file } };
  },
  postgres: async () => {
    const { url, drop } = await makeTestDatabase('blank');
    return { ...disposable(openPostgres(url), drop), location: { engine: 'postgres', url } };
  },
  pglite: async () => {
    const { store, end } = await openBlankPglite(pgliteImage());
    return disposable(store, end);
  },
} satisfies Record<TestEngine, () => Promise<BlankStore>>;

/** A database without any table, for tests of the way to the present schema: `migrate` is theirs to call. */
export const openBlankStore = (engine: TestEngine): Promise<BlankStore> => blankOpeners[engine]();

/**
 * A migrated, empty database of the real server for stores that lock each other's rows. `countDeadlocks` is for when they are closed.
 */
export const makeContendedDatabase = async () => {
  if (postgres === null) throw new Error('this run has no Postgres server');
  const { url, name } = await createDatabase(postgres.url, postgres.template);
  await useDefaultDeadlockTimeout(postgres.url, name);
  return { url, countDeadlocks: () => countDeadlocks(postgres.url, name), drop: () => dropDatabase(postgres.url, name) };
};

/** How many connections to this database wait for a lock. */
export const countLockWaits = (store: Store): Promise<number> =>
  store.read(async (db) => {
    const sql = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    return (await db.execute(sql, [])).rows.length;
  });

/** For tests of what happens when a lock is not had in time. */
export const openWithLimits = (url: string, limits: NonNullable<PostgresOptions['limits']>, clock?: () => number): Store =>
  openPostgres(url, { limits, clock });

export { type BreakablePostgres, canBreakPostgres, makeBreakablePostgres } from './breakable-postgres.ts';
export { fillTables, rowsEach } from './large-tables.ts';
export { makeTestDatabase, makeTestDirectory } from './places.ts';
export { makeRestorable } from './restorable.ts';
export { type Finding, openWatchedStore, repositoryFunctions, type WatchedStore } from './watched-store.ts';
