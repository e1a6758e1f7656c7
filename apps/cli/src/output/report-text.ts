import type { Report } from '@assay/client';
import {
  countsInWords,
  groupInWords,
  type InvitationReport,
  lateAnswersInWords,
  minutesInWords,
  passMarkInWords,
  percentInWords,
  timeTakenInWords,
  violationsInWords,
} from '@assay/domain';
import { whenUtc } from '../time/format-time.ts';

type Score = { readonly score: string | null; readonly totalScore: string | null };

/** `12.75 of 28.5 (44.74%)`; null without a score. */
export const scoreText = ({ score, totalScore }: Score): string | null => {
  if (score === null || totalScore === null) return null;
  const percent = percentInWords(score, totalScore);
  return `${score} of ${totalScore}${percent === undefined ? '' : ` (${percent})`}`;
};

/** What command and screen say of an attempt beside its score, in the words of the PDF; null where it does not apply. */
export const attemptFacts = (report: Report, generated: InvitationReport | null): readonly [label: string, text: string | null][] => {
  const duration = minutesInWords(report.duration);
  return [
    ['Result', generated === null ? null : (passMarkInWords(generated) ?? null)],
    ['Compared', generated?.group == null ? null : groupInWords(generated.group)],
    ['Questions', generated === null ? `${report.questions} in ${duration}` : `${report.questions}: ${countsInWords(generated.counts)}`],
    ['Started', whenUtc(report.attemptedOn)],
    ['Time taken', generated === null ? null : `${timeTakenInWords(generated)} of ${duration}`],
    ['Proctoring', report.attemptedOn === null ? null : violationsInWords(report)],
    ['Late answers', generated === null || generated.lateAnswers === 0 ? null : lateAnswersInWords(generated)],
  ];
};
