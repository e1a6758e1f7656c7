import type { Db, Tx } from '../../db.ts';
import { rowsOf } from '../../rows-of.ts';

const logo = rowsOf('account_logos');
const one = logo.one(['jpeg']);

/** A JPEG in base64; undefined if the account has none. */
export const find = async (db: Db, accountId: number): Promise<string | undefined> => (await one(db, { accountId }))?.jpeg;

export const put = async (tx: Tx, accountId: number, jpeg: string): Promise<void> => {
  await tx.kysely
    .insertInto('account_logos')
    .values({ account_id: accountId, jpeg })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ jpeg }))
    .execute();
};

export const remove = async (tx: Tx, accountId: number): Promise<void> => {
  await logo.remove(tx, { accountId });
};
