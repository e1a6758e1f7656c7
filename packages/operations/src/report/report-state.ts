import { decideReport, evolveReport, ok, type Refusal, type ReportCommand, type ReportGeneration, type Result } from '@assay/domain';
import { reports, type Tx, testTallies } from '@assay/store';
import { changedMeanwhile } from '../support/refusals.ts';

type Row = reports.Report;

const stateOf = (row: Row): ReportGeneration => {
  if (row.status === 'Generated') return { status: row.status, generatedAt: row.generated_at ?? 0 };
  if (row.status === 'Pending') return { status: row.status, failures: row.failures, notBefore: row.not_before };
  return { status: row.status, failures: row.failures, leaseUntil: row.lease_until };
};

const columnsOf = (state: ReportGeneration): reports.ReportChange => {
  if (state.status === 'Generated') return { status: state.status, generated_at: state.generatedAt, lease_until: 0, last_error: null };
  if (state.status === 'Pending') return { status: state.status, failures: state.failures, not_before: state.notBefore, lease_until: 0 };
  return { status: state.status, lease_until: state.leaseUntil };
};

/** Decides a command on a report and writes the next state with the columns of `also`. Returns the written row, or a refusal. */
export const advanceReport = async (
  tx: Tx,
  row: Row,
  command: ReportCommand,
  also: reports.ReportChange = {},
): Promise<Result<Row, Refusal>> => {
  const state = stateOf(row);
  const event = decideReport(state, command);
  if (!event.ok) return event;
  const columns = { ...columnsOf(evolveReport(state, event.value)), ...also };
  if (!(await reports.update(tx, row, columns))) return changedMeanwhile;
  return ok({ ...row, ...columns });
};

/**
 * Writes a generated report again, whose lock the caller holds, and resets the sums of the test. They are one row for all of its reports, so
 * nothing that waits for a lock may follow.
 */
export const rewriteReport = async (tx: Tx, row: Row, columns: reports.ReportChange, now: number): Promise<void> => {
  if (!(await advanceReport(tx, row, { type: 'regrade', now }, columns)).ok) throw new Error('a locked report was changed');
  await testTallies.forget(tx, { accountId: row.account_id, testId: row.test_id });
};
