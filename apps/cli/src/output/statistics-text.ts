import {
  correctionInWords,
  difficultyText,
  discriminationText,
  otherKeyInWords,
  picturesInWords,
  type QuestionStatistics,
  reliabilityInWords,
  resultsInWords,
  type TestStatistics,
  voidInWords,
} from '@assay/domain';
import { seconds } from '../time/format-time.ts';
import { bar, count, oneLine, paragraph } from './text.ts';

const figures = (value: number | null, decimals = 2): string | null => (value === null ? null : value.toFixed(decimals));

/** One line for each tenth of the maximum. */
export const histogram = ({ distribution }: TestStatistics, width: number): string[] => {
  const most = Math.max(1, ...distribution.map(({ candidates }) => candidates));
  return distribution.map(
    ({ from, to, candidates }) =>
      `${`${from}–${to}%`.padStart(7)}  ${bar(candidates / most, width)}  ${candidates.toLocaleString('en-US')}`,
  );
};

/** The scores of all, in a line. */
export const scoreWords = ({ candidates, meanPercent, standardDeviationPercent }: TestStatistics): string =>
  [
    `${count(candidates, 'candidate')} finished`,
    ...(meanPercent === null ? [] : [`mean ${figures(meanPercent, 1)}%`]),
    ...(standardDeviationPercent === null ? [] : [`standard deviation ${figures(standardDeviationPercent, 1)}%`]),
  ].join(' · ');

/** How well the scores would repeat, in a line or two. */
export const reliabilityWords = (statistics: TestStatistics): string => {
  const { reliability } = statistics;
  if (reliability === null) return `Reliability ${reliabilityInWords(statistics)}`;
  return `${reliabilityInWords(statistics)} · error of a score ${figures(reliability.standardError)} marks`;
};

export const timeText = ({ medianSeconds }: QuestionStatistics): string | null => (medianSeconds === null ? null : seconds(medianSeconds));

/** What is noticed in a question, in a few words. */
export const noticedText = ({ flags, void: voided }: QuestionStatistics): string =>
  voided === null ? flags.map(({ flag }) => flag).join(', ') : 'void';

/** Which options of a choice question were chosen, by whom. */
const optionLines = ({ options, candidates }: QuestionStatistics): string[] =>
  options.map(({ optionId, text, correct, candidates: chosen, meanPercent }) => {
    const share = candidates === 0 ? 0 : chosen / candidates;
    const mean = meanPercent === null ? '' : `, their mean ${figures(meanPercent, 1)}%`;
    return `${correct ? '✓' : ' '} ${optionId} ${bar(share, 10)} ${chosen}${mean}  ${oneLine(picturesInWords(text))}`;
  });

export const questionTitle = ({ questionId, prompt }: QuestionStatistics): string => `${questionId}. ${oneLine(prompt)}`;

/** What is known of a question, a fact a line. */
export const questionFacts = (question: QuestionStatistics): string[] => {
  const { timed } = question;
  const time = timeText(question);
  return [
    resultsInWords(question),
    `Difficulty ${difficultyText(question) ?? 'not known'} (mean share of the marks), discrimination ${discriminationText(question) ?? 'not known'} (with the rest of the test)`,
    time === null ? 'Time not recorded' : `Time ${time} (median of ${count(timed, 'candidate')})`,
  ];
};

/** What to do about a question, and who chose what. */
export const questionLines = (question: QuestionStatistics): string[] => [
  ...[voidInWords(question), correctionInWords(question), otherKeyInWords(question)].filter((one) => one !== null),
  ...question.flags.map(({ flag, advice }) => `${flag}: ${paragraph(advice)}`),
  ...optionLines(question),
];
