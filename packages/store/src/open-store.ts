import { schemaExists } from './migrations/online.ts';
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
  return openSqlite(location.file, clock);
};

/** The database is not Assay's yet, and was not to become it. */
export class StoreAbsent extends Error {
  override readonly name = 'StoreAbsent';
}

const refuseAbsent = async ({ engine, read }: Store): Promise<void> => {
  const { rows } = await read((db) => db.execute(schemaExists[engine], []));
  if (rows.length === 0) throw new StoreAbsent();
};

/**
 * Opens the database and migrates it. `clock` (milliseconds since 1970) replaces the engine's own, for tests; `existing`: an empty database
 * is StoreAbsent and stays empty; `migrates: false`: for who only reads, it keeps its schema.
 */
export const openStore = async (
  location: StoreLocation,
  clock?: () => number,
  { existing = false, migrates = true } = {},
): Promise<Store> => {
  const store = await open(location, clock);
  try {
    if (existing) await refuseAbsent(store);
    if (migrates) await store.migrate();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};
