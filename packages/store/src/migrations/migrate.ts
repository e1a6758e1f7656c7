import type { DialectTraits } from '../db.ts';
import { firstSchema } from './first-schema/first-schema.ts';
import { type MigratingEngine, type Migrations, migrateOnline } from './online.ts';

/**
 * All migrations, whose names sort. One that has been released is never edited. All but the first run beside the service
 * (online-forms.test.ts refuses what cannot), and beside programs that do not know them.
 */
export const migrationsOf = (traits: DialectTraits): Migrations => ({
  '0001-first-schema': { statements: firstSchema(traits) },
});

/** For tests: other migrations than those of this program. */
export type MigrationPlan = { readonly migrations?: Migrations };

/** Runs what is missing. */
export const migrate = (engine: MigratingEngine, { migrations = migrationsOf(engine.traits) }: MigrationPlan = {}): Promise<void> =>
  migrateOnline(engine, migrations);
