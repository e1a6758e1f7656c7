import type { Report } from '@assay/client';
import type { InvitationReport } from '@assay/domain';

/** `Fail: 55% of the maximum, 60% needed`; null without a pass mark. */
export const resultText = ({ testResult, testCutOffPercent, candidatePercent }: Report): string | null => {
  if (testResult == null) return null;
  const share = candidatePercent == null ? [] : [`${candidatePercent}% of the maximum`];
  const needed = testCutOffPercent == null ? [] : [`${testCutOffPercent}% needed`];
  return `${testResult}: ${[...share, ...needed].join(', ')}`;
};

/** `above 62 of 100; 140 finished the test, mean 55.3%`; null while too few did. */
export const groupText = (group: InvitationReport['group']): string | null =>
  group === null ? null : `above ${group.percentile} of 100; ${group.candidates} finished the test, mean ${group.meanPercent}%`;
