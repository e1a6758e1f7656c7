import type { Answer } from '../../attempt/answer.ts';
import { decimal } from '../../decimal.ts';
import { ok } from '../../result.ts';
import { rightOrWrong } from '../grade.ts';
import type { Kind } from '../kind.ts';
import { NumericFile } from './file.ts';

type NumericQuestion = { readonly kind: 'numeric'; readonly answer: number; readonly tolerance: number };

export const numeric = {
  words: 'Number',
  gradedBy: 'key',
  file: NumericFile,
  define: ({ kind, prompt, marks, penalty, answer, tolerance }) => ({ kind, prompt, marks, penalty, answer, tolerance }),
  fileOf: ({ kind, marks, penalty, answer, tolerance }) => ({ kind, marks, penalty, answer, tolerance }),
  texts: () => [],
  take: ({ kind }) => ({ kind }),
  isAnswer: (answer: Answer) => typeof answer === 'number',
  answerRule: 'must be a number',
  check: (_, answer) => ok(answer),
  grade: (question, answer) => rightOrWrong(question, decimal(answer).minus(question.answer).abs().lte(question.tolerance)),
  answerWords: (_, answer) => String(answer),
  countsPasted: false,
  keyOf: ({ answer }) => answer,
  keyWords: ({ answer, tolerance }) => (tolerance > 0 ? `${answer} ± ${tolerance}` : String(answer)),
  comparable: String,
  hasOtherKey: (asked, later) => asked.answer !== later.answer || asked.tolerance !== later.tolerance,
  withKeyOf: (_, later) => later,
} satisfies Kind<NumericFile, NumericQuestion, number>;
