import type { Report } from '@assay/client';

/** `Fail: 55% of the score, 60% needed`; null without a pass mark. */
export const resultText = ({ testResult, testCutOffPercent, candidatePercent }: Report): string | null => {
  if (testResult == null) return null;
  const share = candidatePercent == null ? [] : [`${candidatePercent}% of the score`];
  const needed = testCutOffPercent == null ? [] : [`${testCutOffPercent}% needed`];
  return `${testResult}: ${[...share, ...needed].join(', ')}`;
};
