import { foldText } from '../../report/words/fold-text.ts';
import type { TextQuestion } from './question.ts';

/** Characters of two keys that are folded to compare them: a test may have a thousand such questions, and they are compared in one piece. */
const foldedAtOnce = 500;

/** Whether other texts are right. Long ones that differ count as others. */
export const hasOtherTexts = (one: TextQuestion, other: TextQuestion): boolean => {
  const setOf = ({ answers, exact }: TextQuestion, fold: (text: string) => string): string =>
    JSON.stringify([[...new Set(answers.map(fold))].toSorted(), exact ?? false]);
  const asWritten = (text: string): string => text;
  if (setOf(one, asWritten) === setOf(other, asWritten)) return false;
  const characters = [...one.answers, ...other.answers].reduce((sum, { length }) => sum + length, 0);
  const folded = (question: TextQuestion): string => setOf(question, (text) => foldText(text, question.exact ?? false));
  return characters > foldedAtOnce || folded(one) !== folded(other);
};
