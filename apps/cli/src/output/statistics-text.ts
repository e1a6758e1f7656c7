import type { QuestionStatistics, TestStatistics } from '@assay/domain';
import { seconds } from '../time/format-time.ts';
import { bar, count, oneLine, paragraph } from './text.ts';

export const figures = (value: number | null, decimals = 2): string | null => (value === null ? null : value.toFixed(decimals));

/** One line for each tenth of the maximum. */
export const histogram = ({ distribution }: TestStatistics, width: number): string[] => {
  const most = Math.max(1, ...distribution.map(({ candidates }) => candidates));
  return distribution.map(
    ({ from, to, candidates }) =>
      `${String(from).padStart(3)}–${String(to).padEnd(3)} %  ${bar(candidates / most, width)}  ${candidates.toLocaleString('en-US')}`,
  );
};

export const reliabilityText = ({ reliability }: TestStatistics): string =>
  reliability === null
    ? 'not known: it takes two candidates with different scores, and two questions'
    : `Cronbach's alpha ${figures(reliability.alpha)} (95 % interval ${figures(reliability.lower)} to ${figures(reliability.upper)}), of ${count(reliability.candidates, 'candidate')} and ${count(reliability.questions, 'question')}`;

/** A fact that is not known is null. */
export const statisticsFacts = (statistics: TestStatistics): [string, string | number | null][] => {
  const { candidates, meanPercent, standardDeviationPercent, reliability } = statistics;
  return [
    ['Finished', candidates],
    ['Mean', meanPercent === null ? null : `${figures(meanPercent, 1)} % of the maximum`],
    ['Standard deviation', standardDeviationPercent === null ? null : `${figures(standardDeviationPercent, 1)} %`],
    ['Reliability', reliabilityText(statistics)],
    ['Error of a score', reliability === null ? null : `${figures(reliability.standardError)} marks (standard error of measurement)`],
  ];
};

export const timeText = ({ medianSeconds }: QuestionStatistics): string | null => (medianSeconds === null ? null : seconds(medianSeconds));

/** What is noticed in a question, in a few words. */
export const noticedText = ({ flags, void: voided }: QuestionStatistics): string =>
  voided === null ? flags.map(({ flag }) => flag).join(', ') : 'void';

export const voidWords = {
  'full-marks': 'void: everybody has its marks',
  'not-counted': 'void: it counts for nobody',
} as const;

/** Which options of a choice question were chosen, by whom. */
const optionLines = ({ options, candidates }: QuestionStatistics): string[] =>
  options.map(({ optionId, text, correct, candidates: chosen, meanPercent }) => {
    const share = candidates === 0 ? 0 : chosen / candidates;
    const mean = meanPercent === null ? '' : `, their mean ${figures(meanPercent, 1)} %`;
    return `${correct ? '✓' : ' '} ${optionId} ${bar(share, 10)} ${chosen}${mean}  ${oneLine(text)}`;
  });

export const questionTitle = ({ questionId, prompt }: QuestionStatistics): string => `${questionId}. ${oneLine(prompt)}`;

/** What to do about a question, and who chose what. */
export const questionLines = (question: QuestionStatistics): string[] => [
  ...(question.void === null ? [] : [voidWords[question.void]]),
  ...question.flags.map(({ flag, advice }) => `${flag}: ${paragraph(advice)}`),
  ...optionLines(question),
];
