import { z } from 'zod';
import { decimal } from '../decimal.ts';
import { atMost, nameUpTo, trimmedTo } from '../wire/fields.ts';
import { list } from '../wire/list.ts';

const largestAmount = 10_000;
const belowLargest = `must be at most ${largestAmount}`;

const amount = (rule: z.ZodNumber) =>
  rule.refine((value) => Number.isFinite(value) && decimal(value).round(6).eq(decimal(value)), 'must have at most 6 decimals');

/** Marks, or what takes a part of them: an exact decimal. */
export const amountFromZero = amount(z.number().min(0, 'must not be negative').max(largestAmount, belowLargest));
const marks = amount(z.number().positive('must be above 0').max(largestAmount, belowLargest)).default(1);
const penalty = amountFromZero.default(0);

export const text = (max: number) =>
  z
    .string()
    .check(...trimmedTo(max))
    .min(1, 'is required');
const prompt = text(50_000);

const idRule = 'must be lower-case letters, digits and dashes, at most 64, and begin with a letter or a digit';

/** Names a question in all versions of its test. */
const questionId = z
  .string({ error: ({ input }) => (typeof input === 'number' ? 'must be text: put it in quotes' : undefined) })
  .check(atMost(64, idRule))
  .regex(/^[a-z0-9][a-z0-9-]*$/, idRule);

/** What a question, or each question of a section, shows of a candidate. */
export const skills = list(nameUpTo(100), 20, { of: 'skills' });

/** A question that turned out to be unfair: everybody gets its marks, or it counts for nobody. */
export const voids = ['full-marks', 'not-counted'] as const;
export type Void = (typeof voids)[number];

/** The fields that a question of any kind has in a test file. */
export const everyQuestion = {
  id: questionId
    .optional()
    .describe(
      'Names the question in all versions of its test. Lower-case letters, digits and dashes. Left out: that of the question it is recognized as, or a generated one.',
    ),
  prompt,
  marks: marks.describe('Marks for a right answer, by default 1.'),
  penalty,
  skills: skills
    .optional()
    .describe('Names of skills that the question shows, besides those of its section; the report has the marks of each.'),
  void: z
    .enum(voids, { error: `must be ${voids.join(' or ')}` })
    .optional()
    .describe(
      'For a question that turned out to be unfair. `full-marks`: everybody gets its marks. `not-counted`: it counts for nobody, and its marks are not in the total.',
    ),
};
export type EveryQuestion = z.output<z.ZodObject<typeof everyQuestion>>;
