import type { QuestionStatistics, TestStatistics } from '@assay/domain';
import { seconds } from '../time/format-time.ts';
import { bar, count, oneLine, paragraph } from './text.ts';

const figures = (value: number | null, decimals = 2): string | null => (value === null ? null : value.toFixed(decimals));

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

/** The scores of all, in a line. */
export const scoreWords = ({ candidates, meanPercent, standardDeviationPercent }: TestStatistics): string =>
  [
    `${count(candidates, 'candidate')} finished`,
    ...(meanPercent === null ? [] : [`mean ${figures(meanPercent, 1)} %`]),
    ...(standardDeviationPercent === null ? [] : [`standard deviation ${figures(standardDeviationPercent, 1)} %`]),
  ].join(' · ');

/** How well the scores would repeat, in a line or two. */
export const reliabilityWords = (statistics: TestStatistics): string => {
  const { reliability } = statistics;
  if (reliability === null) return `Reliability ${reliabilityText(statistics)}`;
  return `${reliabilityText(statistics)} · error of a score ${figures(reliability.standardError)} marks`;
};

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

export const difficultyOf = ({ difficulty }: QuestionStatistics): string | null => figures(difficulty);
export const discriminationOf = ({ discrimination }: QuestionStatistics): string | null => figures(discrimination);

export const timeText = ({ medianSeconds }: QuestionStatistics): string | null => (medianSeconds === null ? null : seconds(medianSeconds));

/** What is noticed in a question, in a few words. */
export const noticedText = ({ flags, void: voided }: QuestionStatistics): string =>
  voided === null ? flags.map(({ flag }) => flag).join(', ') : 'void';

const voidWords = {
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

/** What is known of a question, a fact a line. */
export const questionFacts = (question: QuestionStatistics): string[] => {
  const { candidates, right, partial, wrong, blank, timed } = question;
  const time = timeText(question);
  return [
    `${count(candidates, 'candidate')}: ${right} right, ${partial} partly right, ${wrong} wrong, ${blank} blank`,
    `Difficulty ${difficultyOf(question) ?? 'not known'} (mean share of the marks), discrimination ${discriminationOf(question) ?? 'not known'} (with the rest of the test)`,
    time === null ? 'Time not recorded' : `Time ${time} (median of ${count(timed, 'candidate')})`,
  ];
};

/** What to do about a question, and who chose what. */
export const questionLines = (question: QuestionStatistics): string[] => [
  ...(question.void === null ? [] : [voidWords[question.void]]),
  ...question.flags.map(({ flag, advice }) => `${flag}: ${paragraph(advice)}`),
  ...optionLines(question),
];
