import { createHash } from 'node:crypto';
import { Answer } from '@assay/domain';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
import { rowsOf } from '../../rows-of.ts';
import type { AttemptKey } from './attempt-key.ts';

type Key = AttemptKey & { readonly questionId: number };

const column = jsonColumn('set_aside_answers.answer', (value) => Answer.parse(value));

const insertOne = prepared<Key & { digest: string; answer: string; now: number }, never>((db, p) =>
  db
    .insertInto('set_aside_answers')
    .values({
      account_id: p('accountId'),
      invitation_id: p('invitationId'),
      attempt: p('attempt'),
      question_id: p('questionId'),
      digest: p('digest'),
      answer: p('answer'),
      at: p('now'),
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** False if the same answer to the question was set aside before. */
export const insertNew = async (tx: Tx, { answer, ...key }: Key & { readonly answer: Answer; readonly now: number }): Promise<boolean> => {
  const text = column.write(answer);
  const digest = createHash('sha256').update(text).digest('hex');
  return (await insertOne(tx, { ...key, digest, answer: text })).changed === 1;
};

const ofQuestion = rowsOf('set_aside_answers', 'invitation_id', 'attempt', 'question_id').all(['answer', 'at'], 'at');

const ofAttempt = rowsOf('set_aside_answers', 'invitation_id', 'attempt').all(['question_id', 'answer']);

/** All of an attempt, in no order. */
export const listAll = async (db: Db, key: AttemptKey): Promise<{ readonly question_id: number; readonly answer: Answer }[]> =>
  (await ofAttempt(db, key)).map((row) => ({ ...row, answer: column.read(row.answer, { ...key, questionId: row.question_id }) }));

/** The answers to a question that gave way to another one, oldest first. */
export const list = async (db: Db, key: Key) =>
  (await ofQuestion(db, key)).map((row) => ({ ...row, answer: column.read(row.answer, key) }));
