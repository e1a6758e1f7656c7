import { type Answer, isBlank } from '../../attempt/answer.ts';
import { kindOf, type Question } from '../../questions/kinds.ts';

/** What is right, in the form of an answer; of a text question every text that is. A program has none: its cases decide; nor has what people grade. */
export const keyOf = (question: Question): string | string[] | number | null => {
  const kind = kindOf(question);
  return kind.gradedBy === 'key' ? kind.keyOf(question) : null;
};

/** An answer as people read it: the texts of options, a number, a text, a program; name, type and size of a file. Null when there is none. */
export const answerWords = (question: Question, answer: Answer): string | null => {
  const kind = kindOf(question);
  return isBlank(answer) || !kind.isAnswer(answer) ? null : kind.answerWords(question, answer);
};

/** The key in the same way: `12.5 ± 0.1`, `Paris; paname`, `const (exactly)`. */
export const keyWords = (question: Question): string | null => {
  const kind = kindOf(question);
  return kind.gradedBy === 'key' ? kind.keyWords(question) : null;
};
