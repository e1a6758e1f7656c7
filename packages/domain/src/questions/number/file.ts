import { z } from 'zod';
import { numberInDigits } from '../../wire/digits.ts';
import { atMost } from '../../wire/fields.ts';
import { boundedNumber } from '../../wire/request-fields.ts';
import { everyQuestion } from '../question-fields.ts';

// YAML reads `answer: １２` as text; the author means the number. Documented as a number, which is all that a program sends.
const inAnyDigits = (number: z.ZodNumber, documented: { readonly default?: number } = {}) =>
  z
    .union([boundedNumber, z.string().check(atMost(40)).transform(numberInDigits)], {
      error: ({ input }) => (input === undefined ? 'is required' : 'must be a number'),
    })
    .pipe(number)
    .meta({ override: { type: 'number', minimum: Number(number.minValue), maximum: Number(number.maxValue), ...documented } });

export const NumericFile = z
  .strictObject({
    kind: z.literal('numeric').describe('Which kind of question it is.'),
    ...everyQuestion,
    answer: inAnyDigits(boundedNumber).describe('The right number.'),
    tolerance: inAnyDigits(boundedNumber.min(0, 'must not be negative'), { default: 0 })
      .default(0)
      .describe('How far an answer may be from it, inclusive; by default 0.'),
  })
  .meta({ id: 'NumericQuestion', description: 'The answer is a number.' });
export type NumericFile = z.output<typeof NumericFile>;
