import { z } from 'zod';
import { named } from '../../wire/named.ts';
import { beforePair, firstDifference } from '../code-units.ts';

export const Difference = named('Difference', 'Where a result first differs from what is expected.', {
  unit: z.enum(['line', 'token', 'value', 'row']).describe('What `place` counts.'),
  place: z.union([z.int(), z.string()]).describe('Line, token or row from 1; of a value the path to the part that differs.'),
  line: z.int().optional().describe('Line of a token in the output.'),
  expected: z.string().nullable().describe('Excerpt of what is expected; null if nothing.'),
  actual: z.string().nullable().describe('Excerpt of what came; null if nothing.'),
});
export type Difference = z.output<typeof Difference>;

/** Characters of an excerpt, without the marks of what is left out. */
const longestExcerpt = 160;

/** The part of a text around `at`; `…` stands for what is left out. */
export const excerpt = (text: string, at = 0): string => {
  if (text.length <= longestExcerpt) return text;
  const from = beforePair(text, Math.max(0, Math.min(at - longestExcerpt / 2, text.length - longestExcerpt)));
  const to = beforePair(text, Math.min(text.length, from + longestExcerpt));
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
};

/** Excerpts of two texts around the first character that differs. */
export const excerpts = (expected: string, actual: string): { readonly expected: string; readonly actual: string } => {
  const at = firstDifference(expected, actual);
  return { expected: excerpt(expected, at), actual: excerpt(actual, at) };
};
