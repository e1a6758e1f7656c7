import { identify, type LargeText, RunLimitsOfTest, type StoredDefinition, type TestDefinition } from '@assay/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import { countUpTo } from '../../count-up-to.ts';
import { BatchCache, type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn, unchecked } from '../../json-column.ts';
import { havingBelow, newestFirst, newestOfAll } from '../../newest-of.ts';
import { keyIs, rowsOf } from '../../rows-of.ts';
import type { TestRow, TestVersionRow } from '../../schema.ts';
import { type Below, type Found, rowsPerSlice } from '../../search-slice.ts';
import * as largeTexts from './large-texts.ts';

export type Test = Selectable<TestRow>;
export type TestVersion = Omit<Selectable<TestVersionRow>, 'definition' | 'definition_digest' | 'question_ids' | 'run_limits'> & {
  readonly definition: TestDefinition;
  /** Empty without questions that are answered with a program. */
  readonly runLimits: RunLimitsOfTest;
};
type NewVersion = Omit<Selectable<TestVersionRow>, 'definition' | 'definition_digest' | 'question_ids' | 'run_limits'> & {
  /** The JSON of a `StoredDefinition`, written by the import before its transaction; a large one is staged. */
  readonly definition: string | LargeText;
  /** In the order of the paper. */
  readonly questionIds: readonly string[];
  readonly runLimits?: RunLimitsOfTest | undefined;
};

// Not validated: a definition has up to a thousand questions and is read while candidates wait.
const definitionColumn = jsonColumn('test_versions.definition', unchecked<StoredDefinition>);
const questionIdsColumn = jsonColumn('test_versions.question_ids', unchecked<readonly string[]>);
const runLimitsColumn = jsonColumn('test_versions.run_limits', (value) => RunLimitsOfTest.parse(value));

const row = rowsOf('tests', 'test_id');
const byId = row.one('*');
const unlessAdvanced = row.updateIf('version');
const unlessSet = row.updateIf('status');

const cache = new BatchCache<Test>();

export const find = (db: Db, accountId: number, testId: number): Promise<Test | undefined> =>
  cache.read(db, `${accountId}/${testId}`, () => byId(db, { accountId, testId }));

const ofKey = rowsOf('tests', 'test_key');
const byKey = ofKey.one('*');
const lockedByKey = ofKey.locked('*', 'update');
const byAccessKey = rowsOf('tests', 'access_key').one('*');

export const lockByKey = (tx: Tx, accountId: number, testKey: string): Promise<Test | undefined> => lockedByKey(tx, { accountId, testKey });

export const findByKey = (db: Db, accountId: number, testKey: string): Promise<Test | undefined> => byKey(db, { accountId, testKey });

export const findByAccessKey = (db: Db, accountId: number, accessKey: string): Promise<Test | undefined> =>
  byAccessKey(db, { accountId, accessKey });

// A literal, because SQLite does not match a bound value to the condition of the partial index `tests_listed`.
const pageIn = (direction: 'asc' | 'desc') =>
  prepared<{ accountId: number; limit: number; offset: number }, Test>((db, p) =>
    db
      .selectFrom('tests')
      .selectAll()
      .where('account_id', '=', p('accountId'))
      .where('status', '<>', sql.lit('Archived'))
      .orderBy('created_at', direction)
      .orderBy('test_id', direction)
      .limit(p('limit'))
      .offset(p('offset')),
  );

const fromNewest = pageIn('desc');
const fromOldest = pageIn('asc');

/**
 * Tests that are not archived, newest first. The database steps over every row before the offset, so a page is read from the nearer
 * end.
 *
 * @param total number of tests in the list
 */
export const listPage = async (
  db: Db,
  accountId: number,
  { limit, offset, total }: { limit: number; offset: number; total: number },
): Promise<Test[]> => {
  if (offset <= total / 2) return (await fromNewest(db, { accountId, limit, offset })).rows;
  const size = Math.min(limit, total - offset);
  if (size <= 0) return [];
  const { rows } = await fromOldest(db, { accountId, limit: size, offset: total - offset - size });
  return rows.reverse();
};

type ManagedFilter = { readonly accountId: number; readonly status: Test['status'] | undefined };

/** Archived tests only if `status` is Archived. */
const shown = (status: Test['status'] | undefined): readonly Test['status'][] => (status === undefined ? ['Active', 'Inactive'] : [status]);

/** Newest first by id, below `before`. */
export const listManaged = (
  db: Db,
  { accountId, status, before, limit }: ManagedFilter & { readonly before: number | undefined; readonly limit: number },
): Promise<Test[]> => {
  const lists = shown(status).map((one) => {
    const values = { status: one };
    return db.kysely
      .selectFrom('tests')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(havingBelow(db, values, 'test_id', before ?? Number.MAX_SAFE_INTEGER))
      .orderBy(newestFirst(db, values, 'test_id'))
      .limit(limit);
  });
  return newestOfAll(lists, limit, (row) => row.test_id);
};

/** How many fit the filter, counted no further than `most`. */
export const countManaged = async (db: Db, { accountId, status, most }: ManagedFilter & { readonly most: number }): Promise<number> => {
  let rows = 0;
  for (const one of shown(status)) {
    const query = db.kysely.selectFrom('tests').select('test_id').where('account_id', '=', accountId).where('status', '=', one);
    // In order, so that PostgreSQL reads the index.
    rows += await countUpTo(db, query.orderBy('test_id'), most - rows);
  }
  return rows;
};

type Window = { readonly rows: number; readonly lowest: number | null };

/** A slice of a search for `text`, in lower case, anywhere in name or key. An account has so few tests that each is read. */
export const findManaged = async (
  db: Db,
  { accountId, status, text }: ManagedFilter & { readonly text: string },
  { before, limit }: Below,
): Promise<Found> => {
  const ofStatus = status === undefined ? sql`` : sql` and status = ${status}`;
  const newest = (columns: string) => sql`(select ${sql.raw(columns)} from tests where account_id = ${accountId}${ofStatus}
    and test_id < ${before} order by test_id desc limit ${rowsPerSlice}) as newest`;
  const within = sql.raw(db.traits.engine === 'postgres' ? 'strpos' : 'instr');
  const found = await sql<{ test_id: number }>`select test_id from ${newest('test_id, status, name, test_key')}
    where status in (${sql.join(shown(status))})
    and (${within}(lower(name), ${text}) > 0 or ${within}(lower(test_key), ${text}) > 0)
    order by test_id desc limit ${limit}`.execute(db.kysely);
  const ids = found.rows.map((row) => row.test_id);
  if (ids.length === limit) return { ids, read: rowsPerSlice, next: ids.at(-1) };
  const window = await sql<Window>`select count(*) as rows, min(test_id) as lowest from ${newest('test_id')}`.execute(db.kysely);
  const [{ rows, lowest } = { rows: 0, lowest: null }] = window.rows;
  return { ids, read: rows, next: rows < rowsPerSlice || lowest === null ? undefined : lowest };
};

/** Those that a search found, newest first. */
export const listByIds = async (db: Db, accountId: number, ids: readonly number[]): Promise<Test[]> => {
  if (ids.length === 0) return [];
  const rows = await db.kysely.selectFrom('tests').selectAll().where('account_id', '=', accountId).where('test_id', 'in', ids).execute();
  return rows.sort((a, b) => b.test_id - a.test_id);
};

export const insert = (tx: Tx, row: Insertable<TestRow>): Promise<Test> =>
  tx.kysely.insertInto('tests').values(row).returningAll().executeTakeFirstOrThrow();

export const insertVersion = async (tx: Tx, { questionIds, runLimits = {}, definition: text, ...row }: NewVersion): Promise<void> => {
  const named =
    typeof text === 'string' ? { definition: text, definition_digest: null } : { definition: '', definition_digest: text.digest };
  if (typeof text !== 'string') await largeTexts.keep(tx, row.account_id, [text.digest]);
  const run_limits = Object.keys(runLimits).length === 0 ? null : runLimitsColumn.write(runLimits);
  await tx.kysely
    .insertInto('test_versions')
    .values({ ...row, ...named, question_ids: questionIdsColumn.write(questionIds), run_limits })
    .execute();
};

/** Moves a test from the version that was read to the next one; false if another request did first. */
export const advance = (
  tx: Tx,
  from: Test,
  next: Pick<Test, 'name' | 'status' | 'version' | 'duration' | 'questions' | 'total_score' | 'updated_at'>,
): Promise<boolean> => unlessAdvanced(tx, from, next).finally(() => cache.forget(tx));

/** False if the status was no longer `from`. */
export const setStatus = (
  tx: Tx,
  from: Pick<Test, 'account_id' | 'test_id' | 'status'>,
  status: Test['status'],
  at: number,
): Promise<boolean> => unlessSet(tx, from, { status, updated_at: at }).finally(() => cache.forget(tx));

type VersionKey = { readonly accountId: number; readonly testId: number; readonly version: number };

/** Bytes of a definition that is read and parsed at once, which takes 5 ms. */
export const mostAtOnce = 256 * 1024;

/** A definition that is too large to be read at once: who reads it does so in parts, outside transactions (`findLarge`, `definitionPart`). */
export class LargeDefinition extends Error {
  override readonly name = 'LargeDefinition';
}

const version = prepared<VersionKey, Omit<Selectable<TestVersionRow>, 'definition'> & { readonly definition: string | null }>((db, p) =>
  db
    .selectFrom('test_versions')
    .select(['account_id', 'test_id', 'version', 'name', 'duration', 'questions', 'total_score', 'definition_digest', 'created_at'])
    .select(['run_limits', 'question_ids'])
    .select(
      sql<string | null>`case when definition_digest is null and octet_length(definition) <= ${sql.lit(mostAtOnce)} then definition end`.as(
        'definition',
      ),
    )
    .where(keyIs(p, 'test_id', 'version')),
);

type Row = Awaited<ReturnType<typeof version>>['rows'][number];

const readRow = ({ question_ids, run_limits, definition: _, definition_digest: digest, ...columns }: Row, key: VersionKey) => ({
  columns: { ...columns, runLimits: run_limits === null ? {} : runLimitsColumn.read(run_limits, key) },
  ids: questionIdsColumn.read(question_ids, key),
  digest,
});

/** Throws LargeDefinition. */
export const findVersion = async (db: Db, key: VersionKey): Promise<TestVersion | undefined> => {
  const row = (await version(db, key)).rows[0];
  if (row === undefined) return undefined;
  if (row.definition === null) throw new LargeDefinition(`version ${key.version} of test ${key.testId} is read in parts`);
  const { columns, ids } = readRow(row, key);
  return { ...columns, definition: identify(definitionColumn.read(row.definition, key), ids) };
};

/** A version without its definition. `ids`: of its questions. */
export const findLarge = async (db: Db, key: VersionKey) => {
  const row = (await version(db, key)).rows[0];
  return row && readRow(row, key);
};

const versionRow = rowsOf('test_versions', 'test_id', 'version');
const exists = versionRow.one(['version']);

export const hasVersion = async (db: Db, key: VersionKey): Promise<boolean> => (await exists(db, key)) !== undefined;

const inColumn = prepared<VersionKey & { from: number }, { part: string }>((db, p) =>
  db
    .selectFrom('test_versions')
    .select(sql<string>`substr(definition, cast(${p('from')} as integer), ${sql.lit(mostAtOnce)})`.as('part'))
    .where(keyIs(p, 'test_id', 'version')),
);

/** A part of the JSON of a `StoredDefinition`, from 0 on; undefined after the last one. */
export const definitionPart = async (
  db: Db,
  { digest, part, ...key }: VersionKey & { readonly digest: string | null; readonly part: number },
): Promise<string | undefined> => {
  if (digest !== null) return largeTexts.findPart(db, { accountId: key.accountId, digest, part });
  const found = (await inColumn(db, { ...key, from: part * mostAtOnce + 1 })).rows[0]?.part;
  return found === '' ? undefined : found;
};

const digestOf = versionRow.one(['definition_digest']);

/** Whether a version says the same. The database compares, because a definition may be megabytes. */
export const hasDefinition = async (db: Db, key: VersionKey, definition: string | LargeText): Promise<boolean> => {
  if (typeof definition !== 'string') return (await digestOf(db, key))?.definition_digest === definition.digest;
  const found = await db.kysely
    .selectFrom('test_versions')
    .select('version')
    .where('account_id', '=', key.accountId)
    .where('test_id', '=', key.testId)
    .where('version', '=', key.version)
    .where('definition', '=', definition)
    .executeTakeFirst();
  return found !== undefined;
};

/** Newest first, without the definitions. */
export const listVersions = (db: Db, accountId: number, testId: number): Promise<Omit<TestVersion, 'definition' | 'runLimits'>[]> =>
  db.kysely
    .selectFrom('test_versions')
    .select(['account_id', 'test_id', 'version', 'name', 'duration', 'questions', 'total_score', 'created_at'])
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .orderBy('version', 'desc')
    .execute();
