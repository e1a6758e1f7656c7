import type { Db, Tx } from '../../db.ts';

/** Accounts whose last sweep began at `before` or earlier. */
export const listDue = async (db: Db, before: number, limit: number): Promise<number[]> => {
  const rows = await db.kysely
    .selectFrom('accounts')
    .leftJoin('image_sweeps', 'image_sweeps.account_id', 'accounts.account_id')
    .select('accounts.account_id')
    .where((where) => where.or([where('swept_at', 'is', null), where('swept_at', '<=', before)]))
    .orderBy('accounts.account_id')
    .limit(limit)
    .execute();
  return rows.map(({ account_id }) => account_id);
};

/** Begins a sweep, which is also its lease: of several workers one gets true. */
export const claim = async (tx: Tx, { accountId, now, before }: { accountId: number; now: number; before: number }): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('image_sweeps')
    .values({ account_id: accountId, swept_at: now })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ swept_at: now }).where('image_sweeps.swept_at', '<=', before))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};
