import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DialectTraits } from '../db.ts';
import type { Schema } from '../schema.ts';
import { answerFiles } from './answer-files.ts';
import { answerHistory } from './answer-history.ts';
import { blindReviews } from './blind-reviews.ts';
import { boundedRows } from './bounded-rows.ts';
import { brand } from './brand.ts';
import { callbackMessages } from './callback-messages.ts';
import { candidatePage } from './candidate-page.ts';
import { coding } from './coding.ts';
import { completedNames } from './completed-names.ts';
import { deliveries } from './deliveries.ts';
import { exactTallies } from './exact-tallies.ts';
import { formerResults } from './former-results.ts';
import { gradingTurns } from './grading-turns.ts';
import { initial } from './initial.ts';
import { installation } from './installation.ts';
import { join } from './join.ts';
import { keys } from './keys.ts';
import { lanes } from './lanes.ts';
import { largeTexts } from './large-texts.ts';
import { lateAnswers } from './late-answers.ts';
import { lists } from './lists.ts';
import { nonces } from './nonces.ts';
import { type MigratingEngine, type Migration, migrateOnline } from './online.ts';
import { outbox } from './outbox.ts';
import { passMarks } from './pass-marks.ts';
import { pendingByKind } from './pending-by-kind.ts';
import { places } from './places.ts';
import { probes } from './probes.ts';
import { questionIds } from './question-ids.ts';
import { quotas } from './quotas.ts';
import { regradedKeys } from './regraded-keys.ts';
import { regradedReports } from './regraded-reports.ts';
import { renderedVersions } from './rendered-versions.ts';
import { reportUrls } from './report-urls.ts';
import { reviews } from './reviews.ts';
import { rotatedKeys } from './rotated-keys.ts';
import { storedBytes } from './stored-bytes.ts';
import { tallyTimes } from './tally-times.ts';
import { testTallies } from './test-tallies.ts';
import { twoDevices } from './two-devices.ts';
import { waitingReports } from './waiting-reports.ts';
import { wrongAnswers } from './wrong-answers.ts';

const migration = (statements: Migration['statements']): Migration => ({ statements });

/**
 * All migrations by name. Names sort by release; a migration that has been released is never edited. Later ones than 0017 run beside the
 * service (online-forms.test.ts refuses what cannot), and beside programs that do not know them.
 */
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
  '0018-lanes': migration(lanes(traits)),
  '0019-lists': migration(lists(traits)),
  '0020-coding': migration(coding(traits)),
  '0022-regraded-reports': migration(regradedReports(traits)),
  '0023-grading-turns': migration(gradingTurns(traits)),
  '0024-installation': migration(installation(traits)),
  '0030-question-ids': migration(questionIds(traits)),
  '0031-regraded-keys': migration(regradedKeys(traits)),
  '0033-pass-marks': migration(passMarks(traits)),
  '0034-test-tallies': migration(testTallies(traits)),
  '0037-answer-history': migration(answerHistory(traits)),
  '0040-reviews': migration(reviews(traits)),
  '0041-answer-files': migration(answerFiles(traits)),
  '0043-tally-times': migration(tallyTimes(traits)),
  '0045-brand': migration(brand(traits)),
  '0046-wrong-answers': migration(wrongAnswers(traits)),
  '0047-rotated-keys': migration(rotatedKeys(traits)),
  '0050-former-results': migration(formerResults(traits)),
  '0053-exact-tallies': migration(exactTallies(traits)),
  '0054-waiting-reports': migration(waitingReports(traits)),
  '0055-callback-messages': migration(callbackMessages(traits)),
  '0056-completed-names': migration(completedNames(traits)),
  '0057-rendered-versions': migration(renderedVersions(traits)),
  '0060-quotas': migration(quotas(traits)),
  '0062-blind-reviews': migration(blindReviews(traits)),
  '0065-large-texts': migration(largeTexts(traits)),
  '0066-stored-bytes': migration(storedBytes(traits)),
});

/** Up to here Kysely ran them, in its own table: all in one transaction, so that who used the tables waited. */
const lastAtOnce = '0017-nonces';

type Migrations = Readonly<Record<string, Migration>>;

const migrateAtOnce = async (kysely: Kysely<Schema>, { engine }: DialectTraits, migrations: Migrations, last: string): Promise<void> => {
  const first = Object.entries(migrations).filter(([name]) => name <= lastAtOnce);
  const up = (statements: Migration['statements']) => async (db: Kysely<unknown>) => {
    for (const statement of statements) if (typeof statement === 'string') await sql.raw(statement).execute(db);
  };
  const getMigrations = async () => Object.fromEntries(first.map(([name, { statements }]) => [name, { up: up(statements) }]));
  const migrator = new Migrator({ db: kysely, provider: { getMigrations } });
  // On SQLite the caller's transaction is around this; on Postgres Kysely opens one and takes its advisory lock.
  const { error } = await migrator.migrateTo(last < lastAtOnce ? last : lastAtOnce, { disableTransactions: engine === 'sqlite' });
  if (error !== undefined) throw error;
};

/** `last`: where to stop, for the schema of an earlier release. Both are for tests. */
export type MigrationPlan = { readonly last?: string; readonly migrations?: Migrations };

/** Runs what is missing, up to the migration `last` or to the latest one. */
export const migrate = async (
  engine: MigratingEngine,
  { last = '9999', migrations = migrationsOf(engine.traits) }: MigrationPlan = {},
): Promise<void> => {
  await engine.run((kysely) => migrateAtOnce(kysely, engine.traits, migrations, last));
  const later = Object.entries(migrations).filter(([name]) => name > lastAtOnce && name <= last);
  await migrateOnline(engine, later, new Set(Object.keys(migrations)));
};
