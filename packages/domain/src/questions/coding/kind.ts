import { checkCode, isCodeAnswer } from '../../coding/check-code.ts';
import type { CodeAnswer } from '../../coding/code-answer.ts';
import { codingLanguages } from '../../coding/languages.ts';
import { type Plain, showValue } from '../../coding/similarity/plain.ts';
import { counted } from '../counted.ts';
import type { Kind, RanCases } from '../kind.ts';
import { gradeProgram, takeRuns } from '../program.ts';
import type { TakeCode } from '../take-code.ts';
import { CodingFile } from './file.ts';
import { type CodingQuestion, codingFileOf, defineCoding, languagesOf } from './question.ts';

const longestCall = 2000;

/** `add(1, 2)` */
const callOf = (name: string, args: readonly Plain[]): string => `${name}(${args.map((one) => showValue(one, longestCall)).join(', ')})`;

const samplesOf = (question: CodingQuestion): TakeCode['samples'] => {
  switch (question.io) {
    case 'stdio':
      return question.cases.filter((one) => one.sample).map(({ name, input, output }) => ({ name, input, expected: output }));
    case 'function': {
      const { name: called } = question.function;
      return question.cases
        .filter((one) => one.sample)
        .map(({ name, args, returns }) => ({ name, input: callOf(called, args), expected: showValue(returns, longestCall) }));
    }
    case 'harness':
      return [];
  }
};

const startersOf = ({ starter }: CodingQuestion): TakeCode['starter'] =>
  Object.fromEntries(Object.entries(starter).flatMap(([language, source]) => (source === undefined ? [] : [[language, source]])));

/** `2 sample cases and 12 hidden cases` */
const casesInWords = (cases: RanCases): string => {
  const samples = cases.filter(({ sample }) => sample).length;
  const parts = [
    ...(samples === 0 ? [] : [counted(samples, 'sample case')]),
    ...(samples === cases.length ? [] : [counted(cases.length - samples, 'hidden case')]),
  ];
  return parts.join(' and ');
};

const languages = (question: CodingQuestion) => languagesOf(question, codingLanguages);

const starter = (question: CodingQuestion, language: CodeAnswer['language']): string =>
  language === 'sql' ? '' : (question.starter[language] ?? '');

export const coding = {
  words: 'Program',
  gradedBy: 'program',
  file: CodingFile,
  define: (written) => ({ prompt: written.prompt, marks: written.marks, penalty: written.penalty, ...defineCoding(written) }),
  fileOf: (question) => ({ marks: question.marks, penalty: question.penalty, ...codingFileOf(question) }),
  texts: () => [],
  // No other case, no solution, no harness.
  take: (question, run) => {
    const { kind, io } = question;
    const called = io === 'function' ? { function: { name: question.function.name, parameters: [...question.function.parameters] } } : {};
    const code = { io, ...takeRuns(question, languages(question), run), starter: startersOf(question), ...called };
    return { kind, code: { ...code, samples: samplesOf(question) } };
  },
  isAnswer: isCodeAnswer,
  answerRule: 'must be an object with language and source',
  check: (question, answer) => checkCode(answer, { languages: languages(question), starter: starter(question, answer.language) }),
  grade: (question, _, by) => gradeProgram(question, by),
  answerWords: (_, { source }) => source,
  countsPasted: false,
  decidedBy: (question, ran) => {
    if (question.io === 'harness') return "the author's harness";
    const words = casesInWords(ran.length > 0 ? ran : question.cases);
    return question.allOrNothing ? `${words}, all of which must be accepted` : words;
  },
  languages,
  starter,
  gradedPart: (question) => ({ ...question, starter: {}, solution: {}, wrong: [] }),
} satisfies Kind<CodingFile, CodingQuestion, CodeAnswer>;
