import * as z from 'zod/mini';
import { answerLanguages } from './languages.ts';

/** The answer to a coding or SQL question. */
export const CodeAnswer = z.object({ language: z.enum(answerLanguages), source: z.string() });
export type CodeAnswer = z.output<typeof CodeAnswer>;

/** Blank, or as it was given: a candidate who wrote nothing has not answered. */
export const isBlankSource = (source: string, ...starters: readonly string[]): boolean =>
  ['', ...starters].some((starter) => source.trim() === starter.trim());
