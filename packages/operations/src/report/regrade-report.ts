import type { reports, Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { record } from '../support/invitation-state.ts';
import { gradeReport } from './grade-report.ts';
import { advanceReport } from './report-state.ts';

/** Writes a generated report again by the last round of its programs. It shows its old figures until then; nobody is notified. */
export const regradeReport = async (assay: Assay, tx: Tx, report: reports.Report, now: number): Promise<void> => {
  const generated = await gradeReport(assay, tx, report);
  if (generated === undefined || !(await advanceReport(tx, report, { type: 'regrade', now }, generated)).ok) return;
  const { attempt, figures } = report;
  const { score, totalScore } = generated.figures;
  await record(tx, report, now, { type: 'report.regraded', attempt, oldScore: figures?.score ?? score, score, totalScore });
};
