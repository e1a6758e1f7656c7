import { emptyTally, type TestTally } from '@assay/domain';
import { type OnConflictBuilder, sql } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn, unchecked } from '../../json-column.ts';
import { newNonce } from '../../nonce.ts';
import { keyIs, rowsOf } from '../../rows-of.ts';
import type { Schema } from '../../schema.ts';

type Key = { readonly accountId: number; readonly testId: number };

/** The last report that is counted, in the order in which they were generated. */
type Seen = { readonly at: number; readonly invitationId: number; readonly attempt: number };
export type StoredTally = Key & { readonly nonce: string; readonly seen: Seen; readonly tally: TestTally };

const column = jsonColumn('test_tallies.counted', (value) => unchecked<Pick<StoredTally, 'seen' | 'tally'>>(value));

const nothing = (): Pick<StoredTally, 'seen' | 'tally'> => ({ seen: { at: 0, invitationId: 0, attempt: 0 }, tally: emptyTally() });

const row = rowsOf('test_tallies', 'test_id');
const one = row.one('*');
const unlessCounted = row.updateIf('nonce');

export const find = async (db: Db, { accountId, testId }: Key): Promise<StoredTally | undefined> => {
  const row = await one(db, { accountId, testId });
  if (row === undefined) return undefined;
  const counted = row.counted === null ? nothing() : column.read(row.counted, { accountId, testId });
  return { accountId, testId, nonce: row.nonce, ...counted };
};

const insertOr = (onConflict: (conflict: OnConflict) => ReturnType<OnConflict['doNothing']> | ReturnType<OnConflict['doUpdateSet']>) =>
  prepared<Key & { nonce: string }, never>((db, p) =>
    db
      .insertInto('test_tallies')
      .values({ account_id: p('accountId'), test_id: p('testId'), nonce: p('nonce') })
      .onConflict((conflict) => onConflict(conflict.columns(['account_id', 'test_id']))),
  );
type OnConflict = OnConflictBuilder<Schema, 'test_tallies'>;
const insert = insertOr((conflict) => conflict.doNothing());
const insertOrReset = insertOr((conflict) =>
  conflict.doUpdateSet(({ ref, lit }) => ({ nonce: ref('excluded.nonce'), counted: lit(null) })),
);

/** Begins to count, unless that is done. It is there before the first report is read, so that what changes meanwhile can end it. */
export const begin = async (tx: Tx, { accountId, testId }: Key): Promise<void> => {
  await insert(tx, { accountId, testId, nonce: newNonce() });
};

/** Writes what was counted further; false if another count, or a regrade, came first. */
export const save = (tx: Tx, { accountId, testId, nonce, seen, tally }: StoredTally): Promise<boolean> =>
  unlessCounted(tx, { account_id: accountId, test_id: testId, nonce }, { nonce: newNonce(), counted: column.write({ seen, tally }) });

/**
 * A counted report has changed: what it added cannot be taken away again, so the next count begins with the first report. The row is updated,
 * not deleted: on PostgreSQL a count that begins meanwhile would insert one, and keep what it read before the change.
 */
export const forget = async (tx: Tx, { accountId, testId }: Key): Promise<void> => {
  await insertOrReset(tx, { accountId, testId, nonce: newNonce() });
};

type Page = Key & Seen & { readonly until: number; readonly limit: number };

/** A report that is generated, and what its candidate did: JSON without the brackets around it. */
export type ReportToCount = Seen & {
  readonly version: number;
  readonly keyVersion: number;
  readonly startedAt: number;
  readonly completedAt: number;
  /** JSON, as `content` is. */
  readonly figures: string;
  readonly content: string;
  /** Of each short answer `"questionId":answer`. */
  readonly answers: string | null;
  /** As they are stored. */
  readonly visits: string | null;
  /** Of each event of the window `[type, at]`, in no order. */
  readonly events: string | null;
};

/** Longer ones are programs and texts, in which no options were picked. */
const longestPick = 200;

const ofReport = (table: 'answers' | 'places' | 'window_events') =>
  sql`from ${sql.table(table)} own where own.account_id = reports.account_id and own.invitation_id = reports.invitation_id
    and own.attempt = reports.attempt`;

// A text for each attempt: a row for each answer takes half as long again to read, and longer to send to a thread.
const following = prepared<Page, ReportToCount>((db, p) =>
  db
    .selectFrom('reports')
    .select([
      'invitation_id as invitationId',
      'attempt',
      'version',
      ({ fn }) => fn.coalesce('key_version', 'version').as('keyVersion'),
      'figures',
      'content',
      'generated_at as at',
      'started_at as startedAt',
      'completed_at as completedAt',
      sql`(select string_agg('"' || question_id || '":' || answer, ',') ${ofReport('answers')}
        and length(answer) <= ${sql.lit(longestPick)})`.as('answers'),
      sql`(select visits ${ofReport('places')})`.as('visits'),
      sql`(select string_agg('["' || type || '",' || at || ']', ',') ${ofReport('window_events')})`.as('events'),
    ])
    .where(keyIs(p, 'test_id'))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('generated_at', 'invitation_id', 'attempt'), '>', tuple(p('at'), p('invitationId'), p('attempt'))),
    )
    .where('generated_at', '<=', p('until'))
    .where('content', 'is not', null)
    .where('figures', 'is not', null)
    .orderBy('generated_at')
    .orderBy('invitation_id')
    .orderBy('attempt')
    .limit(p('limit')),
);

/** Reports after one, in the order in which they were generated. */
export const listFollowing = async (db: Db, page: Page): Promise<readonly ReportToCount[]> => (await following(db, page)).rows;
