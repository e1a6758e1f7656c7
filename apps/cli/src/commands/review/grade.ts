import type { Review } from '@assay/domain';
import type { Context } from '../../support/context.ts';
import { whenUtc } from '../../time/format-time.ts';
import { type CommonOptions, openSession } from '../common/session.ts';
import { reviewText } from './show.ts';

export type GradeOptions = CommonOptions & { readonly marks: readonly number[]; readonly comment?: string; readonly reason?: string };

export const claimReview = async (context: Context, reviewId: number, options: CommonOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const review = await client.claimReview({ reviewId }, call);
  out.print({ json: review, ids: [reviewId], text: () => reviewText(out, review) });
};

const standing = ({ state, score, marks }: Review): string => {
  if (state === 'reconcile') return 'The graders differ: one more grade decides.';
  return score === null ? 'It waits for another grader.' : `The answer has ${score} of ${marks}.`;
};

export const gradeReview = async (context: Context, reviewId: number, options: GradeOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const { marks, comment, reason } = options;
  const review = await client.gradeReview({ reviewId, marks, comment, reason }, call);
  const given = review.grades.findLast(({ mine }) => mine);
  const text = () => {
    const own = given === undefined ? '' : `You gave ${given.score} of ${review.marks} at ${whenUtc(given.at)}. `;
    return `${own}${standing(review)}`;
  };
  out.print({ json: review, ids: [reviewId], text });
};
