import type { Store } from './store.ts';

export type Connections = { readonly writes: number | undefined; readonly reads: number | undefined };

export type StoreLocation =
  | { readonly engine: 'sqlite'; readonly file: string }
  | {
      readonly engine: 'postgres';
      readonly url: string;
      /** At most this many of each kind; undefined is the default. */
      readonly connections?: Connections;
    };

/** Loads only the driver of this engine. */
const open = async (location: StoreLocation, clock: (() => number) | undefined): Promise<Store> => {
  if (location.engine === 'postgres') {
    const { openPostgres } = await import('./postgres/postgres-store.ts');
    return openPostgres(location.url, { clock, connections: location.connections });
  }
  const { openSqlite } = await import('./sqlite/sqlite-store.ts');
  return openSqlite(location.file, clock ?? Date.now);
};

/** Opens the database and migrates it. `clock` (milliseconds since 1970) replaces the engine's own, for tests. */
export const openStore = async (location: StoreLocation, clock?: () => number): Promise<Store> => {
  const store = await open(location, clock);
  try {
    await store.migrate();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};
