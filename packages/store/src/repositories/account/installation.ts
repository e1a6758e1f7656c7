import type { Kysely } from 'kysely';
import type { Db, Tx } from '../../db.ts';
import type { Schema } from '../../schema.ts';

// Not in the schema, whose tables all belong to accounts.
const tableOf = (kysely: Kysely<Schema>) => kysely.withTables<{ installation: { name: string; value: string } }>();

type Fact = 'secret-fingerprint' | 'storage-marker' | 'self-tests' | 'clock' | 'engines';

export const find = async ({ kysely }: Db, name: Fact): Promise<string | undefined> =>
  (await tableOf(kysely).selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** Keeps the first value that is given; false: there was one. */
export const insertFirst = async ({ kysely }: Tx, name: Fact, value: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await tableOf(kysely)
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

export const replace = async ({ kysely }: Tx, name: Fact, value: string): Promise<void> => {
  await tableOf(kysely)
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
};

/** Replaces the value that was found; false: it is another one by now. */
export const replaceFound = async (tx: Tx, name: Fact, found: string | undefined, value: string): Promise<boolean> => {
  if (found === undefined) return insertFirst(tx, name, value);
  const { numUpdatedRows } = await tableOf(tx.kysely)
    .updateTable('installation')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', found)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
