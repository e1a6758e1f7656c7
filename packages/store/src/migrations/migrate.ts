import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { DialectTraits } from '../db.ts';
import type { Schema } from '../schema.ts';
import { boundedRows } from './bounded-rows.ts';
import { candidatePage } from './candidate-page.ts';
import { deliveries } from './deliveries.ts';
import { initial } from './initial.ts';
import { join } from './join.ts';
import { keys } from './keys.ts';
import { lateAnswers } from './late-answers.ts';
import { nonces } from './nonces.ts';
import { outbox } from './outbox.ts';
import { pendingByKind } from './pending-by-kind.ts';
import { places } from './places.ts';
import { probes } from './probes.ts';
import { reportUrls } from './report-urls.ts';
import { twoDevices } from './two-devices.ts';

const migration = (statements: string[]): Migration => ({
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** All migrations by name. Names sort by release; a migration that has been released is never edited. */
export const migrationsOf = (traits: DialectTraits): Record<string, Migration> => ({
  '0001-initial': migration(initial(traits)),
  '0002-outbox': migration(outbox(traits)),
  '0003-candidate-page': migration(candidatePage(traits)),
  '0004-bounded-rows': migration(boundedRows(traits)),
  '0005-keys': migration(keys(traits)),
  '0006-join': migration(join(traits)),
  '0007-report-urls': migration(reportUrls(traits)),
  '0008-deliveries': migration(deliveries(traits)),
  '0010-pending-by-kind': migration(pendingByKind(traits)),
  '0011-two-devices': migration(twoDevices(traits)),
  '0013-places': migration(places(traits)),
  '0014-late-answers': migration(lateAnswers(traits)),
  '0016-probes': migration(probes(traits)),
  '0017-nonces': migration(nonces(traits)),
});

/** Runs what is missing, up to the migration `last` or to the latest one. */
export const migrate = async (kysely: Kysely<Schema>, traits: DialectTraits, last?: string): Promise<void> => {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrationsOf(traits) } });
  // On SQLite the caller's transaction is around this; on Postgres Kysely opens one and takes its advisory lock.
  const options = { disableTransactions: traits.engine === 'sqlite' };
  const { error } = await (last === undefined ? migrator.migrateToLatest(options) : migrator.migrateTo(last, options));
  if (error !== undefined) throw error;
};
