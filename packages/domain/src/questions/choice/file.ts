import { z } from 'zod';
import { bounds } from '../../wire/fields.ts';
import { list } from '../../wire/list.ts';
import { everyQuestion, text } from '../question-fields.ts';
import { textOr } from '../text/text-or.ts';

const option = z.strictObject({ text: textOr(text(bounds.textAnswer)), correct: z.boolean().default(false) });
const options = list(option, 26, { of: 'options' }).min(2, 'needs at least two options');

// The rule runs beside the faults of single fields, so that an author reads all faults at once: an option may be of any type.
const correctCount = (all: readonly unknown[]): number =>
  all.filter((one) => typeof one === 'object' && one !== null && 'correct' in one && one.correct === true).length;
const whenList = ({ value }: { readonly value: unknown }): boolean => Array.isArray(value);

export const SingleChoiceFile = z.strictObject({
  kind: z.literal('single-choice'),
  ...everyQuestion,
  options: options.refine((all) => correctCount(all) === 1, {
    error: 'a single-choice question needs exactly one correct option',
    when: whenList,
  }),
});
export type SingleChoiceFile = z.output<typeof SingleChoiceFile>;

export const MultipleChoiceFile = z.strictObject({
  kind: z.literal('multiple-choice'),
  ...everyQuestion,
  options: options.refine((all) => correctCount(all) >= 1, {
    error: 'a multiple-choice question needs at least one correct option',
    when: whenList,
  }),
});
export type MultipleChoiceFile = z.output<typeof MultipleChoiceFile>;
