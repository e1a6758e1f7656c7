import { z } from 'zod';
import { bounds, hasControlCharacters } from './fields.ts';

/** An absolute http or https URL of at most 2,048 characters. */
export const HttpUrl = z
  .string()
  .trim()
  .max(bounds.url, `must be at most ${bounds.url} characters`)
  .refine(
    (text) => !hasControlCharacters(text) && /^https?:\/\//i.test(text) && z.url().safeParse(text).success,
    'must be an absolute http or https URL',
  );

/** An Int the document gives as a number; real clients also send `"1"`. */
export const flexibleInt = <const Values extends readonly number[]>(values: Values) =>
  z
    .union([z.number(), z.string()], { error: `must be one of ${values.join(', ')}` })
    .transform((value) => (typeof value === 'string' && !/^\s*-?\d+\s*$/.test(value) ? Number.NaN : Number(value)))
    .refine((value): value is Values[number] => values.includes(value), `must be one of ${values.join(', ')}`)
    .meta({ override: { type: 'integer', enum: [...values] } });
