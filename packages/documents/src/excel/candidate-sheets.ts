import { languageNames, minutesTaken, type SectionScore, type TestReport, type TestReportCandidate } from '@assay/domain';
import { excelDate } from './cell.ts';
import { commonOf } from './columns-of-versions.ts';
import { type ShareTallies, shareOfMaximum } from './share-tallies.ts';
import { type Column, type Sheet, tableSheet } from './sheet.ts';

type Candidates = () => AsyncIterable<TestReportCandidate>;
type SectionRow = { readonly candidate: TestReportCandidate; readonly section: SectionScore };

const instant = (milliseconds: number | null): number | null => (milliseconds === null ? null : excelDate(milliseconds));
const score = (exact: string | undefined): number | null => (exact === undefined ? null : Number(exact));

const factColumns: readonly Column<TestReportCandidate>[] = [
  {
    title: 'Time taken (min)',
    width: 19,
    style: 'figure',
    value: ({ report }) => (report === null ? null : minutesTaken(report.secondsTaken)),
  },
  { title: 'Test link', width: 20, style: 'plain', value: (row) => row.testLinkName },
  { title: 'Status', width: 13, style: 'plain', value: (row) => row.testStatus },
  { title: 'Report', width: 13, style: 'plain', value: (row) => row.reportStatus },
  { title: 'Version', width: 11, style: 'whole', value: (row) => row.version },
  { title: 'Invited on (UTC)', width: 19, style: 'instant', value: (row) => instant(row.invitedOn) },
  { title: 'Attempted on (UTC)', width: 21, style: 'instant', value: (row) => instant(row.attemptedOn) },
  { title: 'Completed on (UTC)', width: 21, style: 'instant', value: (row) => instant(row.completedAt) },
  { title: 'Window violations', width: 20, style: 'figure', value: ({ report }) => report?.wv ?? null },
  { title: 'Seconds outside', width: 18, style: 'figure', value: ({ report }) => report?.tv ?? null },
  { title: 'Answers counted late', width: 22, style: 'figure', value: ({ report }) => report?.lateAnswers ?? null },
  { title: 'Time taken (s)', width: 17, style: 'figure', value: ({ report }) => report?.secondsTaken ?? null },
];

type Section = TestReport['versions'][number]['sections'][number];

const sectionTitle = ({ sectionName }: Section, earlier: readonly Section[]): string => {
  const same = earlier.filter((one) => one.sectionName === sectionName).length;
  return same === 0 ? sectionName : `${sectionName} (${same + 1})`;
};

/** A column for each section, by its name in all versions. */
const sectionScores = ({ versions }: TestReport): readonly Column<TestReportCandidate>[] =>
  commonOf(
    versions,
    ({ sections }) => sections.map((section, index) => ({ title: sectionTitle(section, sections.slice(0, index)) })),
    ({ title }) => title,
  ).map(({ item: { title }, positionIn }) => ({
    title,
    width: Math.min(30, Math.max(12, title.length + 5)),
    style: 'figure',
    value: ({ version, report }) => {
      const position = version === null ? undefined : positionIn.get(version);
      return position === undefined ? null : score(report?.sections[position]?.candidateScore);
    },
  }));

const candidateColumns = (test: TestReport, shares: ShareTallies): readonly Column<TestReportCandidate>[] => [
  { title: 'Invitation id', width: 15, style: 'whole', value: (row) => row.testInvitationId },
  { title: 'Name', width: 28, style: 'plain', value: (row) => row.fullName },
  { title: 'Email', width: 32, style: 'plain', value: (row) => row.emailId },
  { title: 'Rank', width: 10, style: 'figure', value: (row) => shares.rankOf(row) },
  { title: 'Score', width: 10, style: 'figure', value: (row) => score(row.report?.score) },
  { title: 'Maximum', width: 13, style: 'figure', value: (row) => score(row.report?.totalScore) },
  { title: 'Share of the maximum', width: 24, style: 'percent', bar: true, value: (row) => shareOfMaximum(row.report) },
  { title: 'Pass mark (%)', width: 16, style: 'figure', value: ({ report }) => score(report?.passPercent ?? undefined) },
  { title: 'Result', width: 11, style: 'plain', value: ({ report }) => report?.testResult ?? null },
  ...sectionScores(test),
  ...factColumns,
];

const sectionColumns: readonly Column<SectionRow>[] = [
  { title: 'Invitation id', width: 15, style: 'whole', value: ({ candidate }) => candidate.testInvitationId },
  { title: 'Name', width: 28, style: 'plain', value: ({ candidate }) => candidate.fullName },
  { title: 'Email', width: 32, style: 'plain', value: ({ candidate }) => candidate.emailId },
  { title: 'Section', width: 32, style: 'plain', value: ({ section }) => section.sectionName },
  { title: 'Score', width: 10, style: 'figure', value: ({ section }) => score(section.candidateScore) },
  { title: 'Maximum', width: 13, style: 'figure', value: ({ section }) => score(section.sectionScore) },
  { title: 'Pass mark (%)', width: 16, style: 'figure', value: ({ section }) => score(section.passPercent) },
  { title: 'Result', width: 11, style: 'plain', value: ({ section }) => section.result ?? null },
];

type ProgramRow = { readonly candidate: TestReportCandidate; readonly question: Question; readonly number: number | null };
type Question = NonNullable<TestReportCandidate['report']>['questions'][number];

const programColumns: readonly Column<ProgramRow>[] = [
  { title: 'Invitation id', width: 15, style: 'whole', value: ({ candidate }) => candidate.testInvitationId },
  { title: 'Name', width: 28, style: 'plain', value: ({ candidate }) => candidate.fullName },
  { title: 'Email', width: 32, style: 'plain', value: ({ candidate }) => candidate.emailId },
  { title: 'Version', width: 11, style: 'whole', value: ({ candidate }) => candidate.version },
  { title: 'Number', width: 12, style: 'whole', value: ({ number }) => number },
  {
    title: 'Language',
    width: 14,
    style: 'plain',
    value: ({ question: { program } }) => (program === undefined ? null : languageNames[program.language]),
  },
  { title: 'Cases accepted', width: 17, style: 'figure', value: ({ question }) => question.program?.accepted ?? null },
  { title: 'Cases', width: 11, style: 'figure', value: ({ question }) => question.program?.cases ?? null },
  { title: 'Score', width: 10, style: 'figure', value: ({ question }) => score(question.score) },
  { title: 'Maximum', width: 13, style: 'figure', value: ({ question }) => score(question.marks) },
];

/** One row per candidate and program that was graded: its language and how many cases were accepted, never the program. */
export const programsSheet = ({ versions }: TestReport, candidates: Candidates): Sheet => {
  const numbers = new Map<string, number>(
    versions.flatMap(({ version, sections }) =>
      sections.flatMap(({ questions }) => questions.map(({ questionId, number }) => [`${version} ${questionId}`, number] as const)),
    ),
  );
  return tableSheet({ name: 'Programs', place: 4, frozen: 2, columns: programColumns }, async function* () {
    for await (const candidate of candidates())
      for (const question of candidate.report?.questions ?? [])
        if (question.program !== undefined)
          yield { candidate, question, number: numbers.get(`${candidate.version} ${question.questionId}`) ?? null };
  });
};

/** One row per invitation. Its ranks are read when it is written, after all candidates were added. */
export const candidatesSheet = (report: TestReport, shares: ShareTallies, candidates: Candidates): Sheet =>
  tableSheet({ name: 'Candidates', place: 1, frozen: 2, columns: candidateColumns(report, shares) }, candidates);

/** One row per candidate and section, for those whose report is generated. */
export const sectionsSheet = (candidates: Candidates): Sheet =>
  tableSheet({ name: 'Sections', place: 3, frozen: 2, columns: sectionColumns }, async function* () {
    for await (const candidate of candidates()) {
      for (const section of candidate.report?.sections ?? []) yield { candidate, section };
    }
  });
