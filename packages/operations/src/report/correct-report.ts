import { regradedFigures } from '@assay/domain';
import type { reports, Tx } from '@assay/store';
import { record } from '../support/invitation-state.ts';
import type { Services } from '../support/operation.ts';
import { replaceUndelivered } from './callback-message.ts';
import { gradeReport } from './grade-report.ts';
import { rewriteReport } from './report-state.ts';

/**
 * Writes a generated report again after a grader corrected a grade. The timeline says both scores; nobody is notified. The caller holds the
 * invitation.
 */
export const correctReport = async (assay: Services, tx: Tx, report: reports.Report, now: number): Promise<void> => {
  const generated = await gradeReport(assay, tx, report);
  // Its programs are graded again at the moment: the last one writes the report, by this correction too.
  if (generated === undefined) return;
  await replaceUndelivered(assay, tx, { ...report, ...generated });
  await rewriteReport(tx, report, generated, now);
  await record(tx, report, now, {
    type: 'report.regraded',
    attempt: report.attempt,
    ...regradedFigures(report.figures ?? generated.figures, generated.figures),
  });
};
