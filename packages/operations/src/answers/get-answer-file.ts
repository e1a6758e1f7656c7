import {
  type Answer,
  err,
  type FileAnswer,
  isFileAnswer,
  ok,
  operations,
  questionsOf,
  type Refusal,
  type Result,
  refusal,
} from '@assay/domain';
import { answerFiles, answers, type Db } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { findCompleted } from './read-answers.ts';
import { recordAnswersRead } from './record-answers-read.ts';

type OfQuestion = { readonly accountId: number; readonly invitationId: number; readonly attempt: number; readonly questionId: number };
export type NamedFile = { readonly answer: FileAnswer; readonly storageKey: string };

const noFile = conflict('The question was not answered with a file');

/** The file that an answer names, and where its bytes are. */
export const findFile = async (db: Db, key: OfQuestion, answer: Answer | undefined): Promise<Result<NamedFile, Refusal>> => {
  if (answer === undefined || !isFileAnswer(answer)) return noFile;
  const row = await answerFiles.find(db, { ...key, fileId: answer.fileId });
  return row === undefined ? notFound('stored file of question', key.questionId) : ok({ answer, storageKey: row.storage_key });
};

export type ReadFile = { readonly name: string; readonly bytes: Uint8Array };

/** The bytes of a file; it may be gone from a bucket, or missing from a backup without files. */
const readFile = async ({ files }: Assay, { answer, storageKey }: NamedFile): Outcome<ReadFile> => {
  const bytes = await files.get(storageKey);
  return bytes === undefined ? notFound('stored file', answer.name) : ok({ name: answer.name, bytes });
};

/** The file that answers a question of a completed attempt, byte for byte. Who looks is recorded before it is sent. */
export const getAnswerFile = operation(operations.getAnswerFile, async (ctx, { testInvitationId, questionId, query }) => {
  const { assay, accountId } = ctx;
  const found = await assay.store.read(async (db) => {
    const completed = await findCompleted(db, { accountId, invitationId: testInvitationId, attempt: query.attempt });
    if (!completed.ok) return completed;
    const { attempt, test_id: testId, version } = completed.value.report;
    const { definition } = await assay.testVersions.load(db, { accountId, testId, version });
    if (questionsOf(definition)[questionId - 1] === undefined)
      return err(refusal('resource.not-found', `No question ${questionId} in this test`));
    const key = { accountId, invitationId: testInvitationId, attempt, questionId };
    const file = await findFile(db, key, await answers.find(db, key));
    return file.ok ? ok({ ...file.value, attempt }) : file;
  });
  if (!found.ok) return found;
  const file = await readFile(assay, found.value);
  if (file.ok) await recordAnswersRead(ctx, { form: 'file', testInvitationId, attempt: found.value.attempt, questionId });
  return file;
});
