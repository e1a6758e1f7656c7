import { z } from 'zod';
import { atMost, bounds, wellFormed } from '../../wire/fields.ts';
import { list } from '../../wire/list.ts';
import { everyQuestion } from '../question-fields.ts';
import { textOr } from './text-or.ts';

// Not trimmed yet: of an exact question spaces count.
const expectedText = textOr(z.string().check(atMost(bounds.textAnswer), wellFormed()).min(1, 'is required'));

export const TextFile = z
  .strictObject({
    kind: z.literal('text').describe('Which kind of question it is.'),
    ...everyQuestion,
    answer: expectedText.optional().describe('The right text; or `answers`.'),
    answers: list(expectedText, 200, { of: 'answers' })
      .min(1, 'needs at least one answer')
      .optional()
      .describe('Right texts, one of which suffices; or `answer`.'),
    exact: z.boolean().optional().describe('True: case, white space and the width of characters count; by default they do not.'),
  })
  .refine(({ answer, answers }) => (answer === undefined) !== (answers === undefined), {
    path: ['answer'],
    error: 'a text question needs either `answer` or `answers`',
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    id: 'TextQuestion',
    description: 'The answer is a text. Case, white space, the width of characters and zero-width ones do not matter, unless it is exact.',
  });
export type TextFile = z.output<typeof TextFile>;
