import type { TimelineEntry, TimelineType } from '@assay/domain';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
import { keyIs } from '../../rows-of.ts';

type Data = TimelineEntry['data'];

const data = jsonColumn('timeline.data', (value): Data => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('must be an object');
  return value as Data;
});

type NewEntry = {
  readonly accountId: number;
  readonly invitationId: number;
  readonly type: TimelineType;
  readonly data: Data;
  readonly at: number;
};

const insert = prepared<Omit<NewEntry, 'data'> & { data: string }, never>((db, p) =>
  db
    .insertInto('timeline')
    .values({ account_id: p('accountId'), invitation_id: p('invitationId'), type: p('type'), data: p('data'), at: p('at') }),
);

export const append = async (tx: Tx, entry: NewEntry): Promise<void> => {
  await insert(tx, { ...entry, data: data.write(entry.data) });
};

export type StoredEntry = { readonly entry_id: number; readonly type: string; readonly data: Data; readonly at: number };

const page = prepared<
  { accountId: number; invitationId: number; after: number; limit: number },
  Omit<StoredEntry, 'data'> & { data: string }
>((db, p) =>
  db
    .selectFrom('timeline')
    .select(['entry_id', 'type', 'data', 'at'])
    .where(keyIs(p, 'invitation_id'))
    .where('entry_id', '>', p('after'))
    .orderBy('entry_id')
    .limit(p('limit')),
);

/** In the order of insertion, from the first one after `after`. `type` is any string: an older or newer version may have written the entry. */
export const listPage = async (
  db: Db,
  key: { accountId: number; invitationId: number; after: number; limit: number },
): Promise<StoredEntry[]> => {
  const { rows } = await page(db, key);
  return rows.map((row) => ({ ...row, data: data.read(row.data, { accountId: key.accountId, entryId: row.entry_id }) }));
};
