import { picturesInWords } from '../../assessment/pictures-in-words.ts';
import type { Answer } from '../../attempt/answer.ts';
import { decimal } from '../../decimal.ts';
import { err, ok } from '../../result.ts';
import { type Grade, right, rightOrWrong, wrong } from '../grade.ts';
import type { Kind, Stored } from '../kind.ts';
import { MultipleChoiceFile, SingleChoiceFile } from './file.ts';
import { type ChoiceFile, type ChoiceQuestion, defineChoice } from './question.ts';

type Choice = Stored<ChoiceQuestion>;

const idsOfRight = ({ options }: Choice): string[] => options.filter((one) => one.correct).map(({ optionId }) => optionId);

const isOption = ({ options }: Choice, optionId: string): boolean => options.some((one) => one.optionId === optionId);

const noOption = (optionId: string) => err(`no option ${optionId.slice(0, 20)}`);

const wordsOf = ({ options }: Choice, picked: readonly string[]): string =>
  options
    .filter(({ optionId }) => picked.includes(optionId))
    .map(({ text }) => picturesInWords(text))
    .join('; ');

const textsOfRight = ({ options }: Choice): string =>
  JSON.stringify(options.flatMap(({ text, correct }) => (correct ? [text] : [])).toSorted());

/** The options as the candidate saw them, right or wrong by the later key; of options with the same text in their order. */
const optionsByKeyOf = (asked: Choice, later: Choice) => {
  const key = new Map<string, boolean[]>();
  for (const { text, correct } of later.options) key.set(text, [...(key.get(text) ?? []), correct]);
  return asked.options.map((option) => ({ ...option, correct: key.get(option.text)?.shift() ?? false }));
};

/** Each right pick earns its share of the marks, each wrong pick subtracts one, never below zero; without a right pick the penalty applies. */
const gradePicks = (question: Choice, picked: readonly string[]): Grade => {
  const correct = idsOfRight(question);
  const rightPicks = picked.filter((optionId) => correct.includes(optionId)).length;
  const wrongPicks = picked.length - rightPicks;
  if (rightPicks === 0) return wrong(question);
  if (rightPicks === correct.length && wrongPicks === 0) return right(question);
  const shares = Math.max(0, rightPicks - wrongPicks);
  return { outcome: 'partial', score: decimal(question.marks).times(shares).div(correct.length) };
};

const both = {
  gradedBy: 'key',
  define: defineChoice,
  fileOf: ({ kind, marks, penalty, options }: Choice) => ({
    kind,
    marks,
    penalty,
    options: options.map(({ text, correct }) => ({ text, correct })),
  }),
  texts: ({ options }: ChoiceFile | Choice) => options.map(({ text }) => text),
  take: ({ kind, options }: Choice) => ({ kind, options: options.map(({ optionId, text }) => ({ optionId, text })) }),
  countsPasted: false,
  keyWords: (question: Choice) => wordsOf(question, idsOfRight(question)),
  hasOtherKey: (asked: Choice, later: Choice) => textsOfRight(asked) !== textsOfRight(later),
  withKeyOf: (asked: Choice, later: Choice) => ({ ...later, options: optionsByKeyOf(asked, later) }),
} as const;

export const singleChoice = {
  ...both,
  words: 'Single choice',
  file: SingleChoiceFile,
  isAnswer: (answer: Answer) => typeof answer === 'string',
  answerRule: 'must be one option id',
  check: (question, answer) => (isOption(question, answer) ? ok(answer) : noOption(answer)),
  grade: (question, answer) => rightOrWrong(question, idsOfRight(question).includes(answer)),
  answerWords: (question, answer) => wordsOf(question, [answer]),
  keyOf: (question) => idsOfRight(question)[0] ?? null,
  comparable: (answer) => answer,
} satisfies Kind<ChoiceFile, ChoiceQuestion, string>;

export const multipleChoice = {
  ...both,
  words: 'Multiple choice',
  file: MultipleChoiceFile,
  isAnswer: (answer: Answer) => Array.isArray(answer),
  answerRule: 'must be an array of option ids',
  check: (question, answer) => {
    const unknown = answer.find((optionId) => !isOption(question, optionId));
    return unknown === undefined ? ok([...new Set(answer)].sort()) : noOption(unknown);
  },
  grade: gradePicks,
  answerWords: wordsOf,
  keyOf: idsOfRight,
  comparable: (answer) => [...answer].sort().join(''),
} satisfies Kind<ChoiceFile, ChoiceQuestion, string[]>;
