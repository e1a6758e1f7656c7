import type { Review } from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import { whenUtc } from '../../time/format-time.ts';
import type { CommonOptions, Session } from '../common/session.ts';
import { reviewText } from './show.ts';

export type GradeOptions = CommonOptions & { readonly marks: readonly number[]; readonly comment?: string; readonly reason?: string };

export const claimReview = async ({ out, client, call }: Session, reviewId: number): Promise<CommandResult> => {
  const review = await client.claimReview({ reviewId }, call);
  return { json: review, ids: [reviewId], text: () => reviewText(out, review) };
};

const standing = ({ state, score, marks }: Review): string => {
  if (state === 'reconcile') return 'The graders differ: one more grade decides.';
  return score === null ? 'It waits for another grader.' : `The answer has ${score} of ${marks}.`;
};

export const gradeReview = async ({ client, call }: Session, reviewId: number, options: GradeOptions): Promise<CommandResult> => {
  const { marks, comment, reason } = options;
  const review = await client.gradeReview({ reviewId, marks, comment, reason }, call);
  const given = review.grades.findLast(({ mine }) => mine);
  const text = () => {
    const own = given === undefined ? '' : `You gave ${given.score} of ${review.marks} at ${whenUtc(given.at)}. `;
    return `${own}${standing(review)}`;
  };
  return { json: review, ids: [reviewId], text };
};
