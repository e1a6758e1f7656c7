import { err, ok, operations, refusal } from '@assay/domain';
import { reviews } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { readOperation } from '../support/operation.ts';
import { pageOf, totalOf } from '../support/page.ts';
import { notFound } from '../support/refusals.ts';
import { graderOf, questionOf, summarizedAnswer, wireReview, wireSummary } from './wire-review.ts';

/** The queue of answers that people grade, by cursor. */
export const listReviews = readOperation(operations.listReviews, async (call, { query: { limit, cursor, state, testId, questionId } }) => {
  const { assay, accountId, db } = call;
  if (questionId !== undefined && testId === undefined)
    return err(refusal('request.invalid', 'questionId: needs testId, as questions are numbered in each test'));
  if (testId !== undefined) {
    const test = await findTest(db, accountId, testId);
    if (!test.ok) return test;
  }
  const which = { accountId, state, testId, questionId };
  const read = pageOf(await reviews.listPage(db, { ...which, after: cursor, limit: limit + 1 }), limit, (row) => row.review_id);
  const looking = { assay, db, grader: graderOf(call), now: await db.now() };
  const mine = await reviews.listGradedBy(db, { ...looking, accountId, reviewIds: read.page.map((row) => row.review_id) });
  const page = [];
  for (const row of read.page) {
    const known = await questionOf(looking, row);
    const answer = await summarizedAnswer(db, row, known.question);
    page.push(wireSummary(row, looking, { ...known, mine: mine.has(row.review_id), answer }));
  }
  const total = await totalOf(read, cursor, (most) => reviews.countListed(db, which, most));
  return ok({ reviews: page, nextCursor: read.nextCursor, total });
});

/** One answer that people grade. */
export const getReview = readOperation(operations.getReview, async (call, { reviewId }) => {
  const { assay, accountId, db } = call;
  const row = await reviews.find(db, { accountId, reviewId });
  if (row === undefined) return notFound('review', reviewId);
  return ok(await wireReview({ assay, db, grader: graderOf(call), now: await db.now() }, row));
});
