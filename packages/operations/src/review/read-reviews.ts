import { err, isReviewed, ok, operations, questionsOf, refusal, reviewFilters } from '@assay/domain';
import { reviewQueue, reviews } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { type ReadCall, readOperation } from '../support/operation.ts';
import { pageOf, totalOf } from '../support/page.ts';
import { notFound } from '../support/refusals.ts';
import { graderOf, questionOf, summarizedAnswer, wireReview, wireSummary } from './wire-review.ts';

type OfQuestion = { readonly accountId: number; readonly testId: number; readonly version: number; readonly questionId: number };

/** Whether people grade a question, or graded it in an earlier version. */
const isQueued = async ({ assay, db }: ReadCall, { version, questionId, ...test }: OfQuestion): Promise<boolean> => {
  const { definition } = await assay.testVersions.load(db, { ...test, version });
  const question = questionsOf(definition).find((one) => one.questionId === questionId);
  if (question !== undefined && isReviewed(question)) return true;
  for (const state of reviewFilters) if ((await reviewQueue.countListed(db, { ...test, questionId, state }, 1)) > 0) return true;
  return false;
};

/** The queue of answers that people grade, by cursor, in an order of the grader's own. */
export const listReviews = readOperation(operations.listReviews, async (call, { query: { limit, cursor, state, testId, questionId } }) => {
  const { assay, accountId, db } = call;
  if (questionId !== undefined && testId === undefined)
    return err(refusal('request.invalid', 'questionId: needs testId, as questions are numbered in each test'));
  if (testId !== undefined) {
    const test = await findTest(db, accountId, testId);
    if (!test.ok) return test;
    if (questionId !== undefined && !(await isQueued(call, { accountId, testId, version: test.value.version, questionId })))
      return err(refusal('request.invalid', 'questionId: must be the number of a question that people grade'));
  }
  const which = { accountId, state, testId, questionId };
  const looking = { assay, db, grader: graderOf(call), now: await db.now() };
  const rows = await reviewQueue.listQueue(db, { ...which, grader: looking.grader, after: cursor, limit: limit + 1 });
  if (rows === undefined) return err(refusal('request.invalid', 'cursor: must be the nextCursor of an earlier page'));
  const read = pageOf(rows, limit, (row) => row.public_id);
  const mine = await reviews.listGradedBy(db, { ...looking, accountId, reviewIds: read.page.map((row) => row.review_id) });
  const page = [];
  for (const row of read.page) {
    const known = await questionOf(looking, row);
    const answer = await summarizedAnswer(db, row, known.question);
    page.push(wireSummary(row, looking, { ...known, mine: mine.has(row.review_id), answer }));
  }
  const total = await totalOf(read, cursor, (most) => reviewQueue.countListed(db, which, most));
  return ok({ reviews: page, nextCursor: read.nextCursor, total });
});

/** One answer that people grade. */
export const getReview = readOperation(operations.getReview, async (call, { reviewId }) => {
  const { assay, accountId, db } = call;
  const row = await reviews.find(db, { accountId, publicId: reviewId });
  if (row === undefined) return notFound('review', reviewId);
  return ok(await wireReview({ assay, db, grader: graderOf(call), now: await db.now() }, row));
});
