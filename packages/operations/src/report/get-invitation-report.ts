import { countOutcomes, ok, operations, secondsTaken } from '@assay/domain';
import { readRemarks } from '../statistics/read-signals.ts';
import { operation } from '../support/operation.ts';
import { generatedReport } from './get-report.ts';
import { loadGroup } from './load-group.ts';

/** The report of an invitation as the management API shows it. */
export const getInvitationReport = operation(operations.getInvitationReport, async ({ assay, accountId }, { testInvitationId }) => {
  const read = await assay.store.read(async (db) => {
    const found = await generatedReport(db, accountId, testInvitationId);
    if (!found.ok) return found;
    const { test_id: testId, version } = found.value.report;
    return ok({ ...found.value, version: await assay.testVersions.load(db, { accountId, testId, version }) });
  });
  if (!read.ok) return read;
  const { report, content, figures, version } = read.value;
  const { test_id: testId } = report;
  const group = await loadGroup(assay, { accountId, testId }, { ...figures, sections: content.sections });
  // In a turn of its own: remarks are found among hundreds of other attempts.
  const key = { accountId, invitationId: testInvitationId, attempt: report.attempt };
  const remarks = (await assay.store.readSlice(key.accountId, (db) => readRemarks(assay, db, key))).map(({ text }) => text);
  const questions = new Map(content.questions.map((one) => [one.questionId, one]));
  const countsOf = (index: number) =>
    countOutcomes((version.definition.sections[index]?.questions ?? []).flatMap(({ questionId }) => questions.get(questionId) ?? []));
  return ok({
    testInvitationId,
    testId,
    version: report.version,
    ...figures,
    secondsTaken: secondsTaken(report.started_at, report.completed_at),
    counts: countOutcomes(content.questions),
    remarks,
    group: group === null ? null : { candidates: group.candidates, percentile: group.percentile, meanPercent: group.meanPercent },
    sections: content.sections.map(({ sectionName, candidateScore, sectionScore, passPercent, result }, index) => ({
      sectionName,
      score: candidateScore,
      totalScore: sectionScore,
      passPercent: passPercent ?? null,
      result: result ?? null,
      counts: countsOf(index),
      group: group?.sections[index] ?? null,
    })),
  });
});
