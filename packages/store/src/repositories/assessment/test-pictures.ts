import type { Selectable } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import type { TestPictureRow } from '../../schema.ts';

export type TestPicture = Selectable<TestPictureRow>;

/** Rows of a statement: PostgreSQL takes 65,535 values. */
const atOnce = 100;

/** A picture that the test has already is the same one. */
export const insert = async (tx: Tx, rows: readonly TestPicture[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += atOnce)
    await tx.kysely
      .insertInto('test_pictures')
      .values(rows.slice(from, from + atOnce))
      .onConflict((conflict) => conflict.columns(['account_id', 'test_id', 'picture_id']).doNothing())
      .execute();
};

const one = prepared<{ accountId: number; testId: number; pictureId: number }, TestPicture>((db, p) =>
  db
    .selectFrom('test_pictures')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where('test_id', '=', p('testId'))
    .where('picture_id', '=', p('pictureId')),
);

export const find = async (
  db: Db,
  key: { readonly accountId: number; readonly testId: number; readonly pictureId: number },
): Promise<TestPicture | undefined> => (await one(db, key)).rows[0];

/** Those with these ids, of which there are few. */
export const list = (
  db: Db,
  { accountId, testId, ids }: { readonly accountId: number; readonly testId: number; readonly ids: readonly number[] },
): Promise<TestPicture[]> =>
  db.kysely
    .selectFrom('test_pictures')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .where('picture_id', 'in', ids)
    .execute();

/** Gives a new test all pictures of another one of the account. */
export const copy = async (tx: Tx, accountId: number, { from, to }: { readonly from: number; readonly to: number }): Promise<void> => {
  await tx.kysely
    .insertInto('test_pictures')
    .columns(['account_id', 'test_id', 'picture_id', 'media_type', 'picture_key', 'sealed'])
    .expression((db) =>
      db
        .selectFrom('test_pictures')
        .select((eb) => [
          'account_id',
          eb.cast<number>(eb.val(to), 'bigint').as('test_id'),
          'picture_id',
          'media_type',
          'picture_key',
          'sealed',
        ])
        .where('account_id', '=', accountId)
        .where('test_id', '=', from),
    )
    .execute();
};
