import { ok, operations } from '@assay/domain';
import { operation } from '../support/operation.ts';
import { generatedReport } from './get-report.ts';
import { loadGroup } from './load-group.ts';

/** The report of an invitation as the management API shows it. */
export const getInvitationReport = operation(operations.getInvitationReport, async ({ assay, accountId }, { testInvitationId }) => {
  const found = await assay.store.read((db) => generatedReport(db, accountId, testInvitationId));
  if (!found.ok) return found;
  const { report, content, figures } = found.value;
  const { test_id: testId, version } = report;
  const group = await loadGroup(assay, { accountId, testId }, { ...figures, sections: content.sections });
  return ok({
    testInvitationId,
    testId,
    version,
    ...figures,
    group: group === null ? null : { candidates: group.candidates, percentile: group.percentile, meanPercent: group.meanPercent },
    sections: content.sections.map(({ sectionName, candidateScore, sectionScore, passPercent, result }, index) => ({
      sectionName,
      score: candidateScore,
      totalScore: sectionScore,
      passPercent: passPercent ?? null,
      result: result ?? null,
      group: group?.sections[index] ?? null,
    })),
  });
});
