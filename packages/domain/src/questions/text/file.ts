import { z } from 'zod';
import { atMost, bounds, wellFormed } from '../../wire/fields.ts';
import { list } from '../../wire/list.ts';
import { everyQuestion } from '../question-fields.ts';
import { textOr } from './text-or.ts';

// Not trimmed yet: of an exact question spaces count.
const expectedText = textOr(z.string().check(atMost(bounds.textAnswer), wellFormed()).min(1, 'is required'));

export const TextFile = z
  .strictObject({
    kind: z.literal('text'),
    ...everyQuestion,
    answer: expectedText.optional(),
    answers: list(expectedText, 200, { of: 'answers' }).min(1, 'needs at least one answer').optional(),
    exact: z.boolean().optional(),
  })
  .refine(({ answer, answers }) => (answer === undefined) !== (answers === undefined), {
    path: ['answer'],
    error: 'a text question needs either `answer` or `answers`',
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type TextFile = z.output<typeof TextFile>;
