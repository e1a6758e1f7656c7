import { match } from 'ts-pattern';
import { picturesInWords } from '../assessment/pictures-in-words.ts';
import type { Question } from '../assessment/test-file.ts';
import { type Answer, isBlank, isFileAnswer } from '../attempt/answer.ts';
import { isCodeAnswer } from '../coding/check-code.ts';
import { fileWords } from '../review/file-name.ts';

/** Between several picks, or several texts that are right. */
const separator = '; ';

/** What is right, in the form of an answer; of a text question every text that is. A program has none: its cases decide; nor has what people grade. */
export const keyOf = (question: Question): string | string[] | number | null =>
  match(question)
    .with({ kind: 'single-choice' }, ({ options }) => options.find((one) => one.correct)?.optionId ?? null)
    .with({ kind: 'multiple-choice' }, ({ options }) => options.filter((one) => one.correct).map((one) => one.optionId))
    .with({ kind: 'numeric' }, ({ answer }) => answer)
    .with({ kind: 'text' }, ({ answers }) => [...answers])
    .with({ kind: 'coding' }, { kind: 'sql' }, { kind: 'essay' }, { kind: 'file' }, () => null)
    .exhaustive();

const optionTexts = (question: Question, picked: readonly string[]): string =>
  'options' in question
    ? question.options
        .filter(({ optionId }) => picked.includes(optionId))
        .map(({ text }) => picturesInWords(text))
        .join(separator)
    : picked.join(separator);

/** An answer as people read it: the texts of options, a number, a text, a program; name, type and size of a file. Null when there is none. */
export const answerWords = (question: Question, answer: Answer): string | null => {
  if (isBlank(answer) || answer === null) return null;
  if (isCodeAnswer(answer)) return answer.source;
  if (isFileAnswer(answer)) return fileWords(answer);
  return typeof answer === 'number' ? String(answer) : optionTexts(question, typeof answer === 'string' ? [answer] : answer);
};

/** The key in the same way: `12.5 ± 0.1`, `Paris; paname`, `const (exactly)`. */
export const keyWords = (question: Question): string | null => {
  const key = keyOf(question);
  if (key === null) return null;
  if (question.kind === 'numeric' && question.tolerance > 0) return `${key} ± ${question.tolerance}`;
  const words = typeof key === 'number' ? String(key) : optionTexts(question, typeof key === 'string' ? [key] : key);
  return question.kind === 'text' && question.exact === true ? `${words} (exactly)` : words;
};
