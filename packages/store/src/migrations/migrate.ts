import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { DialectTraits } from '../db.ts';
import type { Schema } from '../schema.ts';
import { candidatePage } from './candidate-page.ts';
import { initial } from './initial.ts';
import { outbox } from './outbox.ts';

const migration = (statements: string[]): Migration => ({
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** Runs what is missing. Names sort by release; a migration that has been released is never edited. */
export const migrateToLatest = async (kysely: Kysely<Schema>, traits: DialectTraits): Promise<void> => {
  const migrator = new Migrator({
    db: kysely,
    provider: {
      getMigrations: async () => ({
        '0001-initial': migration(initial(traits)),
        '0002-outbox': migration(outbox(traits)),
        '0003-candidate-page': migration(candidatePage(traits)),
      }),
    },
  });
  // On SQLite the caller's transaction is around this; on Postgres Kysely opens one and takes its advisory lock.
  const { error } = await migrator.migrateToLatest({ disableTransactions: traits.engine === 'sqlite' });
  if (error !== undefined) throw error;
};
