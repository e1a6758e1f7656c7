import { formatInstant, mostCounted, ok, operations, type RegradeProgress } from '@assay/domain';
import { gradings, regrades, reports } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { readOperation } from '../support/operation.ts';
import { pageOf, totalOf } from '../support/page.ts';

const changedReport = ({ former_figures: former, figures, ...row }: reports.RegradedReport): RegradeProgress['reports'][number] => ({
  testInvitationId: row.invitation_id,
  attempt: row.attempt,
  fullName: row.full_name,
  emailId: row.email,
  oldScore: former.score,
  oldTotalScore: former.totalScore,
  score: figures.score,
  totalScore: figures.totalScore,
  oldTestResult: former.testResult,
  testResult: figures.testResult,
  regradedAt: formatInstant(row.generated_at),
});

/** How far the last regrade of a test is, and whose score it changed. */
export const getRegrade = readOperation(operations.getRegrade, async ({ db, accountId }, { testId, query: { limit, cursor } }) => {
  const found = await findTest(db, accountId, testId);
  if (!found.ok) return found;
  const walk = await regrades.find(db, { accountId, testId });
  // No report was changed by the cases of version 0.
  const of = { accountId, testId, version: walk?.version ?? 0 };
  const read = pageOf(
    await reports.listRegraded(db, { ...of, after: cursor ?? 0, limit: limit + 1 }),
    limit,
    ({ invitation_id }) => invitation_id,
  );
  const progress: RegradeProgress = {
    testId,
    regrade: null,
    reports: read.page.map(changedReport),
    nextCursor: read.nextCursor,
    total: await totalOf(read, cursor, (most) => reports.countRegraded(db, of, most)),
  };
  if (walk === undefined) return ok(progress);
  const { version, requested_at, done_at, reason, notify } = walk;
  const programsLeft = await gradings.countRegrading(db, { accountId, testId, most: mostCounted });
  const status = done_at === null || programsLeft > 0 ? 'running' : 'done';
  return ok({
    ...progress,
    regrade: { version, requestedAt: formatInstant(requested_at), status, programsLeft, reason, notify: notify === 1 },
  });
});
