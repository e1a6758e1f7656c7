import { migrate } from '../migrations/migrate.ts';
import { postgresTraits } from '../postgres/traits.ts';
import { sqliteTraits } from '../sqlite/traits.ts';
import type { Store } from '../store.ts';

/** Brings a blank database to the schema that an earlier release had, whose last migration this was. */
export const migrateTo = (store: Store, last: string): Promise<void> =>
  store.write((tx) => migrate(tx.kysely, store.engine === 'sqlite' ? sqliteTraits : postgresTraits, last));
