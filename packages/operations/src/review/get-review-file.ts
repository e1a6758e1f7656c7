import { err, type FileTypeName, ok, operations, refusal } from '@assay/domain';
import { answers, reviews } from '@assay/store';
import { findFile } from '../answers/get-answer-file.ts';
import { recordAnswersRead } from '../answers/record-answers-read.ts';
import type { Uncleanable } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { questionOf, shownName } from './wire-review.ts';

const reasons: Readonly<Record<Uncleanable, string>> = {
  archive: 'a ZIP may hold anything',
  encrypted: 'it is encrypted',
  damaged: 'it is damaged',
  unread: 'it holds a part of another program, a drawing or a picture that is not looked into',
  'too-large': 'it is too large unpacked',
  'too-slow': 'that takes too long',
};
const uncleaned = (reason: Uncleanable) =>
  conflict(
    `The file is not sent, because metadata that may say whose it is cannot be removed: ${reasons[reason]}. A key with read-answers opens the original; a question with \`blind: false\` shows it to graders`,
  );
const busy = err(refusal('service.unavailable', 'Too many files of this account wait until their metadata is removed; try again'));

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
  const { answer, storageKey, blind } = found.value;
  const read = () => assay.files.get(storageKey);
  // Identified by its bytes when it was uploaded.
  const type = answer.type as FileTypeName;
  const bytes = blind ? await assay.cleanFile({ accountId, type }, read) : await read();
  if (bytes === undefined) return notFound('stored file', answer.name);
  if (bytes === 'busy') return busy;
  if (typeof bytes === 'string') return uncleaned(bytes);
  await recordAnswersRead(ctx, { form: 'file', reviewId });
  return ok({ name: answer.name, bytes });
});
