import type { Db, Tx } from '../../db.ts';
import { deleteOldest, type Oldest } from '../../delete-oldest.ts';
import { rowsOf } from '../../rows-of.ts';

const row = rowsOf('idempotency_keys', 'idempotency_key');
const change = row.updateIf();

type Entry = {
  readonly accountId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly now: number;
  readonly forgetBefore: number;
};

/**
 * Claims a key for this request. Undefined: the key is new, and `complete` or `release` follows in the same transaction. On Postgres a
 * second request with the key waits here until the first has committed or failed.
 */
export const claim = async (
  tx: Tx,
  { accountId, key, fingerprint, now, forgetBefore }: Entry,
): Promise<{ fingerprint: string; response: string } | undefined> => {
  await tx.kysely
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .where('created_at', '<', forgetBefore)
    .execute();
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, idempotency_key: key, fingerprint, response: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  return tx.kysely
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
};

/** What is stored for a key; undefined if it is new, or old. */
export const find = (
  db: Db,
  { accountId, key, forgetBefore }: Pick<Entry, 'accountId' | 'key' | 'forgetBefore'>,
): Promise<{ fingerprint: string; response: string } | undefined> =>
  db.kysely
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .where('created_at', '>=', forgetBefore)
    .executeTakeFirst();

export const complete = async (tx: Tx, { accountId, key }: Pick<Entry, 'accountId' | 'key'>, response: string): Promise<void> => {
  await change(tx, { account_id: accountId, idempotency_key: key }, { response });
};

/** Deletes the key after a refusal: nothing was changed, so a retry runs again. */
export const release = async (tx: Tx, { accountId, key }: Pick<Entry, 'accountId' | 'key'>): Promise<void> => {
  await row.remove(tx, { accountId, idempotencyKey: key });
};

/** Deletes keys of all accounts by age. */
export const forget = (tx: Tx, oldest: Oldest): Promise<number> =>
  deleteOldest(tx, { from: 'idempotency_keys', key: ['account_id', 'idempotency_key'], by: 'created_at' }, oldest);
