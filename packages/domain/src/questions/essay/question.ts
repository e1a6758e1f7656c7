import { defineReviewed, type ReviewRules, reviewedFileOf } from '../../review/rubric.ts';
import type { EssayFile } from './file.ts';

/** An essay as it is stored, without the fields that every question has. */
export type EssayQuestion = ReviewRules & {
  readonly kind: 'essay';
  readonly words: { readonly min: number | null; readonly max: number | null };
};

export const defineEssay = ({ kind, words, ...reviewed }: EssayFile) => {
  const { prompt, marks, penalty, ...rules } = defineReviewed(reviewed);
  return { kind, prompt, marks, penalty, words: { min: words?.min ?? null, max: words?.max ?? null }, ...rules };
};

/** The fields of a file that `defineEssay` read, without id and prompt, with every default written out. */
export const essayFileOf = ({ kind, words: { min, max }, ...rules }: EssayQuestion) => ({
  kind,
  ...(min === null && max === null ? {} : { words: { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) } }),
  ...reviewedFileOf(rules),
});
