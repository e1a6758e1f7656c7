import { type Selectable, sql } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { rowsOf } from '../../rows-of.ts';
import type { RegradeRow } from '../../schema.ts';

export type Regrade = Selectable<RegradeRow>;
type Requested = {
  readonly accountId: number;
  readonly testId: number;
  readonly version: number;
  readonly now: number;
  readonly reason: string | null;
  readonly notify: 0 | 1;
};

const upsert = prepared<Requested, never>((db, p) =>
  db
    .insertInto('regrades')
    .values(({ lit }) => ({
      account_id: p('accountId'),
      test_id: p('testId'),
      version: p('version'),
      question_id: lit(0),
      invitation_id: lit(0),
      attempt: lit(0),
      requested_at: p('now'),
      reason: p('reason'),
      notify: p('notify'),
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'test_id'])
        .doUpdateSet(({ ref, lit }) => ({
          version: ref('excluded.version'),
          question_id: lit(0),
          invitation_id: lit(0),
          attempt: lit(0),
          requested_at: ref('excluded.requested_at'),
          done_at: lit(null),
          reason: ref('excluded.reason'),
          notify: ref('excluded.notify'),
        }))
        .where(({ eb, or, ref }) =>
          or([
            eb('regrades.done_at', 'is not', null),
            eb('regrades.version', '<>', ref('excluded.version')),
            eb('regrades.notify', '<', ref('excluded.notify')),
          ]),
        ),
    ),
);

/** Starts the walk; one to the same version that is under way goes on, unless it shall notify from now on. */
export const request = async (tx: Tx, requested: Requested): Promise<void> => {
  await upsert(tx, requested);
};

const row = rowsOf('regrades', 'test_id');

/** The last regrade of a test. */
export const find = row.one('*');

const anyDue = prepared<Record<never, never>, { test_id: number }>((db) =>
  db
    .selectFrom('regrades')
    .select('test_id')
    .where('done_at', 'is', sql.lit(null))
    .where('requested_at', '>=', sql.lit(0))
    .orderBy('requested_at')
    .limit(sql.lit(1)),
);

export const isDue = async (db: Db): Promise<boolean> => (await anyDue(db, {})).rows.length > 0;

const due = prepared<Record<never, never>, Regrade>((db, _, { rowLocks }) =>
  db
    .selectFrom('regrades')
    .selectAll()
    .where('done_at', 'is', sql.lit(null))
    .where('requested_at', '>=', sql.lit(0))
    .orderBy('requested_at')
    .limit(sql.lit(1))
    .$if(rowLocks, (query) => query.forNoKeyUpdate().skipLocked()),
);

/** The walk that was requested first, of all accounts, unless another worker takes a step of it. */
export const lockDue = async (tx: Tx): Promise<Regrade | undefined> => (await due(tx, {})).rows[0];

const unlessMoved = row.updateIf('version', 'notify', 'invitation_id', 'attempt', 'done_at');

type RegradeChange = Partial<Pick<Regrade, 'invitation_id' | 'attempt' | 'done_at'>>;

/** False if the walk is elsewhere by now. */
export const update = (tx: Tx, from: Regrade, change: RegradeChange): Promise<boolean> => unlessMoved(tx, from, change);

/** Whether the walk has yet to come to this attempt. */
export const isAhead = (walk: Regrade, { invitationId, attempt }: { invitationId: number; attempt: number }): boolean =>
  walk.done_at === null && (walk.invitation_id < invitationId || (walk.invitation_id === invitationId && walk.attempt < attempt));
