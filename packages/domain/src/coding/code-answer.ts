import * as z from 'zod/mini';
import { atMost } from '../wire/fields.ts';
import { utf8Length } from './code-units.ts';
import { answerLanguages, type Sources } from './languages.ts';
import { codingBounds } from './question-bounds.ts';

/** The answer to a coding or SQL question. */
export const CodeAnswer = z.object({ language: z.enum(answerLanguages), source: z.string() });
export type CodeAnswer = z.output<typeof CodeAnswer>;

const tooLong = `must be at most ${codingBounds.source} bytes of UTF-8`;

/** The same as it is sent. A character has at least one byte, so a text that is far too long is refused before its bytes are counted. */
export const SentCodeAnswer = z.object({
  language: z.enum(answerLanguages, { error: `must be one of ${answerLanguages.join(', ')}` }),
  source: z.string().check(
    atMost(codingBounds.source, tooLong),
    z.refine((text) => utf8Length(text) <= codingBounds.source, tooLong),
  ),
});

/** Blank, or as it was given: a candidate who wrote nothing has not answered. */
export const isBlankSource = (source: string, starter = ''): boolean => source.trim() === '' || source.trim() === starter.trim();

/** The starters of a question: one for each language, or the one of an SQL question. */
export type Starters = { readonly kind: 'coding'; readonly starter: Sources } | { readonly kind: 'sql'; readonly starter: string | null };

export const starterOf = (question: Starters, language: CodeAnswer['language']): string => {
  if (question.kind === 'sql') return question.starter ?? '';
  return language === 'sql' ? '' : (question.starter[language] ?? '');
};
