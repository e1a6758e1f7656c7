import { deliveries, invitations, regrades, reports, StoreUnavailable, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { advanceDelivery } from '../support/delivery-state.ts';
import { record } from '../support/invitation-state.ts';
import { takeRoom } from '../support/recording.ts';
import { makeMessage } from './callback-message.ts';
import { gradeReport } from './grade-report.ts';
import { openReviews } from './open-reviews.ts';
import { advanceReport, waitForGradings } from './report-state.ts';

const batch = 50;

/** Takes the lease of reports that are due; other workers skip them until the lease ends. */
const claim = (assay: Assay): Promise<reports.Report[]> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const claimed: reports.Report[] = [];
    for (const row of await reports.lockDue(tx, now, batch)) {
      const result = await advanceReport(tx, row, { type: 'claim', now, leaseMilliseconds: assay.timings.reportLeaseMs });
      if (result.ok) claimed.push(result.value);
    }
    return claimed;
  });

/**
 * Whether a regrade has passed the report by: its attempt was being completed, and neither saw the other. The walk then goes on from the
 * report again, which gives it the keys and its programs their rounds.
 */
const wasMissed = async (assay: Assay, tx: Tx, key: Parameters<typeof reports.find>[1]): Promise<boolean> => {
  const report = await reports.find(tx, key);
  const walk = report && (await regrades.find(tx, { accountId: report.account_id, testId: report.test_id }));
  if (walk === undefined || walk.version <= (report?.key_version ?? report?.version ?? 0)) return false;
  if (regrades.isAhead(walk, key)) return false;
  await regrades.update(tx, walk, { invitation_id: key.invitationId, attempt: key.attempt - 1, done_at: null });
  tx.afterCommit(() => assay.wake('gradings'));
  return true;
};

const generate = async (assay: Assay, row: reports.Report): Promise<void> => {
  const key = { accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt };
  const generated = await assay.store.read((db) => gradeReport(assay, db, row));
  if (generated === undefined) {
    // Who graded the last answer meanwhile has released the report, and it does not wait.
    await assay.store.write(async (tx) => {
      // By the later keys it may wait for nobody.
      if (await wasMissed(assay, tx, key)) return;
      const now = await tx.now();
      const waits = await waitForGradings(tx, row, { now, waitMs: assay.timings.gradingWaitMs });
      if (waits.ok) await openReviews(assay, tx, row, now);
    });
    return;
  }
  const { score, totalScore } = generated.figures;
  await assay.store.write(async (tx) => {
    if (await wasMissed(assay, tx, key)) return;
    const invitation = await invitations.lock(tx, key);
    if (invitation === undefined) throw new Error('a completed attempt has no invitation');
    const now = await tx.now();
    if (!(await advanceReport(tx, row, { type: 'finish', now }, generated)).ok) return;
    await record(tx, row, now, { type: 'report.generated', attempt: row.attempt, score, totalScore });
    for (const delivery of await deliveries.lockWaiting(tx, key)) {
      const message = delivery.kind === 'callback' ? await makeMessage(assay, tx, invitation, { ...row, ...generated }) : {};
      await advanceDelivery(tx, delivery, { type: 'release', now: await tx.now() }, message);
    }
  });
  assay.wake('deliveries');
};

export type GenerationFailure = { readonly accountId: number; readonly invitationId: number; readonly error: unknown };

/**
 * Grades completed attempts whose programs have run, and writes their reports. A failing one is tried again later and shows in the
 * invitation's timeline; this rejects when the database is not available.
 *
 * @param onFailure gets each failure, for the log
 * @returns how many were claimed; 0 when there is nothing to do
 */
export const generateReports = async ({
  assay,
  onFailure,
}: {
  assay: Assay;
  onFailure: (failure: GenerationFailure) => void;
}): Promise<number> => {
  const claimed = await claim(assay);
  await Promise.all(
    claimed.map(async (row) => {
      try {
        await generate(assay, row);
      } catch (error) {
        // No failure of the report, whose pauses would outlast it: the lease ends.
        if (error instanceof StoreUnavailable) throw error;
        onFailure({ accountId: row.account_id, invitationId: row.invitation_id, error });
        await assay.store.write(async (tx) => {
          const now = await tx.now();
          const reason = error instanceof Error ? error.message : String(error);
          if (!(await advanceReport(tx, row, { type: 'fail', now }, { last_error: reason })).ok) return;
          if ((await takeRoom(tx, row, { kind: 'reportFailures', amount: 1, now })) > 0)
            await record(tx, row, now, { type: 'report.failed', attempt: row.attempt });
        });
      }
    }),
  );
  return claimed.length;
};
