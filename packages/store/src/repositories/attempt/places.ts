import { formatVisit, longestVisits, Place, parseVisits } from '@assay/domain';
import { sql } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
import { rowsOf } from '../../rows-of.ts';
import type { AttemptKey } from './attempt-key.ts';

const column = jsonColumn('places.flags', (value) => Place.shape.flags.parse(value));

const upsert = prepared<AttemptKey & { questionId: number; flags: string; visit: string; most: number; now: number }, never>((db, p) =>
  db
    .insertInto('places')
    .values({
      account_id: p('accountId'),
      invitation_id: p('invitationId'),
      attempt: p('attempt'),
      question_id: p('questionId'),
      flags: p('flags'),
      saved_at: p('now'),
      visits: p('visit'),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'invitation_id', 'attempt']).doUpdateSet((eb) => ({
        question_id: eb.ref('excluded.question_id'),
        flags: eb.ref('excluded.flags'),
        saved_at: eb.ref('excluded.saved_at'),
        visits: sql<string>`case when places.question_id = excluded.question_id or length(places.visits) > ${p('most')}
          then places.visits else places.visits || ',' || excluded.visits end`,
      })),
    ),
);

/** `from`: milliseconds since the attempt's start. The one saved last stands: only the page that holds the session saves, one request at a time. */
export const save = async (
  tx: Tx,
  { flags, from, ...place }: AttemptKey & Place & { readonly now: number; readonly from: number },
): Promise<void> => {
  await upsert(tx, { ...place, flags: column.write(flags), visit: formatVisit({ ...place, from }), most: longestVisits });
};

const place = rowsOf('places', 'invitation_id', 'attempt');
const one = place.one(['question_id', 'flags']);
const visited = place.one(['visits']);

/** Undefined until the attempt has one. */
export const find = async (db: Db, key: AttemptKey): Promise<Place | undefined> => {
  const row = await one(db, key);
  return row === undefined ? undefined : { questionId: row.question_id, flags: column.read(row.flags, key) };
};

/** The questions in the order in which they came on the screen. */
export const listVisits = async (db: Db, key: AttemptKey) => parseVisits((await visited(db, key))?.visits ?? '');
