import { hasWaitingKinds, neededReviews, planReport, type ReportWait } from '@assay/domain';
import { attemptKeyOf, gradings, invitations, regrades, reports, reviews, type Tx } from '@assay/store';
import { gradedPaper } from '../statistics/graded-paper.ts';
import type { Assay } from '../support/context.ts';
import { givenAnswers } from '../support/given-answers.ts';
import { changeReviews } from './change-reviews.ts';
import { furtherRounds } from './further-rounds.ts';
import { advanceReport } from './report-state.ts';

/** People take days to grade. */
const reviewWaitMs = 24 * 60 * 60_000;

/** How long until generation looks at the report without being told. */
const pauseOf = (wait: Exclude<ReportWait, 'nothing'>, { gradingWaitMs }: Assay['timings'], now: number): number => {
  if (wait === 'gradings') return gradingWaitMs;
  return wait === 'reviews' ? reviewWaitMs : reports.never - now;
};

/** The last regrade of the test, if the keys of the report are those of an earlier version. */
export const laterRegrade = async (
  tx: Tx,
  {
    account_id: accountId,
    test_id: testId,
    version,
    key_version,
  }: Pick<reports.Report, 'account_id' | 'test_id' | 'version' | 'key_version'>,
): Promise<regrades.Regrade | undefined> => {
  const last = await regrades.find(tx, { accountId, testId });
  return last !== undefined && last.version > (key_version ?? version) ? last : undefined;
};

type Resolving = Pick<Assay, 'testVersions' | 'timings' | 'wake'>;

/**
 * Decides by the last regrade what a report waits for that is not generated, and writes that with the reviews and rounds of its attempt; a
 * report that waits for nothing is due. The caller holds the lock of the report; every writer of its keys, gradings or reviews does. A
 * worker that generates it at this moment loses its lease.
 */
export const resolveReport = async (assay: Resolving, tx: Tx, row: reports.Report, now: number): Promise<ReportWait> => {
  const regrade = await laterRegrade(tx, row);
  if (regrade !== undefined) await gradings.insertPending(tx, await furtherRounds(assay, tx, row, regrade.version), now);
  const keys = regrade?.version ?? row.key_version;
  const report = { ...row, key_version: keys };
  const key = attemptKeyOf(row);
  const graded = await gradedPaper(assay, tx, report);
  const needed = hasWaitingKinds(graded) ? neededReviews(graded, await givenAnswers(tx, key)) : [];
  const stored = await reviews.list(tx, key);
  const invitation = await invitations.find(tx, key);
  const plan = planReport({
    needed: needed.map(({ questionId }) => questionId),
    reviews: stored,
    isPresent: invitation?.attempt === row.attempt && invitation.status === 'Completed',
    hasPrograms: await gradings.areWaiting(tx, key),
  });
  await changeReviews(tx, report, plan, { needed, now });
  const { wait } = plan;
  if (wait === 'nothing') {
    // A pending one is due by itself.
    const released =
      row.status === 'Pending'
        ? await reports.update(tx, row, { key_version: keys })
        : (await advanceReport(tx, row, { type: 'release', now }, { not_before: now, key_version: keys })).ok;
    if (released) tx.afterCommit(() => assay.wake('reports'));
  } else {
    const leaseMilliseconds = pauseOf(wait, assay.timings, now);
    await advanceReport(tx, row, { type: 'wait', now, leaseMilliseconds }, { not_before: now + leaseMilliseconds, key_version: keys });
  }
  return wait;
};
