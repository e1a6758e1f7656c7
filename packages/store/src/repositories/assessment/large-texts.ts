import { type Db, prepared, type Tx } from '../../db.ts';
import { deleteOldest, type Oldest } from '../../delete-oldest.ts';
import { rowsOf } from '../../rows-of.ts';

type Key = { readonly accountId: number; readonly digest: string };

const insertHead = prepared<Key & { now: number }, never>((db, p) =>
  db
    .insertInto('large_texts')
    .values({ account_id: p('accountId'), digest: p('digest'), staged_at: p('now') })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'digest'])
        .doUpdateSet((eb) => ({ staged_at: eb.ref('excluded.staged_at') }))
        .where('large_texts.staged_at', 'is not', null),
    ),
);

const insertPart = prepared<Key & { part: number; content: string }, never>((db, p) =>
  db
    .insertInto('large_text_parts')
    .values({ account_id: p('accountId'), digest: p('digest'), part: p('part'), content: p('content') })
    .onConflict((conflict) => conflict.columns(['account_id', 'digest', 'part']).doNothing()),
);

/** Begins a text that the transaction which names it will find: from now on it is kept for a day. */
export const stage = async (tx: Tx, key: Key & { readonly now: number }): Promise<void> => {
  await insertHead(tx, key);
};

/** Which of these texts the account stores, or has begun to. */
export const listStored = async (db: Db, accountId: number, digests: readonly string[]): Promise<string[]> => {
  const stored: string[] = [];
  for (let from = 0; from < digests.length; from += atOnce) {
    const query = db.kysely.selectFrom('large_texts').select('digest').where('account_id', '=', accountId);
    const rows = await query.where('digest', 'in', digests.slice(from, from + atOnce)).execute();
    stored.push(...rows.map(({ digest }) => digest));
  }
  return stored;
};

/** The same text has the same parts, in whichever process writes it first. */
export const putPart = async (tx: Tx, part: Key & { readonly part: number; readonly content: string }): Promise<void> => {
  await insertPart(tx, part);
};

/** Keys of a statement. */
const atOnce = 500;

/** Keeps staged texts for good, in the transaction that names them. Throws if one is gone. */
export const keep = async (tx: Tx, accountId: number, digests: readonly string[]): Promise<void> => {
  const named = [...new Set(digests)].sort();
  for (let from = 0; from < named.length; from += atOnce) {
    const some = named.slice(from, from + atOnce);
    const { numUpdatedRows } = await tx.kysely
      .updateTable('large_texts')
      .set({ staged_at: null })
      .where('account_id', '=', accountId)
      .where('digest', 'in', some)
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) !== some.length) throw new Error(`of ${some.length} texts ${numUpdatedRows} are staged`);
  }
};

const onePart = rowsOf('large_text_parts', 'digest', 'part').one(['content']);

/** Undefined after the last one. */
export const findPart = async (db: Db, key: Key & { readonly part: number }): Promise<string | undefined> =>
  (await onePart(db, key))?.content;

/** Drops texts that were staged and never named: the import was refused after all, or its process ended. */
export const forget = (tx: Tx, oldest: Oldest): Promise<number> =>
  deleteOldest(tx, { from: 'large_texts', key: ['account_id', 'digest'], by: 'staged_at' }, oldest);
