import { type Db, prepared, type Tx } from '../../db.ts';

type NewEntry = {
  readonly accountId: number;
  readonly invitationId: number;
  readonly type: string;
  readonly data: string;
  readonly at: number;
};

const insert = prepared<NewEntry, never>((db, p) =>
  db
    .insertInto('timeline')
    .values({ account_id: p('accountId'), invitation_id: p('invitationId'), type: p('type'), data: p('data'), at: p('at') }),
);

export const append = async (tx: Tx, entry: NewEntry): Promise<void> => {
  await insert(tx, entry);
};

export const list = (db: Db, accountId: number, invitationId: number) =>
  db.kysely
    .selectFrom('timeline')
    .select(['type', 'data', 'at'])
    .where('account_id', '=', accountId)
    .where('invitation_id', '=', invitationId)
    .orderBy('entry_id')
    .execute();
