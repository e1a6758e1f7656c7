import { formatInstant, ok, operations } from '@assay/domain';
import { reviews } from '@assay/store';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile, conflict, notFound } from '../support/refusals.ts';
import { claimedByAnother, graderOf, wireReview } from './wire-review.ts';

/** Long enough for an essay; who goes to lunch loses the answer, and nothing that they wrote. */
export const claimMilliseconds = 30 * 60_000;

export const claimedUntil = ({ claimed_until }: reviews.Review) =>
  conflict(`Another key grades this answer until ${formatInstant(claimed_until)}; take another one`);

/** Keeps an open answer for one grader for a while; the same grader's next claim renews it. */
export const claimReview = writeOperation(operations.claimReview, async (call, { reviewId }) => {
  const { assay, accountId, tx } = call;
  const row = await reviews.lock(tx, { accountId, publicId: reviewId });
  if (row === undefined) return notFound('review', reviewId);
  const [grader, now] = [graderOf(call), await tx.now()];
  if (row.closed_at !== null) return conflict('This answer waits for nobody');
  if (claimedByAnother(row, grader, now)) return claimedUntil(row);
  const claim = { claimed_by: grader, claimed_until: now + claimMilliseconds };
  if (!(await reviews.update(tx, row, claim))) return changedMeanwhile;
  return ok(await wireReview({ assay, db: tx, grader, now }, { ...row, ...claim }));
});
