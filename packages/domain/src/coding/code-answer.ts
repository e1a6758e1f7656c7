import * as z from 'zod/mini';
import { answerLanguages, type Sources } from './languages.ts';

/** The answer to a coding or SQL question. */
export const CodeAnswer = z.object({ language: z.enum(answerLanguages), source: z.string() });
export type CodeAnswer = z.output<typeof CodeAnswer>;

/** Blank, or as it was given: a candidate who wrote nothing has not answered. */
export const isBlankSource = (source: string, ...starters: readonly string[]): boolean =>
  ['', ...starters].some((starter) => source.trim() === starter.trim());

/** The starters of a question: one for each language, or the one of an SQL question. */
export type Starters = { readonly kind: 'coding'; readonly starter: Sources } | { readonly kind: 'sql'; readonly starter: string | null };

export const starterOf = (question: Starters, language: CodeAnswer['language']): string => {
  if (question.kind === 'sql') return question.starter ?? '';
  return language === 'sql' ? '' : (question.starter[language] ?? '');
};
