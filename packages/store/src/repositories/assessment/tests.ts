import type { TestDefinition } from '@assay/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import { countUpTo } from '../../count-up-to.ts';
import { BatchCache, type Db, prepared, type Tx, updatedOne } from '../../db.ts';
import { jsonColumn, unchecked } from '../../json-column.ts';
import type { TestRow, TestVersionRow } from '../../schema.ts';

export type Test = Selectable<TestRow>;
export type TestVersion = Omit<Selectable<TestVersionRow>, 'definition'> & { readonly definition: TestDefinition };

// Not validated: a definition has up to a thousand questions and is read while candidates wait.
const definitionColumn = jsonColumn('test_versions.definition', unchecked<TestDefinition>);

const byId = prepared<{ accountId: number; testId: number }, Test>((db, p) =>
  db.selectFrom('tests').selectAll().where('account_id', '=', p('accountId')).where('test_id', '=', p('testId')),
);

const cache = new BatchCache<Test>();

export const find = (db: Db, accountId: number, testId: number): Promise<Test | undefined> =>
  cache.read(db, `${accountId}/${testId}`, async () => (await byId(db, { accountId, testId })).rows[0]);

const byKey = prepared<{ accountId: number; key: string }, Test>((db, p, { rowLocks }) =>
  db
    .selectFrom('tests')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where('test_key', '=', p('key'))
    .$if(rowLocks, (query) => query.forNoKeyUpdate()),
);

export const lockByKey = async (tx: Tx, accountId: number, key: string): Promise<Test | undefined> =>
  (await byKey(tx, { accountId, key })).rows[0];

export const findByKey = (db: Db, accountId: number, key: string): Promise<Test | undefined> =>
  db.kysely.selectFrom('tests').selectAll().where('account_id', '=', accountId).where('test_key', '=', key).executeTakeFirst();

export const findByAccessKey = (db: Db, accountId: number, accessKey: string): Promise<Test | undefined> =>
  db.kysely.selectFrom('tests').selectAll().where('account_id', '=', accountId).where('access_key', '=', accessKey).executeTakeFirst();

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

type ManagedFilter = {
  readonly accountId: number;
  readonly status: Test['status'] | undefined;
  /** Matches anywhere in name or key. */
  readonly search: string | undefined;
};

/** Archived tests only if `status` is Archived. */
const managed = (db: Db, { accountId, status, search }: ManagedFilter) => {
  const ofAccount = db.kysely.selectFrom('tests').where('account_id', '=', accountId);
  const query = status === undefined ? ofAccount.where('status', '<>', 'Archived') : ofAccount.where('status', '=', status);
  if (search === undefined) return query;
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return query.where(sql<boolean>`(lower(name) like ${pattern} escape '\\' or test_key like ${pattern} escape '\\')`);
};

/** Newest first by id, below `before`. */
export const listManaged = (
  db: Db,
  { before, limit, ...filter }: ManagedFilter & { readonly before: number | undefined; readonly limit: number },
): Promise<Test[]> => {
  let query = managed(db, filter).selectAll();
  if (before !== undefined) query = query.where('test_id', '<', before);
  return query.orderBy('test_id', 'desc').limit(limit).execute();
};

/** How many fit the filter, counted no further than `most`. */
export const countManaged = (db: Db, { most, ...filter }: ManagedFilter & { readonly most: number }): Promise<number> =>
  countUpTo(db, managed(db, filter).select('test_id'), most);

export const insert = (tx: Tx, row: Insertable<TestRow>): Promise<Test> =>
  tx.kysely.insertInto('tests').values(row).returningAll().executeTakeFirstOrThrow();

/** `definition` is the JSON of a `TestDefinition`, written by the import before its transaction. */
export const insertVersion = async (tx: Tx, row: Selectable<TestVersionRow>): Promise<void> => {
  await tx.kysely.insertInto('test_versions').values(row).execute();
};

/** Moves a test from the version that was read to the next one; false if another request did first. */
export const advance = (
  tx: Tx,
  { account_id, test_id, version }: Test,
  next: Pick<Test, 'name' | 'status' | 'version' | 'duration' | 'questions' | 'total_score' | 'updated_at'>,
): Promise<boolean> =>
  tx.kysely
    .updateTable('tests')
    .set(next)
    .where('account_id', '=', account_id)
    .where('test_id', '=', test_id)
    .where('version', '=', version)
    .executeTakeFirst()
    .then(updatedOne)
    .finally(() => cache.forget(tx));

/** False if the status was no longer `from`. */
export const setStatus = (
  tx: Tx,
  { account_id, test_id, status: from }: Pick<Test, 'account_id' | 'test_id' | 'status'>,
  status: Test['status'],
  at: number,
): Promise<boolean> =>
  tx.kysely
    .updateTable('tests')
    .set({ status, updated_at: at })
    .where('account_id', '=', account_id)
    .where('test_id', '=', test_id)
    .where('status', '=', from)
    .executeTakeFirst()
    .then(updatedOne)
    .finally(() => cache.forget(tx));

type VersionKey = { readonly accountId: number; readonly testId: number; readonly version: number };

const version = prepared<VersionKey, Selectable<TestVersionRow>>((db, p) =>
  db
    .selectFrom('test_versions')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where('test_id', '=', p('testId'))
    .where('version', '=', p('version')),
);

export const findVersion = async (db: Db, key: VersionKey): Promise<TestVersion | undefined> => {
  const row = (await version(db, key)).rows[0];
  return row && { ...row, definition: definitionColumn.read(row.definition, key) };
};

/** Whether a version says the same. The database compares, because a definition may be megabytes. */
export const hasDefinition = async (db: Db, { accountId, testId, version }: VersionKey, definition: string): Promise<boolean> => {
  const found = await db.kysely
    .selectFrom('test_versions')
    .select('version')
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .where('version', '=', version)
    .where('definition', '=', definition)
    .executeTakeFirst();
  return found !== undefined;
};

/** Newest first, without the definitions. */
export const listVersions = (db: Db, accountId: number, testId: number): Promise<Omit<TestVersion, 'definition'>[]> =>
  db.kysely
    .selectFrom('test_versions')
    .select(['account_id', 'test_id', 'version', 'name', 'duration', 'questions', 'total_score', 'created_at'])
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .orderBy('version', 'desc')
    .execute();
