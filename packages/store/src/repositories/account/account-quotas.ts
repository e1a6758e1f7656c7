import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db.ts';
import { rowsOf } from '../../rows-of.ts';
import type { AccountQuotaRow } from '../../schema.ts';

export type AccountQuota = Selectable<AccountQuotaRow>;

const ofAccount = rowsOf('account_quotas').all('*');
const row = rowsOf('account_quotas', 'quota');
const locked = row.locked(['most'], 'update');

/** What the operator has set for an account. */
export const list = (db: Db, accountId: number): Promise<AccountQuota[]> => ofAccount(db, { accountId });

/** What the operator has set of some quotas for some accounts, in no order. */
export const listOf = (db: Db, accountIds: readonly number[], quotas: readonly string[]): Promise<AccountQuota[]> =>
  db.kysely.selectFrom('account_quotas').selectAll().where('account_id', 'in', accountIds).where('quota', 'in', quotas).execute();

type Key = { readonly accountId: number; readonly quota: string };

export const set = async (tx: Tx, { accountId, quota, most }: Key & { readonly most: number | null }): Promise<void> => {
  await tx.kysely
    .insertInto('account_quotas')
    .values({ account_id: accountId, quota, most })
    .onConflict((conflict) => conflict.columns(['account_id', 'quota']).doUpdateSet({ most }))
    .execute();
};

/** From then on the default holds. */
export const remove = async (tx: Tx, key: Key): Promise<void> => {
  await row.remove(tx, key);
};

/** Until this transaction ends, others that lock the quota wait: what it counts is then the same for both. */
export const lock = async (tx: Tx, key: Key): Promise<void> => {
  await locked(tx, key);
};
