import type { SettingColumns } from '@assay/domain';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db.ts';
import { rowsOf } from '../../rows-of.ts';
import type { AccountRow } from '../../schema.ts';

export type Account = Selectable<AccountRow>;

const account = rowsOf('accounts');
const one = account.one('*');
const locked = account.locked(['account_id'], 'update');

export const find = (db: Db, accountId: number): Promise<Account | undefined> => one(db, { accountId });

export const list = (db: Db): Promise<Account[]> => db.kysely.selectFrom('accounts').selectAll().orderBy('account_id').execute();

export const findFirst = (db: Db): Promise<Account | undefined> =>
  db.kysely.selectFrom('accounts').selectAll().orderBy('account_id').limit(1).executeTakeFirst();

type NewAccount = Pick<Account, 'name' | 'email' | 'time_zone_id' | 'created_at'> & Partial<SettingColumns>;

export const insert = (tx: Tx, account: NewAccount): Promise<Account> =>
  tx.kysely
    .insertInto('accounts')
    .values({ ...account, tests_count: 0 })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The changed account; undefined if it does not exist. An empty change only reads it. */
export const update = async (
  tx: Tx,
  accountId: number,
  change: Partial<Omit<Account, 'account_id' | 'tests_count' | 'created_at'>>,
): Promise<Account | undefined> =>
  Object.keys(change).length === 0
    ? find(tx, accountId)
    : tx.kysely.updateTable('accounts').set(change).where('account_id', '=', accountId).returningAll().executeTakeFirst();

/** Changes the stored count of tests that are not archived. */
export const countTests = async (tx: Tx, accountId: number, change: 1 | -1): Promise<void> => {
  await tx.kysely
    .updateTable('accounts')
    .set((eb) => ({ tests_count: eb('tests_count', '+', change) }))
    .where('account_id', '=', accountId)
    .execute();
};

// An arbitrary constant that nothing else in the database locks.
const firstAccountLock = 4_157_534;

/** Until this transaction ends, other processes wait before they look for the first account. */
export const lockFirst = async (tx: Tx): Promise<void> => {
  if (tx.traits.rowLocks) await tx.execute('select pg_advisory_xact_lock($1)', [firstAccountLock]);
};

/** Until this transaction ends, other writers of the account's list of tests wait. */
export const lock = async (tx: Tx, accountId: number): Promise<void> => {
  await locked(tx, { accountId });
};
