import type { Selectable } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import type { AccountQuotaRow } from '../../schema.ts';

export type AccountQuota = Selectable<AccountQuotaRow>;

const ofAccount = prepared<{ accountId: number }, AccountQuota>((db, p) =>
  db.selectFrom('account_quotas').selectAll().where('account_id', '=', p('accountId')),
);

/** What the operator has set for an account. */
export const list = async (db: Db, accountId: number): Promise<AccountQuota[]> => (await ofAccount(db, { accountId })).rows;

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
export const remove = async (tx: Tx, { accountId, quota }: Key): Promise<void> => {
  await tx.kysely.deleteFrom('account_quotas').where('account_id', '=', accountId).where('quota', '=', quota).execute();
};

/** Until this transaction ends, others that lock the quota wait: what it counts is then the same for both. */
export const lock = async (tx: Tx, { accountId, quota }: Key): Promise<void> => {
  await tx.kysely
    .selectFrom('account_quotas')
    .select('most')
    .where('account_id', '=', accountId)
    .where('quota', '=', quota)
    .$if(tx.traits.rowLocks, (query) => query.forNoKeyUpdate())
    .execute();
};
