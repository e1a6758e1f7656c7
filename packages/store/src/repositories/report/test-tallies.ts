import { emptyTally, type TestTally, type WindowEvent } from '@assay/domain';
import { sql } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn, unchecked } from '../../json-column.ts';
import { newNonce } from '../../nonce.ts';
import type { ReportRow, TestTallyRow } from '../../schema.ts';
import type { Report } from './reports.ts';

type Key = { readonly accountId: number; readonly testId: number };

/** The last report that is counted, in the order in which they were generated. */
type Seen = { readonly at: number; readonly invitationId: number; readonly attempt: number };
export type StoredTally = Key & { readonly nonce: string; readonly seen: Seen; readonly tally: TestTally };

const formerly = jsonColumn('test_tallies.tally', (value) => unchecked<TestTally>(value));
const column = jsonColumn('test_tallies.counted', (value) => unchecked<Pick<StoredTally, 'seen' | 'tally'>>(value));

const nothing = (): Pick<StoredTally, 'seen' | 'tally'> => ({ seen: { at: 0, invitationId: 0, attempt: 0 }, tally: emptyTally() });

const one = prepared<Key, TestTallyRow>((db, p) =>
  db.selectFrom('test_tallies').selectAll().where('account_id', '=', p('accountId')).where('test_id', '=', p('testId')),
);

export const find = async (db: Db, { accountId, testId }: Key): Promise<StoredTally | undefined> => {
  const row = (await one(db, { accountId, testId })).rows[0];
  if (row === undefined) return undefined;
  const counted = row.counted === null ? nothing() : column.read(row.counted, { accountId, testId });
  return { accountId, testId, nonce: row.nonce, ...counted };
};

const insert = prepared<Key & { nonce: string; tally: string }, never>((db, p) =>
  db
    .insertInto('test_tallies')
    .values(({ lit }) => ({
      account_id: p('accountId'),
      test_id: p('testId'),
      nonce: p('nonce'),
      seen_at: lit(0),
      seen_invitation: lit(0),
      seen_attempt: lit(0),
      tally: p('tally'),
    }))
    .onConflict((conflict) => conflict.columns(['account_id', 'test_id']).doNothing()),
);

/** Begins to count, unless that is done. It is there before the first report is read, so that what changes meanwhile can end it. */
export const begin = async (tx: Tx, { accountId, testId }: Key): Promise<void> => {
  await insert(tx, { accountId, testId, nonce: newNonce(), tally: formerly.write(emptyTally()) });
};

/** Writes what was counted further; false if another count, or a regrade, came first. */
export const save = async (tx: Tx, { accountId, testId, nonce, seen, tally }: StoredTally): Promise<boolean> => {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('test_tallies')
    .set({ nonce: newNonce(), counted: column.write({ seen, tally }) })
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** A counted report has changed: what it added cannot be taken away again, so the next count begins with the first report. */
export const forget = async (tx: Tx, { accountId, testId }: Key): Promise<void> => {
  await tx.kysely.deleteFrom('test_tallies').where('account_id', '=', accountId).where('test_id', '=', testId).execute();
};

type Page = Key & Seen & { readonly until: number; readonly limit: number };
const columns = [
  'invitation_id',
  'attempt',
  'version',
  'score',
  'total_score',
  'content',
  'generated_at',
  'started_at',
  'completed_at',
  'wv',
] as const;
type PageRow = Pick<ReportRow, (typeof columns)[number]>;

const following = prepared<Page, PageRow>((db, p) =>
  db
    .selectFrom('reports')
    .select(columns)
    .where('account_id', '=', p('accountId'))
    .where('test_id', '=', p('testId'))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('generated_at', 'invitation_id', 'attempt'), '>', tuple(p('at'), p('invitationId'), p('attempt'))),
    )
    .where('generated_at', '<=', p('until'))
    .orderBy('generated_at')
    .orderBy('invitation_id')
    .orderBy('attempt')
    .limit(p('limit')),
);

export type ReportToCount = Seen &
  Pick<Report, 'version'> & {
    /** JSON. */
    readonly content: string | null;
    readonly wv: number;
    readonly score: string;
    readonly totalScore: string;
    readonly startedAt: number;
    readonly completedAt: number;
  };

/** Reports after one, in the order in which they were generated. */
export const listFollowing = async (db: Db, page: Page): Promise<ReportToCount[]> =>
  (await following(db, page)).rows.flatMap(
    ({ invitation_id: invitationId, attempt, version, score, total_score, content, generated_at, started_at, completed_at, wv }) =>
      score === null || total_score === null || generated_at === null
        ? []
        : [
            {
              at: generated_at,
              invitationId,
              attempt,
              version,
              score,
              totalScore: total_score,
              startedAt: started_at,
              completedAt: completed_at,
              wv,
              content,
            },
          ],
  );

type OfAttempt = { readonly invitation_id: number; readonly attempt: number };
type Ids = { readonly accountId: number; readonly ids: string };

const idsIn = (ids: string, engine: Db['traits']['engine']) =>
  engine === 'postgres'
    ? sql<number>`(select json_array_elements_text(${ids}::json)::bigint)`
    : sql<number>`(select value from json_each(${ids}))`;

/** Longer ones are programs and texts, in which no options were picked. */
const longestPick = 200;

type Picked = OfAttempt & { readonly question_id: number; readonly answer: string };

const short = prepared<Ids & { longest: number }, Picked>((db, p, { engine }) =>
  db
    .selectFrom('answers')
    .select(['invitation_id', 'attempt', 'question_id', 'answer'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', 'in', idsIn(p('ids'), engine))
    .where(({ eb, fn }) => eb(fn<number>('length', ['answer']), '<=', p('longest'))),
);

/** Short answers of these invitations, of all their attempts, as JSON. */
export const listShortAnswers = async (db: Db, accountId: number, invitationIds: readonly number[]): Promise<readonly Picked[]> =>
  (await short(db, { accountId, ids: JSON.stringify(invitationIds), longest: longestPick })).rows;

const visited = prepared<Ids, OfAttempt & { visits: string }>((db, p, { engine }) =>
  db
    .selectFrom('places')
    .select(['invitation_id', 'attempt', 'visits'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', 'in', idsIn(p('ids'), engine)),
);

/** Which question was on the screen from when on, as it is stored, of all attempts of these invitations. */
export const listVisits = async (db: Db, accountId: number, invitationIds: readonly number[]) =>
  (await visited(db, { accountId, ids: JSON.stringify(invitationIds) })).rows;

const left = prepared<Ids, OfAttempt & WindowEvent>((db, p, { engine }) =>
  db
    .selectFrom('window_events')
    .select(['invitation_id', 'attempt', 'type', 'at'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', 'in', idsIn(p('ids'), engine)),
);

/** When the windows of these invitations were left, of all their attempts, in no order. */
export const listWindowEvents = async (db: Db, accountId: number, invitationIds: readonly number[]) =>
  (await left(db, { accountId, ids: JSON.stringify(invitationIds) })).rows;
