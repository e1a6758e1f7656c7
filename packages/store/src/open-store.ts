import { openPostgres } from './postgres/postgres-store.ts';
import { openSqlite } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

export type StoreLocation = { readonly engine: 'sqlite'; readonly file: string } | { readonly engine: 'postgres'; readonly url: string };

/** Opens the database and brings its schema up to date. `clock` (milliseconds since 1970) replaces the engine's own, for tests. */
export const openStore = async (location: StoreLocation, clock?: () => number): Promise<Store> => {
  const store = location.engine === 'sqlite' ? await openSqlite(location.file, clock ?? Date.now) : openPostgres(location.url, clock);
  try {
    await store.migrate();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};
