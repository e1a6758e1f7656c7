import type { CodingQuestion } from '../questions/coding/question.ts';
import type { SqlQuestion } from '../questions/sql/question.ts';
import type { CodingLanguage } from './languages.ts';
import type { Plain } from './similarity/plain.ts';

/** What one run does with a program. The runner has the same shape; it is never told what is expected. */
export type Task =
  | { readonly mode: 'stdio'; readonly input: string }
  | { readonly mode: 'function'; readonly name: string; readonly args: readonly Plain[] }
  | { readonly mode: 'harness'; readonly harness: string }
  | { readonly mode: 'sql'; readonly schema: string; readonly data: string };

/** What a result is called: a case by its name, a data set by its position, the harness by its kind. */
export type NamedTask = { readonly name: string; readonly task: Task };

/** The runs that a submission to a question needs, one for each case or data set, in their order. */
export const tasksOf = (question: CodingQuestion | SqlQuestion, language: CodingLanguage | 'sql'): readonly NamedTask[] => {
  if (question.kind === 'sql')
    return question.data.map((data, index) => ({ name: String(index + 1), task: { mode: 'sql', schema: question.schema, data } }));
  switch (question.io) {
    case 'stdio':
      return question.cases.map(({ name, input }) => ({ name, task: { mode: 'stdio', input } }));
    case 'function':
      return question.cases.map(({ name, args }) => ({ name, task: { mode: 'function', name: question.function.name, args } }));
    case 'harness': {
      const harness = language === 'sql' ? undefined : question.harness[language];
      if (harness === undefined) throw new Error(`the question has no harness in ${language}`);
      return [{ name: 'harness', task: { mode: 'harness', harness } }];
    }
  }
};
