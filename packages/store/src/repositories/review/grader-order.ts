import { createHash } from 'node:crypto';
import { firstReviewId, reviewIds } from '../../review-id.ts';

const rangeCount = 16;
const width = Math.ceil(reviewIds / rangeCount);

/** Ids from `from` to below `to`, which are walked up or down. */
export type IdRange = { readonly from: number; readonly to: number; readonly isUp: boolean };

/**
 * The order in which a grader walks the ids of a day: sixteen ranges of them, in an order and each in a direction of the grader's own.
 * Ranges and not a hash of each id, because an index gives them a page at a time. It keeps nothing secret; the ids are random.
 */
export const graderOrder = (accountId: number, grader: number): readonly IdRange[] => {
  const random = createHash('sha256').update(`order of reviews ${accountId}/${grader}`).digest();
  const directions = random.readUInt16BE(0);
  const left = Array.from({ length: rangeCount }, (_, index) => index);
  return Array.from({ length: rangeCount - 1 }, (_, drawn) => random.readUInt16BE(2 * drawn + 2))
    .concat(0)
    .flatMap((draw) => left.splice(draw % left.length, 1))
    .map((index) => {
      const from = firstReviewId + index * width;
      return { from, to: from + width, isUp: ((directions >> index) & 1) === 0 };
    });
};
