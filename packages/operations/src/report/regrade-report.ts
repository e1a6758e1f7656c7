import { graderVersion, isRegraded, regradedFigures } from '@assay/domain';
import { gradings, regrades, reports, type Tx, testTallies } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { record } from '../support/invitation-state.ts';
import { replaceUndelivered, sendRegraded } from './callback-message.ts';
import { furtherRounds } from './further-rounds.ts';
import { gradeReport, graderOf } from './grade-report.ts';
import { rewriteReport } from './report-state.ts';
import { resolveReport } from './resolve-report.ts';

type Report = reports.Report;

/** The callback that tells of a changed score, once for each regrade, if the regrade is to notify. */
const notify = async (assay: Assay, tx: Tx, report: Report, by: regrades.Regrade): Promise<void> => {
  const { figures } = report;
  if (figures === null || report.regraded_version !== by.version) return;
  const send = by.notify === 1 ? sendRegraded : replaceUndelivered;
  await send(assay, tx, { ...report, figures }, by.version);
};

type Regrading = { readonly now: number /** Whether its programs were run for it. */; readonly hasRun: boolean };

/**
 * Grades a generated report by the keys of the last regrade of its test and the present rules, in one write; it shows its old figures until its programs have
 * run. The caller holds its invitation. The timeline gets an entry if the report says something else, or if its programs were run.
 */
export const regradeReport = async (assay: Assay, tx: Tx, report: Report, { now, hasRun }: Regrading): Promise<void> => {
  const { account_id: accountId, test_id: testId, figures } = report;
  const by = await regrades.find(tx, { accountId, testId });
  if (by === undefined) throw new Error('a report is graded again without a regrade');
  const isByItsKeys = (report.key_version ?? report.version) === by.version;
  if (isByItsKeys && graderOf(report) === graderVersion && !hasRun) return notify(assay, tx, report, by);
  const generated = await gradeReport(assay, tx, report, { keys: by.version, grader: graderVersion });
  if (generated === undefined) return;
  const saidOf = (of: Pick<Report, 'figures' | 'content'>) => JSON.stringify([of.figures, of.content?.sections, of.content?.questions]);
  const isSame = saidOf(generated) === saidOf(report);
  const { wrong_answers } = generated;
  const unchanged = { former_figures: null, regraded_version: null, key_version: by.version, wrong_answers };
  if (isSame && !hasRun) {
    await reports.update(tx, report, { ...unchanged, content: generated.content });
    await testTallies.forget(tx, { accountId, testId });
    return;
  }
  const was = figures ?? generated.figures;
  const changed = { former_figures: was, regraded_version: by.version };
  const columns = isRegraded(was, generated.figures) ? { ...unchanged, ...changed } : unchanged;
  await notify(assay, tx, { ...report, ...generated, ...columns }, by);
  await rewriteReport(tx, report, { ...generated, ...columns }, now);
  const { attempt } = report;
  const why = by.reason === null ? {} : { reason: by.reason };
  await record(tx, report, now, {
    type: 'report.regraded',
    attempt,
    ...regradedFigures(was, generated.figures),
    testVersion: by.version,
    ...why,
  });
};

/**
 * Brings a report to the keys of a regrade, now, or when the programs that get a round for it have run, or when it is generated for the first
 * time. The caller holds its invitation and its lock. Applying a regrade again changes nothing.
 */
export const applyRegrade = async (
  assay: Assay,
  tx: Tx,
  report: Report,
  { version, now }: { version: number; now: number },
): Promise<void> => {
  if (report.status !== 'Generated') {
    // Of an attempt on this version the keys are these anyway.
    if (report.version < version) await resolveReport(assay, tx, report, now);
    return;
  }
  const rounds = await furtherRounds(assay, tx, report, version);
  await gradings.insertPending(tx, rounds, now);
  if (rounds.length === 0) await regradeReport(assay, tx, report, { now, hasRun: false });
};
