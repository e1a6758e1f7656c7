import { ok, operations } from '@assay/domain';
import { answers, reviews } from '@assay/store';
import { findFile, readFile } from '../report/get-answer-file.ts';
import { recordLook } from '../report/record-look.ts';
import { operation } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';
import { questionOf, shownName } from './wire-review.ts';

/** The file of an answer that people grade, byte for byte, under a name that does not say whose it is. Who looks is recorded before it is sent. */
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
    return ok({ answer: { ...answer, name: shownName(question, answer) }, storageKey });
  });
  if (!found.ok) return found;
  const file = await readFile(assay, found.value);
  if (file.ok) await recordLook(ctx, { form: 'file', reviewId });
  return file;
});
