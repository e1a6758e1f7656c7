import { gradings, type reports, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { record } from '../support/invitation-state.ts';
import { gradeReport } from './grade-report.ts';
import { advanceReport } from './report-state.ts';

/** Writes a generated report again by the last round of its programs. It shows its old figures until then; nobody is notified. */
export const regradeReport = async (assay: Assay, tx: Tx, report: reports.Report, now: number): Promise<void> => {
  const generated = await gradeReport(assay, tx, report);
  if (generated === undefined) return;
  const { account_id: accountId, invitation_id: invitationId, attempt, figures } = report;
  const { score, totalScore } = generated.figures;
  const oldScore = figures?.score ?? score;
  const rounds = await gradings.list(tx, { accountId, invitationId, attempt });
  const version = Math.max(...rounds.map((one) => one.version));
  const changed =
    oldScore === score ? { former_score: null, regraded_version: null } : { former_score: oldScore, regraded_version: version };
  if (!(await advanceReport(tx, report, { type: 'regrade', now }, { ...generated, ...changed })).ok) return;
  await record(tx, report, now, { type: 'report.regraded', attempt, oldScore, score, totalScore });
};
