import { z } from 'zod';
import { bounds } from '../../wire/fields.ts';
import { list } from '../../wire/list.ts';
import { everyQuestion, text } from '../question-fields.ts';
import { textOr } from '../text/text-or.ts';

const option = z
  .strictObject({
    text: textOr(text(bounds.textAnswer)).describe('What the candidate reads, in Markdown.'),
    correct: z.boolean().default(false).describe('Whether it is right; by default not.'),
  })
  .meta({ id: 'ChoiceOption', description: 'An option of a choice question.' });
const options = list(option, 26, { of: 'options' }).min(2, 'needs at least two options');

// The rule runs beside the faults of single fields, so that an author reads all faults at once: an option may be of any type.
const correctCount = (all: readonly unknown[]): number =>
  all.filter((one) => typeof one === 'object' && one !== null && 'correct' in one && one.correct === true).length;
const whenList = ({ value }: { readonly value: unknown }): boolean => Array.isArray(value);

export const SingleChoiceFile = z
  .strictObject({
    kind: z.literal('single-choice').describe('Which kind of question it is.'),
    ...everyQuestion,
    options: options.refine((all) => correctCount(all) === 1, {
      error: 'a single-choice question needs exactly one correct option',
      when: whenList,
    }),
  })
  .meta({ id: 'SingleChoiceQuestion', description: 'One option is right.' });
export type SingleChoiceFile = z.output<typeof SingleChoiceFile>;

export const MultipleChoiceFile = z
  .strictObject({
    kind: z.literal('multiple-choice').describe('Which kind of question it is.'),
    ...everyQuestion,
    options: options.refine((all) => correctCount(all) >= 1, {
      error: 'a multiple-choice question needs at least one correct option',
      when: whenList,
    }),
  })
  .meta({ id: 'MultipleChoiceQuestion', description: 'Marks are split over the right options; a wrong one costs its share.' });
export type MultipleChoiceFile = z.output<typeof MultipleChoiceFile>;
