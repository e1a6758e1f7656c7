import type { Insertable, Selectable, Updateable } from 'kysely';
import { countUpTo as count } from '../../count-up-to.ts';
import type { Db, Tx } from '../../db.ts';
import { rowsOf } from '../../rows-of.ts';
import type { TestLinkRow } from '../../schema.ts';

export type TestLink = Selectable<TestLinkRow>;

const row = rowsOf('test_links', 'test_link_id');
const one = row.one('*');
const locked = row.locked('*', 'update');
const byAccessKey = rowsOf('test_links', 'access_key').one('*');

export const find = (db: Db, accountId: number, testLinkId: number): Promise<TestLink | undefined> => one(db, { accountId, testLinkId });

export const lock = (tx: Tx, accountId: number, testLinkId: number): Promise<TestLink | undefined> => locked(tx, { accountId, testLinkId });

export const findByAccessKey = (db: Db, accountId: number, accessKey: string): Promise<TestLink | undefined> =>
  byAccessKey(db, { accountId, accessKey });

/** Newest first. */
export const list = (db: Db, accountId: number, testId: number): Promise<TestLink[]> =>
  db.kysely
    .selectFrom('test_links')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .orderBy('created_at', 'desc')
    .orderBy('test_link_id', 'desc')
    .execute();

/** How many links a test has, or `most` if there are more; read from the index alone. */
export const countUpTo = (db: Db, { accountId, testId, most }: { accountId: number; testId: number; most: number }): Promise<number> => {
  const links = db.kysely.selectFrom('test_links').select('test_link_id').where('account_id', '=', accountId).where('test_id', '=', testId);
  return count(db, links, most);
};

export const insert = (tx: Tx, row: Insertable<TestLinkRow>): Promise<TestLink> =>
  tx.kysely.insertInto('test_links').values(row).returningAll().executeTakeFirstOrThrow();

/** Replaces what the API may change; undefined when the status was no longer `from`. */
export const update = (
  tx: Tx,
  { account_id, test_link_id, status: from }: TestLink,
  row: Updateable<TestLinkRow>,
): Promise<TestLink | undefined> =>
  tx.kysely
    .updateTable('test_links')
    .set(row)
    .where('account_id', '=', account_id)
    .where('test_link_id', '=', test_link_id)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();
