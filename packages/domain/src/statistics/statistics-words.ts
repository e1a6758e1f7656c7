import type { QuestionStatistics, TestStatistics } from './managed-statistics.ts';

const figure = (value: number, decimals = 2): string => value.toFixed(decimals);
const count = (amount: number, one: string): string => `${amount.toLocaleString('en-US')} ${one}${amount === 1 ? '' : 's'}`;

type Figures = Omit<TestStatistics, 'testId' | 'isComplete'>;

/** `Cronbach's alpha 0.71 (95% interval 0.60 to 0.80), of 40 candidates and 12 questions`. */
export const reliabilityInWords = ({ reliability }: Pick<Figures, 'reliability'>): string =>
  reliability === null
    ? 'not known: it takes two candidates with different scores, and two questions'
    : `Cronbach's alpha ${figure(reliability.alpha)} (95% interval ${figure(reliability.lower)} to ${figure(reliability.upper)}), of ${count(reliability.candidates, 'candidate')} and ${count(reliability.questions, 'question')}`;

/** The figures of a test; one that is not known is left out. */
export const statisticsFacts = (statistics: Figures): (readonly [label: string, value: string])[] => {
  const { candidates, meanPercent, standardDeviationPercent, reliability } = statistics;
  return [
    ['Finished', count(candidates, 'candidate')],
    ...(meanPercent === null ? [] : [['Mean', `${figure(meanPercent, 1)}% of the maximum`] as const]),
    ...(standardDeviationPercent === null ? [] : [['Standard deviation', `${figure(standardDeviationPercent, 1)}%`] as const]),
    ['Reliability', reliabilityInWords(statistics)],
    ...(reliability === null
      ? []
      : [['Error of a score', `${figure(reliability.standardError)} marks (standard error of measurement)`] as const]),
  ];
};

/** `40 candidates: 10 right, 0 partly right, 28 wrong, 2 blank`. Where the question is void to all, only the candidates. */
export const resultsInWords = ({ candidates, right, partial, wrong, blank }: QuestionStatistics): string =>
  right + partial + wrong + blank === 0
    ? count(candidates, 'candidate')
    : `${count(candidates, 'candidate')}: ${right} right, ${partial} partly right, ${wrong} wrong, ${blank} blank`;

/** `Key corrected in version 2 (2026-11-24): another result for 10 attempts`; null if it was not. */
export const correctionInWords = ({ corrected }: Pick<QuestionStatistics, 'corrected'>): string | null =>
  corrected === null
    ? null
    : `Key corrected in version ${corrected.version} (${corrected.at.slice(0, 10)}): another result for ${count(corrected.attempts, 'attempt')}`;

/** `12 attempts are graded by another key than the present one`; null if none is. */
export const otherKeyInWords = ({ otherKey }: Pick<QuestionStatistics, 'otherKey'>): string | null =>
  otherKey === 0 ? null : `${count(otherKey, 'attempt')} ${otherKey === 1 ? 'is' : 'are'} graded by another key than the present one`;

export const difficultyText = ({ difficulty }: QuestionStatistics): string | null => (difficulty === null ? null : figure(difficulty));
export const discriminationText = ({ discrimination }: QuestionStatistics): string | null =>
  discrimination === null ? null : figure(discrimination);

const voidWords = { 'full-marks': 'Void: everybody has its marks.', 'not-counted': 'Void: it counts for nobody.' } as const;

export const voidInWords = ({ void: voided }: Pick<QuestionStatistics, 'void'>): string | null =>
  voided === null ? null : voidWords[voided];
