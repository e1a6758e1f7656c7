import { noFigures, type TestReport, type TestReportCandidate } from '@assay/domain';

const question = (questionId: number, number: number, prompt = `Question ${questionId}`) =>
  ({ questionId, id: `question-${number}`, number, kind: 'numeric', prompt, marks: '2.5' }) as const;

const version = (number: number, firstQuestion: number): TestReport['versions'][number] => ({
  version: number,
  duration: 30 * number,
  totalScore: '7.5',
  sections: [
    {
      sectionName: 'Basics',
      sectionType: 'general questions',
      sectionScore: '5',
      questions: [question(firstQuestion, 1, `What\n  is ${'x'.repeat(200)}?`), question(firstQuestion + 1, 2)],
    },
    { sectionName: 'Depth & width', sectionType: 'coding questions', sectionScore: '2.5', questions: [question(firstQuestion + 2, 3)] },
  ],
});

/** Two versions with two sections and three questions each: 21, 22, 23 in the newest, 11, 12, 13 before. */
export const testReport = (over: Partial<TestReport> = {}): TestReport => ({
  accountName: 'Assay & Söhne',
  testId: 7,
  testName: '=1+1',
  testKey: null,
  testStatus: 'Active',
  exportedAt: Date.UTC(2026, 10, 21, 10, 15),
  versions: [version(2, 21), version(1, 11)],
  statistics: null,
  ...over,
});

type Report = NonNullable<TestReportCandidate['report']>;

/** 3.75 of 7.5 in version 2. */
export const gradedReport = (over: Partial<Report> = {}): Report => ({
  secondsTaken: 1830,
  ...noFigures,
  score: '3.75',
  totalScore: '7.5',
  wv: 2,
  tv: 45,
  sections: [
    { sectionName: 'Basics', sectionScore: '5', candidateScore: '4' },
    { sectionName: 'Depth & width', sectionScore: '2.5', candidateScore: '-0.25' },
  ],
  questions: [
    { questionId: 21, marks: '2.5', score: '2.5', outcome: 'right' },
    { questionId: 22, marks: '2.5', score: '1.5', outcome: 'partial' },
    { questionId: 23, marks: '2.5', score: '-0.25', outcome: 'wrong' },
  ],
  ...over,
});

/** Invited to version 2, completed and graded: 3.75 of 7.5. */
export const gradedCandidate = (over: Partial<TestReportCandidate> = {}): TestReportCandidate => ({
  testInvitationId: 101,
  fullName: 'Ana Lima',
  emailId: 'ana@x.test',
  testLinkName: 'Spring',
  testStatus: 'Completed',
  reportStatus: 'Generated',
  version: 2,
  invitedOn: Date.UTC(2026, 0, 2, 3, 4, 5),
  attemptedOn: Date.UTC(2026, 1, 28, 23, 59, 59),
  completedAt: Date.UTC(2026, 2, 1, 0, 30),
  report: gradedReport(),
  ...over,
});

/** Invited, not started. */
export const pendingCandidate = (over: Partial<TestReportCandidate> = {}): TestReportCandidate => ({
  testInvitationId: 102,
  fullName: 'Bo',
  emailId: 'bo@x.test',
  testLinkName: null,
  testStatus: 'Pending',
  reportStatus: 'Pending',
  version: null,
  invitedOn: Date.UTC(2026, 0, 1),
  attemptedOn: null,
  completedAt: null,
  report: null,
  ...over,
});

/** What `testExcel` walks, as often as it likes. */
export const walkOf = (candidates: readonly TestReportCandidate[]) =>
  async function* () {
    yield* candidates;
  };
