import { GradedCode } from '@assay/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import { countUpTo } from '../../count-up-to.ts';
import { type Db, type DialectTraits, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
import { keyIs, rowsOf } from '../../rows-of.ts';
import type { GradingRow } from '../../schema.ts';
import type { AttemptKey } from './attempt-key.ts';

type Row = Selectable<GradingRow>;
export type Grading = Omit<Row, 'result'> & { readonly result: GradedCode | null };
export type GradingChange = Partial<Pick<Row, 'failures' | 'not_before' | 'lease_until' | 'last_error' | 'graded_at'>> & {
  readonly result?: GradedCode;
};

const resultColumn = jsonColumn('gradings.result', (value) => GradedCode.parse(value));

const gradingOf = ({ result, ...row }: Row): Grading => {
  const { account_id: accountId, invitation_id: invitationId, attempt, question_id: questionId, round } = row;
  return { ...row, result: result === null ? null : resultColumn.read(result, { accountId, invitationId, attempt, questionId, round }) };
};

type NewGrading = Pick<Row, 'account_id' | 'invitation_id' | 'attempt' | 'question_id' | 'round' | 'test_id' | 'version'>;

/** Inserts the gradings to do. */
export const insertPending = async (tx: Tx, rows: readonly NewGrading[], now: number): Promise<void> => {
  if (rows.length === 0) return;
  const values = rows.map((row): Insertable<GradingRow> => ({ ...row, failures: 0, not_before: now, lease_until: 0, created_at: now }));
  await tx.kysely.insertInto('gradings').values(values).execute();
};

const ofAttempt = rowsOf('gradings', 'invitation_id', 'attempt').all('*', 'question_id', 'round');

/** All rounds of an attempt, by question and round. */
export const list = async (db: Db, key: AttemptKey): Promise<Grading[]> => (await ofAttempt(db, key)).map(gradingOf);

const waiting = prepared<AttemptKey, { question_id: number }>((db, p) =>
  db
    .selectFrom('gradings')
    .select('question_id')
    .where(keyIs(p, 'invitation_id', 'attempt'))
    .where('graded_at', 'is', sql.lit(null))
    .limit(sql.lit(1)),
);

export const areWaiting = async (db: Db, key: AttemptKey): Promise<boolean> => (await waiting(db, key)).rows.length > 0;

/** Gradings of all accounts that are not done, counted no further than `most`. */
export const countWaiting = (db: Db, most: number): Promise<number> =>
  countUpTo(
    db,
    db.kysely.selectFrom('gradings').select('question_id').where('graded_at', 'is', sql.lit(null)).where('account_id', '>=', sql.lit(0)),
    most,
  );

/** Further rounds of a test that are not graded yet, counted no further than `most`. */
export const countRegrading = (db: Db, { accountId, testId, most }: { accountId: number; testId: number; most: number }): Promise<number> =>
  countUpTo(
    db,
    db.kysely
      .selectFrom('gradings')
      .select('question_id')
      .where('account_id', '=', accountId)
      .where('test_id', '=', testId)
      .where('graded_at', 'is', sql.lit(null))
      .where('round', '>', sql.lit(1)),
    most,
  );

/** 1: the first round of a grading. 2: all further ones, those of regrades. */
export type GradingTurn = 1 | 2;

/** Written as in the index. */
const turn = ({ engine }: DialectTraits) => sql<number>`${sql.raw(`${engine === 'postgres' ? 'least' : 'min'}(round, 2)`)}`;

type Turn = { readonly account_id: number; readonly due: number | null };
type Turns = { readonly now: number; readonly after: number; readonly most: number; readonly turn: GradingTurn };

// From each account to the next one: a few seeks, however many gradings it has.
const turns = prepared<Turns, Turn>((db, p, traits) => {
  const first = sql`(select 1 from gradings where graded_at is null
    and account_id = accounts.account_id and ${turn(traits)} = ${p('turn')} and not_before <= ${p('now')} and lease_until <= ${p('now')}
    order by not_before limit 1)`;
  return {
    compile: () =>
      sql<Turn>`with recursive accounts (account_id, place) as (
        select (select account_id from gradings where graded_at is null and account_id > ${p('after')} order by account_id limit 1), 1
        union all
        select (
          select g.account_id from gradings g where g.graded_at is null and g.account_id > accounts.account_id order by g.account_id limit 1
        ), place + 1
        from accounts where account_id is not null and place < ${p('most')}
      )
      select account_id, ${first} as due
      from accounts where account_id is not null`.compile(db),
  };
});

/** The first accounts after `after`, by id, that have gradings to do, and whether one of those of `turn` is due. */
export const listAccounts = async (db: Db, which: Turns): Promise<{ accountId: number; isDue: boolean }[]> =>
  (await turns(db, which)).rows
    .map(({ account_id, due }) => ({ accountId: account_id, isDue: due !== null }))
    .sort((one, other) => one.accountId - other.accountId);

type Due = { readonly now: number; readonly accountId: number; readonly turn: GradingTurn };

const due = prepared<Due, Row>((db, p, traits) =>
  db
    .selectFrom('gradings')
    .selectAll()
    .where('graded_at', 'is', sql.lit(null))
    .where('account_id', '=', p('accountId'))
    .where(turn(traits), '=', p('turn'))
    .where('not_before', '<=', p('now'))
    .where('lease_until', '<=', p('now'))
    .orderBy('not_before')
    .limit(sql.lit(1))
    .$if(traits.rowLocks, (query) => query.forNoKeyUpdate().skipLocked()),
);

/** The grading of an account and turn that is due first; on Postgres rows that another worker is claiming are skipped. */
export const lockDue = async (tx: Tx, which: Due): Promise<Grading | undefined> => {
  const [row] = (await due(tx, which)).rows;
  return row && gradingOf(row);
};

const before = prepared<{ accountId: number; testId: number; version: number; most: number }, { count: number }>((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('gradings')
        .select(['question_id', 'version'])
        .where(keyIs(p, 'test_id'))
        // By the index, so that reading ends with the last one counted.
        .orderBy('question_id')
        .orderBy('invitation_id')
        .limit(p('most'))
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('version', '<', p('version')),
);

/** Of the first `most` gradings of a test, those by the cases of an earlier version. */
export const countBefore = async (db: Db, some: { accountId: number; testId: number; version: number; most: number }): Promise<number> =>
  (await before(db, some)).rows[0]?.count ?? 0;

type From = { accountId: number; testId: number; questionId: number; invitationId: number; attempt: number; most: number };

/** Programs given to a question before this attempt, counted no further than `most`. */
export const countPrograms = (db: Db, { accountId, testId, questionId, invitationId, attempt, most }: From): Promise<number> =>
  countUpTo(
    db,
    db.kysely
      .selectFrom('gradings')
      .select('question_id')
      .where('account_id', '=', accountId)
      .where('test_id', '=', testId)
      .where('question_id', '=', questionId)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('invitation_id', 'attempt'), '<', tuple(invitationId, attempt)))
      .where('round', '=', 1)
      .orderBy('invitation_id', 'desc'),
    most,
  );

const unlessClaimed = rowsOf('gradings', 'invitation_id', 'attempt', 'question_id', 'round').updateIf('lease_until', 'graded_at');

/** Writes only if the lease is still that of `from` and nobody has graded it, so that a worker that lost its lease writes nothing. */
export const update = (tx: Tx, from: Grading, { result, ...change }: GradingChange): Promise<boolean> =>
  unlessClaimed(tx, from, { ...change, ...(result ? { result: resultColumn.write(result) } : {}) });
