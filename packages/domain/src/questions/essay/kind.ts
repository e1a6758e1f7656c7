import type { Answer } from '../../attempt/answer.ts';
import { essayBounds } from '../../review/essay-bounds.ts';
import type { Kind } from '../kind.ts';
import { gradeReviewed, gradersInWords } from '../reviewed.ts';
import { checkText } from '../text/check-text.ts';
import { EssayFile } from './file.ts';
import { defineEssay, type EssayQuestion, essayFileOf } from './question.ts';

export const essay = {
  words: 'Essay',
  gradedBy: 'people',
  file: EssayFile,
  define: defineEssay,
  fileOf: essayFileOf,
  texts: () => [],
  take: ({ kind, words }) => ({ kind, words }),
  isAnswer: (answer: Answer) => typeof answer === 'string',
  answerRule: 'must be a string',
  check: (_, answer) => checkText(answer, essayBounds.answer),
  grade: (question, _, by) => gradeReviewed(question, by),
  answerWords: (_, answer) => answer,
  countsPasted: true,
  decidedBy: gradersInWords,
} satisfies Kind<EssayFile, EssayQuestion, string>;
