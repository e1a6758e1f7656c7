import type { Insertable, Selectable } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import type { ApiKeyRow } from '../../schema.ts';

export type ApiKey = Selectable<ApiKeyRow>;

const used = ['account_id', 'key_id', 'scopes', 'revoked_at', 'expires_at', 'first_key_id', 'name'] as const;

const byHash = prepared<{ hash: string }, Pick<ApiKey, (typeof used)[number]>>((db, p) =>
  db.selectFrom('api_keys').select(used).where('key_hash', '=', p('hash')),
);

/** The one lookup without an account: the key identifies it. */
export const findByHash = async (db: Db, hash: string) => (await byHash(db, { hash })).rows[0];

export const insert = (tx: Tx, row: Insertable<ApiKeyRow>): Promise<ApiKey> =>
  tx.kysely.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();

export const list = (db: Db, accountId: number): Promise<ApiKey[]> =>
  db.kysely.selectFrom('api_keys').selectAll().where('account_id', '=', accountId).orderBy('key_id', 'desc').execute();

type Use = { readonly at: number; readonly unlessSince: number };

/** Sets when a key was last used, unless it was used after `unlessSince`. */
export const recordUse = async (
  tx: Tx,
  { account_id, key_id }: Pick<ApiKey, 'account_id' | 'key_id'>,
  { at, unlessSince }: Use,
): Promise<void> => {
  await tx.kysely
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('account_id', '=', account_id)
    .where('key_id', '=', key_id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', unlessSince)]))
    .execute();
};

/** Sets when a key ends. False if there is no such key or it already ends at that instant or earlier. */
export const revoke = (tx: Tx, accountId: number, keyId: number, at: number): Promise<boolean> =>
  tx.kysely
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', at)]))
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows === 1n);
