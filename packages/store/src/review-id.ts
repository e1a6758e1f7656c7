import { randomInt } from 'node:crypto';

/** Ids that graders see: 15 digits each, which every reader of ids takes as exact, and above those that a database counted before. */
export const firstReviewId = 100_000_000_000_000;

/** How many there are. `randomInt` draws from fewer than 2^48. */
export const reviewIds = 2 ** 48 - 1;

export const newReviewId = (): number => firstReviewId + randomInt(reviewIds);
