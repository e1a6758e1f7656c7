import type { AuditEntry, AuditType } from '@assay/domain';
import type { Db, Tx } from '../../db.ts';
import { deleteOldest, type Oldest } from '../../delete-oldest.ts';
import { jsonColumn } from '../../json-column.ts';

type Data = AuditEntry['data'];

const data = jsonColumn('audit_entries.data', (value): Data => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('must be an object');
  return value as Data;
});

type NewEntry = {
  readonly accountId: number;
  /** Null: the operator. */
  readonly keyId: number | null;
  readonly type: AuditType;
  readonly data: Data;
  readonly at: number;
};

export const append = async (tx: Tx, entry: NewEntry): Promise<void> => {
  await tx.kysely
    .insertInto('audit_entries')
    .values({ account_id: entry.accountId, key_id: entry.keyId, type: entry.type, data: data.write(entry.data), at: entry.at })
    .execute();
};

type Page = { readonly accountId: number; readonly before: number | undefined; readonly limit: number };

/** Newest first, with the name of the key. `type` is any string: an older or newer version may have written the entry. */
export const listPage = async (db: Db, { accountId, before, limit }: Page) => {
  const rows = await db.kysely
    .selectFrom('audit_entries as entry')
    .leftJoin('api_keys as key', (join) => join.onRef('key.account_id', '=', 'entry.account_id').onRef('key.key_id', '=', 'entry.key_id'))
    .select(['entry.entry_id', 'entry.key_id', 'key.name as key_name', 'entry.type', 'entry.data', 'entry.at'])
    .where('entry.account_id', '=', accountId)
    .$if(before !== undefined, (query) => query.where('entry.entry_id', '<', before ?? 0))
    .orderBy('entry.entry_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, data: data.read(row.data, { accountId, entryId: row.entry_id }) }));
};

/** Deletes entries of all accounts by age. */
export const forget = (tx: Tx, oldest: Oldest): Promise<number> =>
  deleteOldest(tx, { from: 'audit_entries', key: ['account_id', 'entry_id'], by: 'at' }, oldest);
