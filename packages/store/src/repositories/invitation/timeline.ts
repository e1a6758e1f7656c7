import type { TimelineEntry, TimelineType } from '@assay/domain';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';

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

/** In the order of insertion. `type` is any string: an older or newer version may have written the entry. */
export const list = async (db: Db, accountId: number, invitationId: number): Promise<{ type: string; data: Data; at: number }[]> => {
  const rows = await db.kysely
    .selectFrom('timeline')
    .select(['entry_id', 'type', 'data', 'at'])
    .where('account_id', '=', accountId)
    .where('invitation_id', '=', invitationId)
    .orderBy('entry_id')
    .execute();
  return rows.map(({ entry_id, ...row }) => ({ ...row, data: data.read(row.data, { accountId, entryId: entry_id }) }));
};
