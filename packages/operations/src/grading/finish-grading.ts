import type { GradedCode } from '@assay/domain';
import { pauseAfter } from '@assay/domain';
import { attemptKeyOf, gradings, invitations, regrades, reports, type Tx } from '@assay/store';
import { regradeReport } from '../report/regrade-report.ts';
import { resolveReport } from '../report/resolve-report.ts';
import type { Assay } from '../support/context.ts';
import { record } from '../support/invitation-state.ts';
import { reserveRecords } from '../support/recording.ts';
import type { ClaimedGrading } from './claim-gradings.ts';

/** Whether a later regrade is under way and comes to the attempt yet: with rounds of its own, after which one report and one callback tell of both. */
const isOvertaken = async (tx: Tx, { account_id: accountId, test_id: testId, invitation_id, attempt, version }: ClaimedGrading) => {
  const walk = await regrades.find(tx, { accountId, testId });
  return walk !== undefined && walk.version > version && regrades.isAhead(walk, { invitationId: invitation_id, attempt });
};

/**
 * Writes the verdicts if the lease still holds. The last grading of an attempt makes its report due in the same transaction, or writes a
 * generated one again: the lock on the report makes two last ones see each other. Returns whether they were written.
 */
export const finishGrading = (assay: Assay, row: ClaimedGrading, result: GradedCode): Promise<boolean> =>
  assay.store.write(async (tx) => {
    const key = attemptKeyOf(row);
    await invitations.lock(tx, key);
    const report = await reports.lock(tx, key);
    if (report === undefined) throw new Error('a completed attempt has no report');
    const now = await tx.now();
    if (!(await gradings.update(tx, row, { result, graded_at: now, lease_until: 0, last_error: null }))) return false;
    if (await gradings.areWaiting(tx, key)) return true;
    if (report.status === 'Generated' && (await isOvertaken(tx, row))) return true;
    if (report.status === 'Generated') await regradeReport(assay, tx, report, { now, hasRun: true });
    else await resolveReport(assay, tx, report, now);
    return true;
  });

/** What another worker may do has no longer pauses than that. */
const elsewherePauseMs = 10_000;

/**
 * Our side failed, so nothing is known of the program: it is graded again after a pause, and never scored meanwhile. `isElsewhere`: another
 * worker may have the engine that this one lacks.
 */
export const failGrading = (assay: Assay, row: ClaimedGrading, reason: string, isElsewhere = false): Promise<void> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const failures = row.failures + 1;
    const pause = Math.min(pauseAfter(failures), isElsewhere ? elsewherePauseMs : Number.POSITIVE_INFINITY);
    const again = { failures, not_before: now + pause, lease_until: 0, last_error: reason };
    if (!(await gradings.update(tx, row, again))) return;
    if ((await reserveRecords(tx, row, { kind: 'gradingFailures', amount: 1, now })) > 0)
      await record(tx, row, now, { type: 'grading.failed', attempt: row.attempt, questionId: row.question_id });
  });

/** As long as a place in a full queue may take to become free; a failure's pauses grow far beyond it. */
const queuePauseMs = 1000;

/** The runner's queue is full, or the engine is in its self-test: due again soon, and no failure is counted. */
export const postponeGrading = (assay: Assay, row: ClaimedGrading, pauseMs = queuePauseMs): Promise<void> =>
  assay.store.write(async (tx) => {
    await gradings.update(tx, row, { not_before: (await tx.now()) + pauseMs, lease_until: 0 });
  });

/** Makes a claimed grading due at once for another worker: this process stops. */
export const releaseGrading = (assay: Assay, row: ClaimedGrading): Promise<void> =>
  assay.store.write(async (tx) => {
    await gradings.update(tx, row, { lease_until: 0 });
  });
