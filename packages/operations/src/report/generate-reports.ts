import { attemptKeyOf, deliveries, invitations, reports, StoreUnavailable } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { advanceDelivery } from '../support/delivery-state.ts';
import { record } from '../support/invitation-state.ts';
import { reserveRecords } from '../support/recording.ts';
import { makeMessage } from './callback-message.ts';
import { gradeReportInParts } from './grade-report.ts';
import { advanceReport } from './report-state.ts';
import { laterRegrade, resolveReport } from './resolve-report.ts';

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

const generate = async (assay: Assay, claimed: reports.Report): Promise<void> => {
  const key = attemptKeyOf(claimed);
  const generated = await gradeReportInParts(assay, claimed);
  const isWritten = await assay.store.write(async (tx) => {
    const invitation = await invitations.lock(tx, key);
    if (invitation === undefined) throw new Error('a completed attempt has no invitation');
    const report = await reports.lock(tx, key);
    // A grade, or a change of its keys, has ended the lease meanwhile.
    if (report?.status !== 'In progress' || report.lease_until !== claimed.lease_until) return false;
    const now = await tx.now();
    // Its completion and the walk of the regrade may not have seen each other.
    const isPassedBy = async () => (await laterRegrade(tx, report)) !== undefined;
    if (generated === undefined || (await isPassedBy())) {
      const wait = await resolveReport(assay, tx, report, now);
      // Looked up after it, as a regrade may be committed at any moment.
      if (wait === 'nothing' && !(await isPassedBy())) throw new Error('an answer is not graded, and nothing is open');
      return false;
    }
    if (!(await advanceReport(tx, report, { type: 'finish', now }, generated)).ok) return false;
    const { score, totalScore } = generated.figures;
    await record(tx, report, now, { type: 'report.generated', attempt: report.attempt, score, totalScore });
    for (const delivery of await deliveries.lockWaiting(tx, key)) {
      const message = delivery.kind === 'callback' ? await makeMessage(assay, tx, invitation, { ...report, ...generated }) : {};
      await advanceDelivery(tx, delivery, { type: 'release', now: await tx.now() }, message);
    }
    return true;
  });
  if (isWritten) assay.wake('deliveries');
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
          if ((await reserveRecords(tx, row, { kind: 'reportFailures', amount: 1, now })) > 0)
            await record(tx, row, now, { type: 'report.failed', attempt: row.attempt });
        });
      }
    }),
  );
  return claimed.length;
};
