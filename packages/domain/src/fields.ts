import { z } from 'zod';

/** Bounds of what a caller may send, in characters (code points); over is `400.1`. */
export const bounds = { name: 200, email: 254, url: 2048, textAnswer: 20_000 } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not pass.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const countCharacters = (text: string): number => [...text].length;

/** A name in any script, 1 to 200 characters (code points), without line breaks or other control characters. */
export const Name = z
  .string()
  .trim()
  .min(1, 'is required')
  .refine((text) => countCharacters(text) <= bounds.name, `must be at most ${bounds.name} characters`)
  .refine((text) => !controlCharacters.test(text), 'must not contain control characters');

// z.email() refuses non-ASCII local parts (`Ana.Núñez@…`), which RFC 6531 allows.
const emailPattern = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,}$/u;

export const Email = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(bounds.email, `must be at most ${bounds.email} characters`)
  .refine((text) => emailPattern.test(text) && !controlCharacters.test(text), 'must be an email address');

/** The form in which two spellings of one address meet: NFC, lower case. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** An absolute http or https URL of at most 2,048 characters. */
export const HttpUrl = z
  .string()
  .trim()
  .max(bounds.url, `must be at most ${bounds.url} characters`)
  .refine(
    (text) => !controlCharacters.test(text) && /^https?:\/\//i.test(text) && z.url().safeParse(text).success,
    'must be an absolute http or https URL',
  );

/** An Int the document gives as a number; real clients also send `"1"`. */
export const flexibleInt = <const Values extends readonly number[]>(values: Values) =>
  z
    .union([z.number(), z.string()], { error: `must be one of ${values.join(', ')}` })
    .transform((value) => (typeof value === 'string' && !/^\s*-?\d+\s*$/.test(value) ? Number.NaN : Number(value)))
    .refine((value): value is Values[number] => values.includes(value), `must be one of ${values.join(', ')}`)
    .meta({ override: { type: 'integer', enum: [...values] } });
