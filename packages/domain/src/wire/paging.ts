import { z } from 'zod';
import { atMost, Search } from './fields.ts';

/** An instant of the management API: ISO 8601 with milliseconds and `Z`. */
export const instant = z.string();

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

export const cursor = digits('must be the nextCursor of an earlier page').optional();

export const search = z.optional(Search);
