import { type Db, prepared } from '../../db.ts';

const parts = prepared<{ accountId: number }, { bytes: number }>((db, p) =>
  db.selectFrom('stored_bytes').select('bytes').where('account_id', '=', p('accountId')),
);

/** How many bytes the account stores: triggers of the database count them. */
export const sum = async (db: Db, accountId: number): Promise<number> =>
  (await parts(db, { accountId })).rows.reduce((total, { bytes }) => total + bytes, 0);
