import { z } from 'zod';

/** An instant of the management API: ISO 8601 with milliseconds and `Z`. */
export const instant = z.string();

export const limit = z
  .string()
  .regex(/^\d{1,3}$/, 'must be an integer from 1 to 100')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 100, 'must be an integer from 1 to 100')
  .default(50)
  .meta({ override: { type: 'integer', minimum: 1, maximum: 100, default: 50 } });

export const cursor = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the nextCursor of an earlier page')
  .transform(Number)
  .optional();
