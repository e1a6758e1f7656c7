import type { LargeText } from '@assay/domain';
import { type Selectable, sql } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { oneOfIds } from '../../one-of-ids.ts';
import type { TestPictureRow } from '../../schema.ts';
import * as largeTexts from './large-texts.ts';

export type TestPicture = Omit<Selectable<TestPictureRow>, 'sealed_digest'>;
type New = Omit<TestPicture, 'sealed'> & { readonly sealed: string | LargeText };

/** Rows of a statement: PostgreSQL takes 65,535 values. */
const atOnce = 100;

/** A picture that the test has already is the same one. Those of a test with megabytes of them are staged. */
export const insert = async (tx: Tx, pictures: readonly New[]): Promise<void> => {
  const [first] = pictures;
  if (first === undefined) return;
  const large = pictures.flatMap(({ sealed }) => (typeof sealed === 'string' ? [] : [sealed.digest]));
  await largeTexts.keep(tx, first.account_id, large);
  const rows = pictures.map(({ sealed, ...row }) =>
    typeof sealed === 'string' ? { ...row, sealed, sealed_digest: null } : { ...row, sealed: '', sealed_digest: sealed.digest },
  );
  for (let from = 0; from < rows.length; from += atOnce)
    await tx.kysely
      .insertInto('test_pictures')
      .values(rows.slice(from, from + atOnce))
      .onConflict((conflict) => conflict.columns(['account_id', 'test_id', 'picture_id']).doNothing())
      .execute();
};

const columns = ['p.account_id', 'p.test_id', 'p.picture_id', 'p.media_type', 'p.picture_key'] as const;

/** A picture has 50 KB, so that a staged one is one part. */
const pictures = (db: Db['kysely']) =>
  db
    .selectFrom('test_pictures as p')
    .leftJoin('large_text_parts as t', (join) =>
      join.onRef('t.account_id', '=', 'p.account_id').onRef('t.digest', '=', 'p.sealed_digest').on('t.part', '=', sql.lit(0)),
    )
    .select(columns)
    .select(({ fn }) => fn.coalesce('t.content', 'p.sealed').as('sealed'));

const one = prepared<{ accountId: number; testId: number; pictureId: number }, TestPicture>((db, p) =>
  pictures(db).where('p.account_id', '=', p('accountId')).where('p.test_id', '=', p('testId')).where('p.picture_id', '=', p('pictureId')),
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
  pictures(db.kysely).where('p.account_id', '=', accountId).where('p.test_id', '=', testId).where('p.picture_id', 'in', ids).execute();

const copied = ['picture_id', 'media_type', 'picture_key', 'sealed', 'sealed_digest'] as const;

/** Which of these the test has already. */
export const listIds = async (
  db: Db,
  { accountId, testId, ids }: { readonly accountId: number; readonly testId: number; readonly ids: readonly number[] },
): Promise<number[]> =>
  (
    await db.kysely
      .selectFrom('test_pictures')
      .select('picture_id')
      .where('account_id', '=', accountId)
      .where('test_id', '=', testId)
      .where('picture_id', 'in', oneOfIds(JSON.stringify(ids), db.traits.engine))
      .execute()
  ).map(({ picture_id }) => picture_id);

/** How many bytes the pictures of a test take. */
export const sumBytes = async (db: Db, accountId: number, testId: number): Promise<number> => {
  const { bytes } = await db.kysely
    .selectFrom('test_pictures')
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum(sql<number>`octet_length(sealed)`), eb.lit(0)), 'bigint').as('bytes'))
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .executeTakeFirstOrThrow();
  return bytes;
};

/** Gives a new test all pictures of another one of the account. */
export const copy = async (tx: Tx, accountId: number, { from, to }: { readonly from: number; readonly to: number }): Promise<void> => {
  await tx.kysely
    .insertInto('test_pictures')
    .columns(['account_id', 'test_id', ...copied])
    .expression((db) =>
      db
        .selectFrom('test_pictures')
        .select((eb) => ['account_id', eb.cast<number>(eb.val(to), 'bigint').as('test_id'), ...copied])
        .where('account_id', '=', accountId)
        .where('test_id', '=', from),
    )
    .execute();
};
