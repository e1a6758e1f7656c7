import type { Answer } from '../../attempt/answer.ts';
import { bounds } from '../../wire/fields.ts';
import { rightOrWrong } from '../grade.ts';
import type { Kind } from '../kind.ts';
import { checkText } from './check-text.ts';
import { TextFile } from './file.ts';
import { gradeText, toEnd } from './grade-text.ts';
import { hasOtherTexts } from './other-texts.ts';
import { defineText, type TextQuestion } from './question.ts';

export const text = {
  words: 'Text',
  gradedBy: 'key',
  file: TextFile,
  define: defineText,
  fileOf: ({ kind, marks, penalty, answers, exact }) => ({
    ...{ kind, marks, penalty, answers: [...answers] },
    ...(exact === undefined ? {} : { exact }),
  }),
  texts: () => [],
  take: ({ kind }) => ({ kind }),
  isAnswer: (answer: Answer) => typeof answer === 'string',
  answerRule: 'must be a string',
  check: (_, answer) => checkText(answer, bounds.textAnswer),
  grade: (question, answer, { text: compared, grader }) =>
    rightOrWrong(question, (compared ?? toEnd(gradeText(question, answer, grader))).right),
  answerWords: (_, answer) => answer,
  countsPasted: true,
  keyOf: ({ answers }) => [...answers],
  keyWords: ({ answers, exact }) => `${answers.join('; ')}${exact === true ? ' (exactly)' : ''}`,
  comparable: (_, compared) => compared?.hash,
  hasOtherKey: hasOtherTexts,
  withKeyOf: (_, later) => later,
} satisfies Kind<TextFile, TextQuestion, string>;
