import type { CodingQuestion } from '../questions/coding/question.ts';
import type { SqlQuestion } from '../questions/sql/question.ts';
import type { CodeAnswer } from './code-answer.ts';

/**
 * Whether a program that was written for a question can be graded by the cases of a later one with the same number: the same is asked of
 * it. What a case expects may differ, which is what a regrade is for.
 */
export const isStillFor = (
  before: CodingQuestion | SqlQuestion,
  later: CodingQuestion | SqlQuestion,
  language: CodeAnswer['language'],
): boolean => {
  if (later.kind === 'sql' || before.kind === 'sql') return later.kind === before.kind;
  if (language === 'sql' || before.io !== later.io || !(later.languages ?? [language]).includes(language)) return false;
  if (later.io === 'harness') return later.harness[language] !== undefined;
  return later.io !== 'function' || (before.io === 'function' && before.function.name === later.function.name);
};
