import { type Db, prepared, type Tx } from '../../db.ts';
import type { AccountLogoRow } from '../../schema.ts';

const one = prepared<{ accountId: number }, Pick<AccountLogoRow, 'jpeg'>>((db, p) =>
  db.selectFrom('account_logos').select('jpeg').where('account_id', '=', p('accountId')),
);

/** A JPEG in base64; undefined if the account has none. */
export const find = async (db: Db, accountId: number): Promise<string | undefined> => (await one(db, { accountId })).rows[0]?.jpeg;

export const put = async (tx: Tx, accountId: number, jpeg: string): Promise<void> => {
  await tx.kysely
    .insertInto('account_logos')
    .values({ account_id: accountId, jpeg })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ jpeg }))
    .execute();
};

export const remove = async (tx: Tx, accountId: number): Promise<void> => {
  await tx.kysely.deleteFrom('account_logos').where('account_id', '=', accountId).execute();
};
