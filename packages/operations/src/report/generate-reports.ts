import { decideReport, evolveReport, gradeAttempt, type ReportGeneration, windowViolations } from '@assay/domain';
import { answers, reports, type Tx, windowEvents } from '@assay/store';
import { releaseDeliveries } from '../delivery/release.ts';
import type { Assay } from '../support/context.ts';
import { record } from '../support/invitation-state.ts';

const batch = 50;

const stateOf = (row: reports.Report): ReportGeneration => {
  if (row.status === 'Generated') return { status: row.status, generatedAt: row.generated_at ?? 0 };
  if (row.status === 'Pending') return { status: row.status, failures: row.failures, notBefore: row.not_before };
  return { status: row.status, failures: row.failures, leaseUntil: row.lease_until };
};

const columnsOf = (state: ReportGeneration): Partial<reports.Report> => {
  if (state.status === 'Generated') return { status: state.status, generated_at: state.generatedAt, lease_until: 0, last_error: null };
  if (state.status === 'Pending') return { status: state.status, failures: state.failures, not_before: state.notBefore, lease_until: 0 };
  return { status: state.status, lease_until: state.leaseUntil };
};

/** Takes the lease of what is due; other workers pass it over until the lease ends. */
const claim = (assay: Assay): Promise<reports.Report[]> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const claimed: reports.Report[] = [];
    for (const row of await reports.lockDue(tx, now, batch)) {
      const state = stateOf(row);
      const event = decideReport(state, { type: 'claim', now, leaseMilliseconds: assay.timings.reportLeaseMs });
      if (!event.ok) continue;
      const columns = columnsOf(evolveReport(state, event.value));
      if (await reports.update(tx, row, columns)) claimed.push({ ...row, ...columns });
    }
    return claimed;
  });

const settle = async (
  tx: Tx,
  row: reports.Report,
  outcome: { type: 'finish' | 'fail' },
  now: number,
  columns: Partial<reports.Report>,
): Promise<boolean> => {
  const state = stateOf(row);
  const event = decideReport(state, { type: outcome.type, now });
  return event.ok && (await reports.update(tx, row, { ...columnsOf(evolveReport(state, event.value)), ...columns }));
};

const generate = async (assay: Assay, row: reports.Report): Promise<void> => {
  const key = { accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt };
  const { graded, violations } = await assay.store.read(async (db) => {
    const { definition } = await assay.testVersions.load(db, { accountId: row.account_id, testId: row.test_id, version: row.version });
    const given = new Map((await answers.list(db, key)).map(({ question_id, answer }) => [question_id, answer]));
    return { graded: gradeAttempt(definition, given), violations: windowViolations(await windowEvents.list(db, key), row.completed_at) };
  });
  const { score, totalScore, sections, questions } = graded;
  await assay.store.write(async (tx) => {
    const now = await tx.now();
    const columns = { score, total_score: totalScore, content: JSON.stringify({ sections, questions }), ...violations };
    if (!(await settle(tx, row, { type: 'finish' }, now, columns))) return;
    await record(tx, row, now, { type: 'report.generated', attempt: row.attempt, score, totalScore });
    await releaseDeliveries(tx, key, now);
  });
  assay.wake('deliveries');
};

export type GenerationFailure = { readonly accountId: number; readonly invitationId: number; readonly error: unknown };

/**
 * Grades completed attempts and writes their reports. A failing one is tried again later and shows in the invitation's timeline.
 *
 * @param onFailure told of each failure, for the log
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
        onFailure({ accountId: row.account_id, invitationId: row.invitation_id, error });
        await assay.store.write(async (tx) => {
          const now = await tx.now();
          const reason = error instanceof Error ? error.message : String(error);
          if (await settle(tx, row, { type: 'fail' }, now, { last_error: reason }))
            await record(tx, row, now, { type: 'report.failed', attempt: row.attempt });
        });
      }
    }),
  );
  return claimed.length;
};
