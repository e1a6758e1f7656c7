import type { Entries } from '../entry.ts';

export const reports = {
  getReport: {
    description: `What came of an invitation, at any time: before the report is generated \`score\` and \`timeTaken\` are null. Read
\`reportStatus\`: a completed attempt is \`Generated\` within seconds, with programs to grade within minutes. To be notified instead of asking
again, register with a \`callbackURL\`.`,
    path: { testInvitationId: 1 },
  },
  getSectionReports: {
    description: 'Marks per section, in the order of the test. `409.1` until the report is generated.',
    path: { testInvitationId: 1 },
  },
  getSkillReports: {
    description: `Marks per skill and section, where the test file names \`skills\` for sections or questions; otherwise \`skills\` is empty. A question
counts in full for each of its skills. \`409.1\` until the report is generated.`,
    path: { testInvitationId: 1 },
  },
  exportReportPdf: {
    description: `The report as a PDF to print or pass on. \`409.1\` until the report is generated. An account makes two of these at a time;
beyond that the request waits, and with many waiting it is refused with \`503.1\`.`,
    path: { testInvitationId: 1 },
  },
  compareCandidates: {
    description: `At most ten candidates, the best first, with what came of each section and each question; never what they answered. The
\`id\` of a question is the same in all versions of the test. \`409.1\` if one of them has no report.`,
    path: { testId: 1 },
    query: { invitations: '1', by: 'Language' },
  },
  exportComparisonPdf: {
    description: `The same as a PDF with a column for each candidate: rank, result, score, percentile, sections as bars, time, proctoring, remarks, and
what came of each question. Questions are named by their ids: it has no prompts, answers or keys. Up to 1,000 questions of all versions are in
it; it says what is left out.`,
    path: { testId: 1 },
    query: { invitations: '1' },
  },
  exportReportExcel: {
    description:
      'All candidates of a test with their figures and sections as an Excel workbook. Candidates without a report have empty figures.',
    path: { testId: 1 },
  },
} satisfies Partial<Entries>;
