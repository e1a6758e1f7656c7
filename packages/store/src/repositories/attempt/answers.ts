import { Answer, type AnswerChange, formatHistory, longestHistory, parseHistory, thinHistory } from '@assay/domain';
import { type Selectable, sql } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
import { keyIs, rowsOf } from '../../rows-of.ts';
import type { InvitationRow } from '../../schema.ts';
import type { AttemptKey } from './attempt-key.ts';

type Row<Value> = { readonly question_id: number; readonly answer: Value; readonly revision: number; readonly saved_at: number };
/** `late`: it arrived after the grace period and counts. */
type Late = { readonly late: 0 | 1 };
export type StoredAnswer = Row<Answer> & Late;
type New<Value> = AttemptKey & { readonly questionId: number; readonly answer: Value; readonly revision: number; readonly now: number };
type NewAnswer = New<Answer>;

// Validated when read: that costs a tenth of a microsecond.
const column = jsonColumn('answers.answer', (value) => Answer.parse(value));

const written = (answer: NewAnswer): New<string> => ({ ...answer, answer: column.write(answer.answer) });
const read = <Stored extends Row<string>>(row: Stored, key: AttemptKey): Omit<Stored, 'answer'> & { readonly answer: Answer } => {
  const { accountId, invitationId, attempt } = key;
  return { ...row, answer: column.read(row.answer, { accountId, invitationId, attempt, questionId: row.question_id }) };
};

const valuesOf = (p: <Name extends keyof New<string> & string>(name: Name) => New<string>[Name]) => ({
  account_id: p('accountId'),
  invitation_id: p('invitationId'),
  attempt: p('attempt'),
  question_id: p('questionId'),
  answer: p('answer'),
  revision: p('revision'),
  saved_at: p('now'),
});

const columns = ['question_id', 'answer', 'revision', 'saved_at'] as const;

/** A base above all revisions: whatever is stored may be overwritten by a newer one. */
const anyBase = Number.MAX_SAFE_INTEGER;

const question = ['account_id', 'invitation_id', 'attempt', 'question_id'] as const;

// Guarded by the revision, so that of two concurrent saves the newer one remains, in either order.
const upsert = prepared<New<string> & Late & { base: number; history: string }, Row<string> & Late & { readonly kept: number }>((db, p) =>
  db
    .insertInto('answers')
    .values({ ...valuesOf(p), late: p('late'), history: p('history') })
    .onConflict((conflict) =>
      conflict
        .columns(question)
        .doUpdateSet((eb) => ({
          answer: eb.ref('excluded.answer'),
          revision: eb.ref('excluded.revision'),
          saved_at: eb.ref('excluded.saved_at'),
          late: eb.ref('excluded.late'),
          history: sql<string>`answers.history || ',' || excluded.history`,
        }))
        .whereRef('excluded.revision', '>', 'answers.revision')
        .where('answers.revision', '<=', p('base')),
    )
    .returning([...columns, 'late', sql<number>`length(history)`.as('kept')]),
);

const upsertLate = prepared<New<string>, never>((db, p) =>
  db
    .insertInto('late_answers')
    .values(valuesOf(p))
    .onConflict((conflict) =>
      conflict
        .columns(question)
        .doUpdateSet((eb) => ({
          answer: eb.ref('excluded.answer'),
          revision: eb.ref('excluded.revision'),
          saved_at: eb.ref('excluded.saved_at'),
        }))
        .whereRef('excluded.revision', '>', 'late_answers.revision'),
    ),
);

const insertLate = prepared<New<string>, never>((db, p) =>
  db
    .insertInto('late_answers')
    .values(valuesOf(p))
    .onConflict((conflict) => conflict.doNothing()),
);

type OfQuestion = AttemptKey & { readonly questionId: number };

const row = rowsOf('answers', 'invitation_id', 'attempt', 'question_id');
const shown = [...columns, 'late'] as const;
const one = row.one(shown);
const oneLocked = row.locked(shown, 'update');
const historyOf = row.one(['history']);
const change = row.updateIf();
const lateOne = rowsOf('late_answers', 'invitation_id', 'attempt', 'question_id').one(columns);

/** Seldom: each time it halves what is older. */
const thin = async (tx: Tx, key: OfQuestion): Promise<void> => {
  const { history = '' } = (await historyOf(tx, key)) ?? {};
  const { accountId: account_id, invitationId: invitation_id, attempt, questionId: question_id } = key;
  await change(tx, { account_id, invitation_id, attempt, question_id }, { history: formatHistory(thinHistory(parseHistory(history))) });
};

/** The stored answer to a question, which nobody else overwrites before this transaction ends. */
export const lock = async (tx: Tx, key: OfQuestion): Promise<StoredAnswer | undefined> => {
  const row = await oneLocked(tx, key);
  return row === undefined ? undefined : read(row, key);
};

/** What is stored as the answer to a question. */
export const find = async (db: Db, key: OfQuestion): Promise<Answer | undefined> => {
  const row = await one(db, key);
  return row === undefined ? undefined : read(row, key).answer;
};

type Saved = { readonly base?: number | undefined; readonly change?: AnswerChange };

/**
 * Saves unless an equal or newer revision is stored, or, with `base`, one above it. Returns what is stored now; `accepted`: it is the
 * answer that was sent.
 */
export const save = async (
  tx: Tx,
  { base = anyBase, late = 0, change, ...answer }: NewAnswer & Partial<Late> & Saved,
): Promise<StoredAnswer & { readonly accepted: boolean }> => {
  const sent = written(answer);
  const history = change === undefined ? '' : formatHistory([change]);
  const { kept, ...saved } = (await upsert(tx, { ...sent, late, base, history })).rows[0] ?? { kept: undefined };
  if (kept !== undefined && kept > longestHistory) await thin(tx, sent);
  const stored = 'revision' in saved ? saved : await one(tx, sent);
  if (stored === undefined) throw new Error('an answer was neither written nor found');
  return { ...read(stored, answer), accepted: stored.revision === sent.revision && stored.answer === sent.answer };
};

/** Stores an answer that came too late to be graded. True for the first one to its question. */
export const saveLate = async (tx: Tx, answer: NewAnswer): Promise<boolean> => {
  const sent = written(answer);
  if ((await insertLate(tx, sent)).changed === 1) return true;
  await upsertLate(tx, sent);
  return false;
};

/** The latest of the answers to a question that came too late. */
export const findLate = async (db: Db, key: OfQuestion): Promise<Row<Answer> | undefined> => {
  const row = await lateOne(db, key);
  return row === undefined ? undefined : read(row, key);
};

const ofAttempt = rowsOf('answers', 'invitation_id', 'attempt');

/** The answers of an attempt without what they say, which takes longest to read. */
export const listRevisions = ofAttempt.all(['question_id', 'revision', 'late'], 'question_id');

/** The questions of an attempt with an answer that came too late to count, and its revision. */
export const listLate = rowsOf('late_answers', 'invitation_id', 'attempt').all(['question_id', 'revision'], 'question_id');

const all = ofAttempt.all(shown, 'question_id');

const paged = prepared<AttemptKey & { after: number; limit: number }, Row<string> & Late>((db, p) =>
  db
    .selectFrom('answers')
    .select([...columns, 'late'])
    .where(keyIs(p, 'invitation_id', 'attempt'))
    .where('question_id', '>', p('after'))
    .orderBy('question_id')
    .limit(p('limit')),
);

/** Some of them, from the question after this one on. */
export const listPage = async (
  db: Db,
  { after, limit, ...key }: AttemptKey & { readonly after: number; readonly limit: number },
): Promise<StoredAnswer[]> => (await paged(db, { ...key, after, limit })).rows.map((row) => read(row, key));

export const list = async (db: Db, key: AttemptKey): Promise<StoredAnswer[]> => (await all(db, key)).map((row) => read(row, key));

const histories = ofAttempt.all(['question_id', 'history'], 'question_id');

/** How the answers of an attempt came about, by question. */
export const listHistories = async (db: Db, key: AttemptKey): Promise<ReadonlyMap<number, readonly AnswerChange[]>> =>
  new Map((await histories(db, key)).map(({ question_id, history }) => [question_id, parseHistory(history)]));

type Walk = { accountId: number; testId: number; questionId: number; invitationId: number; attempt: number; limit: number };
type Given = Pick<Selectable<InvitationRow>, 'invitation_id' | 'attempt' | 'email' | 'email_key' | 'full_name'> & {
  readonly version: number;
  readonly completed_at: number;
};

const walked = prepared<Walk, Given & { answer: string | null; status: string; present: number }>((db, p) =>
  db
    .selectFrom(
      // One for each program of a completed attempt, and no more: the limit keeps what is joined to these.
      db
        .selectFrom('gradings')
        .select(['account_id', 'invitation_id', 'attempt', 'question_id'])
        .where(keyIs(p, 'test_id', 'question_id'))
        .where(({ eb, refTuple, tuple }) => eb(refTuple('invitation_id', 'attempt'), '<', tuple(p('invitationId'), p('attempt'))))
        .where('round', '=', sql.lit(1))
        .orderBy('invitation_id', 'desc')
        .orderBy('attempt', 'desc')
        .limit(p('limit'))
        .as('g'),
    )
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.account_id', '=', 'g.account_id').onRef('i.invitation_id', '=', 'g.invitation_id'),
    )
    .leftJoin('answers as a', (join) =>
      join
        .onRef('a.account_id', '=', 'g.account_id')
        .onRef('a.invitation_id', '=', 'g.invitation_id')
        .onRef('a.attempt', '=', 'g.attempt')
        .onRef('a.question_id', '=', 'g.question_id'),
    )
    .select(['g.invitation_id', 'g.attempt', 'i.email', 'i.email_key', 'i.full_name', 'i.status', 'i.attempt as present', 'a.answer'])
    // Both are there once an attempt is completed.
    .select(({ ref }) => [ref('i.version').$notNull().as('version'), ref('i.completed_at').$notNull().as('completed_at')])
    .orderBy('g.invitation_id', 'desc')
    .orderBy('g.attempt', 'desc'),
);

/** An answer with a program, of an attempt that is completed and its invitation's present one. */
export type GivenProgram = Given & { readonly answer: Answer };

/**
 * Answers with programs to a question before this attempt, newest invitations first. `last`: the attempt where the next ones begin;
 * undefined when there are none.
 */
export const listPrograms = async (db: Db, walk: Walk) => {
  const { rows } = await walked(db, walk);
  const programs = rows.flatMap(({ answer, status, present, ...row }): GivenProgram[] => {
    if (answer === null || status !== 'Completed' || present !== row.attempt) return [];
    const { accountId, questionId } = walk;
    return [{ ...row, answer: column.read(answer, { accountId, invitationId: row.invitation_id, attempt: row.attempt, questionId }) }];
  });
  const last = rows.at(-1);
  return { programs, read: rows.length, last: last && { invitationId: last.invitation_id, attempt: last.attempt } };
};
