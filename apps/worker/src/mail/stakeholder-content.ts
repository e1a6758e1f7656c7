import { type CompletedBy, lateAnswersInWords, minutesInWords, passMarkInWords, timeTakenInWords, violationsInWords } from '@assay/domain';
import type { StakeholderEmail } from '@assay/operations';
import { chosen, type MailContent } from './content.ts';
import { formatInstant } from './words.ts';

const endings: Record<CompletedBy, string> = {
  candidate: 'submitted by the candidate',
  deadline: 'by itself, when the time was over',
};

/** The mail to a stakeholder when a candidate has completed a test. */
export const stakeholderContent = (email: StakeholderEmail): MailContent => {
  const { report, testName } = email;
  const { candidate, attemptedOn, completedAt, completedBy, zone, duration } = report;
  const fullName = chosen(candidate.fullName);
  const link = chosen(email.testLinkName);
  const result = passMarkInWords(report);
  return {
    organization: chosen(email.organization),
    preheader: `${report.testResult === null ? '' : `${report.testResult}. `}Score ${report.score} of ${report.totalScore} in ${timeTakenInWords(report)}. The report is ready.`,
    heading: [fullName, ' completed ', chosen(testName)],
    paragraphs: [],
    score: { score: report.score, total: report.totalScore },
    sections: report.sections.map(({ sectionName, sectionScore, candidateScore }) => ({
      name: chosen(sectionName),
      score: candidateScore,
      total: sectionScore,
    })),
    facts: [
      ...(result === undefined ? [] : [{ label: 'Result', value: [result] }]),
      { label: 'Candidate', value: [fullName] },
      { label: 'Email', value: [chosen(candidate.emailId)] },
      { label: 'Test', value: [chosen(testName)] },
      ...(link.chosen === '' ? [] : [{ label: 'Test link', value: [link] }]),
      { label: 'Started', value: [formatInstant(attemptedOn, zone)] },
      { label: 'Completed', value: [`${formatInstant(completedAt, zone)}, ${endings[completedBy]}`] },
      { label: 'Time taken', value: [`${timeTakenInWords(report)} of ${minutesInWords(duration)}`] },
      { label: 'Proctoring', value: [violationsInWords(report)] },
      ...(report.lateAnswers === 0 ? [] : [{ label: 'Late answers', value: [lateAnswersInWords(report)] }]),
    ],
    action: { label: 'Open the report (PDF)', url: email.reportPdfUrl },
    notes: [
      ...(email.linkExpiresAt === null ? [] : [[`The link works until ${formatInstant(email.linkExpiresAt, zone)}.`]]),
      ['It opens the report without a password: pass it on only to people who may read it.'],
    ],
  };
};
