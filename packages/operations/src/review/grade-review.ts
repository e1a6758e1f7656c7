import { checkMarks, decideGrade, type Grade, ok, operations, standingOf } from '@assay/domain';
import { invitations, reports, reviews } from '@assay/store';
import { correctReport } from '../report/correct-report.ts';
import { resolveReport } from '../report/resolve-report.ts';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile, notFound } from '../support/refusals.ts';
import { claimedUntil } from './claim-review.ts';
import { claimedByAnother, graderOf, questionOf, wireReview } from './wire-review.ts';

/**
 * Gives an answer a grade. The last one that it needs makes the report due in the same transaction, or writes a generated one again: the
 * lock on the report makes two graders of an attempt see each other.
 */
export const gradeReview = writeOperation(operations.gradeReview, async (call, { reviewId, body: { marks, comment, reason } }) => {
  const { assay, accountId, tx } = call;
  const seen = await reviews.find(tx, { accountId, publicId: reviewId });
  if (seen === undefined) return notFound('review', reviewId);
  const { question } = await questionOf({ assay, db: tx }, seen);
  const checked = checkMarks(question, marks);
  if (!checked.ok) return checked;
  await invitations.lock(tx, { accountId, invitationId: seen.invitation_id });
  const report = await reports.lock(tx, { accountId, invitationId: seen.invitation_id, attempt: seen.attempt });
  const row = await reviews.lock(tx, { accountId, publicId: reviewId });
  if (report === undefined || row === undefined) throw new Error('a review has lost its report');

  const [grader, now] = [graderOf(call), await tx.now()];
  if (row.closed_at === null && claimedByAnother(row, grader, now)) return claimedUntil(row);
  const before: Grade[] = await reviews.listGrades(tx, { accountId, reviewId: row.review_id });
  const isReported = report.status === 'Generated';
  const type = decideGrade(question, { isWithdrawn: row.state === 'withdrawn', grades: before }, { grader, isReported, reason });
  if (!type.ok) return type;
  const grade = { grader, type: type.value, marks: checked.value };
  const grades = [...before, grade];
  const standing = standingOf(question, grades);
  const change = {
    state: standing.state,
    score: standing.state === 'graded' ? standing.score : null,
    grades: grades.length,
    given: new Set(grades.filter((one) => one.type === 'grade').map((one) => one.grader)).size,
    claimed_by: null,
    claimed_until: 0,
    closed_at: standing.state === 'graded' ? now : null,
  };
  if (!(await reviews.update(tx, row, change))) return changedMeanwhile;
  const written = { account_id: accountId, review_id: row.review_id, number: grades.length, ...grade, at: now };
  await reviews.insertGrade(tx, { ...written, comment: comment ?? null, reason: reason ?? null });

  if (isReported) await correctReport(assay, tx, report, now);
  else await resolveReport(assay, tx, report, now);
  return ok(await wireReview({ assay, db: tx, grader, now }, { ...row, ...change }));
});
