import { err, type FileTypeName, ok, operations, refusal } from '@assay/domain';
import { answers, reviews } from '@assay/store';
import { findFile, readFile } from '../report/get-answer-file.ts';
import { recordLook } from '../report/record-look.ts';
import { operation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { questionOf, shownName } from './wire-review.ts';

const uncleaned = conflict(
  'The file may say whose it is: it is an archive, encrypted or damaged, or holds what is not read, so that nothing can be taken out of it. A key with read-answers opens the original; a question with `blind: false` shows it to graders',
);
const busy = err(refusal('service.unavailable', 'Too many files are read at the same time; try again'));

/**
 * The file of an answer that people grade. Where they do not see whose it is, its name does not say so, and what may say so in it is taken
 * out: what cannot be is not sent. Who looks is recorded before it is sent.
 */
export const getReviewFile = operation(operations.getReviewFile, async (ctx, { reviewId }) => {
  const { assay, accountId } = ctx;
  const found = await assay.store.read(async (db) => {
    const row = await reviews.find(db, { accountId, publicId: reviewId });
    if (row === undefined) return notFound('review', reviewId);
    const { invitation_id: invitationId, attempt, question_id: questionId } = row;
    const key = { accountId, invitationId, attempt, questionId };
    const file = await findFile(db, key, await answers.find(db, key));
    if (!file.ok) return file;
    const { question } = await questionOf({ assay, db }, row);
    const { answer, storageKey } = file.value;
    return ok({ answer: { ...answer, name: shownName(question, answer) }, storageKey, blind: question.blind });
  });
  if (!found.ok) return found;
  const file = await readFile(assay, found.value);
  if (!file.ok) return file;
  const { answer, blind } = found.value;
  // Identified by its bytes when it was uploaded.
  const bytes = blind ? await assay.cleanFile(answer.type as FileTypeName, file.value.bytes) : file.value.bytes;
  if (bytes === 'cannot') return uncleaned;
  if (bytes === 'busy') return busy;
  await recordLook(ctx, { form: 'file', reviewId });
  return ok({ ...file.value, bytes });
});
