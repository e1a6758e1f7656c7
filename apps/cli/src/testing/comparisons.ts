import { type ComparedCandidate, type Comparison, noFigures } from '@assay/domain';

export const comparedCandidate = (testInvitationId: number, over: Partial<ComparedCandidate> = {}): ComparedCandidate => ({
  rank: 1,
  testInvitationId,
  fullName: 'Ann',
  emailId: 'ann@example.com',
  testVersion: 2,
  ...noFigures,
  score: 61.5,
  totalScore: 80,
  percentile: null,
  meanPercent: null,
  secondsTaken: 47 * 60,
  remarks: [],
  sections: [{ sectionName: 'Basics', candidateScore: 40, sectionScore: 50, passPercent: null, result: null, meanPercent: null }],
  questions: [
    { id: 'sum', number: 1, sectionName: 'Basics', outcome: 'right', score: 2, marks: 2, void: null },
    { id: 'new', number: 2, sectionName: 'Basics', outcome: 'blank', score: 0, marks: 2, void: null },
    { id: 'odd', number: 3, sectionName: 'Basics', outcome: 'wrong', score: 0, marks: 0, void: 'not-counted' },
  ],
  ...over,
});

/** Three candidates, the second of whom is better in the second section. */
export const someComparison = (): Comparison => {
  const part = (sectionName: string, candidateScore: number) => ({
    ...{ sectionName, candidateScore, sectionScore: 50 },
    ...{ passPercent: null, result: null, meanPercent: null },
  });
  return {
    testId: 7,
    testName: 'Web fundamentals',
    candidates: [
      comparedCandidate(501, { fullName: 'Ana Núñez', sections: [part('Markup', 40), part('Scripts', 20)] }),
      comparedCandidate(502, { fullName: '李小龙 👩‍👩‍👧', rank: 2, score: -0.5, sections: [part('Markup', 0), part('Scripts', 30)] }),
      comparedCandidate(503, { fullName: 'Chidi Okafor', rank: 3, score: -1, remarks: ['12 of 20 answers came within 4 s'] }),
    ],
  };
};
