import { Answer } from '@assay/domain';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
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
const upsert = prepared<New<string> & Late & { base: number }, Row<string> & Late>((db, p) =>
  db
    .insertInto('answers')
    .values({ ...valuesOf(p), late: p('late') })
    .onConflict((conflict) =>
      conflict
        .columns(question)
        .doUpdateSet((eb) => ({
          answer: eb.ref('excluded.answer'),
          revision: eb.ref('excluded.revision'),
          saved_at: eb.ref('excluded.saved_at'),
          late: eb.ref('excluded.late'),
        }))
        .whereRef('excluded.revision', '>', 'answers.revision')
        .where('answers.revision', '<=', p('base')),
    )
    .returning([...columns, 'late']),
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

const oneOf = ({ lock }: { lock: boolean }) =>
  prepared<OfQuestion, Row<string> & Late>((db, p, { rowLocks }) =>
    db
      .selectFrom('answers')
      .select([...columns, 'late'])
      .where('account_id', '=', p('accountId'))
      .where('invitation_id', '=', p('invitationId'))
      .where('attempt', '=', p('attempt'))
      .where('question_id', '=', p('questionId'))
      .$if(rowLocks && lock, (query) => query.forNoKeyUpdate()),
  );

const one = oneOf({ lock: false });
const oneLocked = oneOf({ lock: true });

const lateOne = prepared<OfQuestion, Row<string>>((db, p) =>
  db
    .selectFrom('late_answers')
    .select(columns)
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .where('question_id', '=', p('questionId')),
);

/** The stored answer to a question, which nobody else overwrites before this transaction ends. */
export const lock = async (tx: Tx, key: OfQuestion): Promise<StoredAnswer | undefined> => {
  const row = (await oneLocked(tx, key)).rows[0];
  return row === undefined ? undefined : read(row, key);
};

/**
 * Saves unless an equal or newer revision is stored, or, with `base`, one above it. Returns what is stored now; `accepted`: it is the
 * answer that was sent.
 */
export const save = async (
  tx: Tx,
  { base = anyBase, late = 0, ...answer }: NewAnswer & Partial<Late> & { readonly base?: number | undefined },
): Promise<StoredAnswer & { readonly accepted: boolean }> => {
  const sent = written(answer);
  const stored = (await upsert(tx, { ...sent, late, base })).rows[0] ?? (await one(tx, sent)).rows[0];
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
  const row = (await lateOne(db, key)).rows[0];
  return row === undefined ? undefined : read(row, key);
};

const revisions = prepared<AttemptKey, Pick<Row<string>, 'question_id' | 'revision'> & Late>((db, p) =>
  db
    .selectFrom('answers')
    .select(['question_id', 'revision', 'late'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .orderBy('question_id'),
);

/** The answers of an attempt without what they say, which takes longest to read. */
export const listRevisions = async (db: Db, attempt: AttemptKey) => (await revisions(db, attempt)).rows;

const allLate = prepared<AttemptKey, Pick<Row<string>, 'question_id' | 'revision'>>((db, p) =>
  db
    .selectFrom('late_answers')
    .select(['question_id', 'revision'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .orderBy('question_id'),
);

/** The questions of an attempt with an answer that came too late to count, and its revision. */
export const listLate = async (db: Db, attempt: AttemptKey) => (await allLate(db, attempt)).rows;

const all = prepared<AttemptKey, Row<string> & Late>((db, p) =>
  db
    .selectFrom('answers')
    .select([...columns, 'late'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .orderBy('question_id'),
);

export const list = async (db: Db, key: AttemptKey): Promise<StoredAnswer[]> => (await all(db, key)).rows.map((row) => read(row, key));
