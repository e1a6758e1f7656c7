import { z } from 'zod';
import { atMost, Search } from './fields.ts';

/** An instant of the management API: ISO 8601 with milliseconds and `Z`. */
export const instant = z.string().meta({ format: 'date-time', examples: ['2026-03-02T10:00:00.000Z'] });

/** Digits of a query parameter, at most 15 so that the number is exact. */
export const digits = (rule: string, pattern = /^\d+$/) => z.string().check(atMost(15, rule)).regex(pattern, rule).transform(Number);

export const intParameter = (minimum: number, maximum: number, fallback: number) => {
  const rule = `must be an integer from ${minimum} to ${maximum}`;
  return digits(rule)
    .refine((value) => value >= minimum && value <= maximum, rule)
    .default(fallback)
    .meta({ override: { type: 'integer', minimum, maximum, default: fallback } });
};

export const limit = intParameter(1, 100, 50);

/** Lists count this far. */
export const mostCounted = 10_000;

/** Optional: a search that would have to read too much does not count, nor did servers before. */
export const total = z
  .int()
  .nullable()
  .optional()
  .describe(
    `How many there are in all, in the first page only; null when there are more than ${mostCounted}, and in later pages; absent when a search would read too much to count them.`,
  );

export const cursor = digits('must be the nextCursor of an earlier page').optional();

export const search = z.optional(Search);
