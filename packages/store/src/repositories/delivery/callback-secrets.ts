import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db.ts';
import type { CallbackSecretRow } from '../../schema.ts';

export type CallbackSecret = Selectable<CallbackSecretRow>;

/** Secrets that sign at `now`, newest first: the one in use and earlier ones that have not expired. */
export const listLive = (db: Db, accountId: number, now: number): Promise<CallbackSecret[]> =>
  db.kysely
    .selectFrom('callback_secrets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('secret_id', 'desc')
    .execute();

/** Inserts the secret in use; false if the account has one. */
export const insert = async (tx: Tx, secret: Omit<CallbackSecret, 'secret_id' | 'expires_at'>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('callback_secrets')
    .values(secret)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Sets when the secret in use expires; earlier secrets expire at that instant at the latest. */
export const expire = async (tx: Tx, accountId: number, at: number): Promise<void> => {
  await tx.kysely
    .updateTable('callback_secrets')
    .set({ expires_at: at })
    .where('account_id', '=', accountId)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .execute();
};
