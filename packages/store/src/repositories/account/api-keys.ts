import type { Insertable, Selectable } from 'kysely';
import { type Db, prepared, type Tx, updatedOne } from '../../db.ts';
import type { ApiKeyRow } from '../../schema.ts';

export type ApiKey = Selectable<ApiKeyRow>;

const byHash = prepared<{ hash: string }, Pick<ApiKey, 'account_id' | 'key_id' | 'scopes' | 'revoked_at'>>((db, p) =>
  db.selectFrom('api_keys').select(['account_id', 'key_id', 'scopes', 'revoked_at']).where('key_hash', '=', p('hash')),
);

/** The one lookup without an account: the key identifies it. */
export const findByHash = async (db: Db, hash: string) => (await byHash(db, { hash })).rows[0];

export const insert = (tx: Tx, row: Insertable<ApiKeyRow>): Promise<ApiKey> =>
  tx.kysely.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();

export const list = (db: Db, accountId: number): Promise<ApiKey[]> =>
  db.kysely.selectFrom('api_keys').selectAll().where('account_id', '=', accountId).orderBy('key_id', 'desc').execute();

/** Sets when a key ends. False if there is no such key or it already ends at that instant or earlier. */
export const revoke = (tx: Tx, accountId: number, keyId: number, at: number): Promise<boolean> =>
  tx.kysely
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', at)]))
    .executeTakeFirst()
    .then(updatedOne);
