import { type CandidateReport, noBrand, noFigures, type ReportedQuestion } from '@assay/domain';

const kinds = ['single-choice', 'multiple-choice', 'numeric', 'text'] as const satisfies readonly ReportedQuestion['kind'][];
type Answer = Pick<ReportedQuestion, 'outcome' | 'score'>;
const answers: readonly [Answer, ...Answer[]] = [
  { outcome: 'right', score: '2' },
  { outcome: 'partial', score: '1.25' },
  { outcome: 'wrong', score: '-0.5' },
  { outcome: 'blank', score: '0' },
];

const cycle = <Item>(items: readonly [Item, ...Item[]], index: number): Item => items[index % items.length] ?? items[0];

/** Sections of so many questions each, numbered through, with every kind and outcome in turn. */
export const someSections = (...sizes: readonly number[]): CandidateReport['sections'] => {
  let number = 0;
  return sizes.map((size, index) => ({
    sectionName: `Section ${index + 1}`,
    sectionType: 'general questions',
    sectionScore: String(size * 2),
    candidateScore: String(size),
    seconds: null,
    questions: Array.from({ length: size }, () => {
      number += 1;
      return { number, kind: cycle(kinds, number), marks: '2', late: false, skills: [], seconds: null, ...cycle(answers, number >> 2) };
    }),
  }));
};

/** A report that says nothing in particular; a test names what it is about. */
export const someReport = (over: Partial<CandidateReport> = {}): CandidateReport => ({
  accountName: 'Northwind Talent',
  brand: noBrand,
  candidate: { fullName: 'Ana Kowalska', emailId: 'ana@example.com' },
  testInvitationId: 100_234,
  testName: 'Senior JavaScript Engineer',
  attemptedOn: Date.UTC(2026, 1, 23, 10, 46),
  completedAt: Date.UTC(2026, 1, 23, 11, 58, 12),
  completedBy: 'candidate',
  generatedAt: Date.UTC(2026, 1, 23, 12, 0),
  zone: 'Asia/Kolkata',
  duration: 90,
  secondsTaken: 4332,
  ...noFigures,
  score: '20',
  totalScore: '40',
  wv: 3,
  tv: 85,
  images: { count: 0, shown: [] },
  group: null,
  remarks: [],
  sections: someSections(8, 12),
  ...over,
});
