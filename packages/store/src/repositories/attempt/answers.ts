import { type Db, prepared, type Tx } from '../../db.ts';

export type StoredAnswer = { readonly question_id: number; readonly answer: string; readonly revision: number };
type AttemptKey = { readonly accountId: number; readonly invitationId: number; readonly attempt: number };
type NewAnswer = AttemptKey & { readonly questionId: number; readonly answer: string; readonly revision: number; readonly now: number };

// Guarded by the revision, so that two saves that cross each other leave the newer one whichever comes last.
const upsertInto = (table: 'answers' | 'late_answers') =>
  prepared<NewAnswer, StoredAnswer>((db, p) =>
    db
      .insertInto(table)
      .values({
        account_id: p('accountId'),
        invitation_id: p('invitationId'),
        attempt: p('attempt'),
        question_id: p('questionId'),
        answer: p('answer'),
        revision: p('revision'),
        saved_at: p('now'),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'invitation_id', 'attempt', 'question_id'])
          .doUpdateSet((eb) => ({
            answer: eb.ref('excluded.answer'),
            revision: eb.ref('excluded.revision'),
            saved_at: eb.ref('excluded.saved_at'),
          }))
          .whereRef('excluded.revision', '>', `${table}.revision`),
      )
      .returning(['question_id', 'answer', 'revision']),
  );

const upsert = upsertInto('answers');
const upsertLate = upsertInto('late_answers');

const one = prepared<AttemptKey & { questionId: number }, StoredAnswer>((db, p) =>
  db
    .selectFrom('answers')
    .select(['question_id', 'answer', 'revision'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .where('question_id', '=', p('questionId')),
);

/** Saves unless an equal or newer revision is there, and tells what is stored now. */
export const save = async (tx: Tx, answer: NewAnswer): Promise<StoredAnswer> => {
  const written = (await upsert(tx, answer)).rows[0];
  const stored = written ?? (await one(tx, answer)).rows[0];
  if (stored === undefined) throw new Error('an answer was neither written nor found');
  return stored;
};

/** Keeps an answer that came too late to be graded. */
export const saveLate = async (tx: Tx, answer: NewAnswer): Promise<void> => {
  await upsertLate(tx, answer);
};

const all = prepared<AttemptKey, StoredAnswer>((db, p) =>
  db
    .selectFrom('answers')
    .select(['question_id', 'answer', 'revision'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .orderBy('question_id'),
);

export const list = async (db: Db, key: AttemptKey): Promise<StoredAnswer[]> => (await all(db, key)).rows;

/** Late answers of all attempts of an invitation. */
export const listLate = (db: Db, accountId: number, invitationId: number) =>
  db.kysely
    .selectFrom('late_answers')
    .select(['attempt', 'question_id', 'answer', 'revision', 'saved_at'])
    .where('account_id', '=', accountId)
    .where('invitation_id', '=', invitationId)
    .orderBy('saved_at')
    .execute();
