import * as z from 'zod/mini';

/** Bounds of what a caller may send, in characters (code points); over is `400.1`. */
export const bounds = { name: 200, email: 254, url: 2048, textAnswer: 20_000 } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not pass.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

export const hasControlCharacters = (text: string): boolean => controlCharacters.test(text);

const countCharacters = (text: string): number => [...text].length;

/** A name in any script, 1 to 200 characters (code points), without line breaks or other control characters. */
export const Name = z.string().check(
  z.trim(),
  z.minLength(1, 'is required'),
  z.refine((text) => countCharacters(text) <= bounds.name, `must be at most ${bounds.name} characters`),
  z.refine((text) => !hasControlCharacters(text), 'must not contain control characters'),
);

// z.email() refuses non-ASCII local parts (`Ana.Núñez@…`), which RFC 6531 allows.
const emailPattern = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,}$/u;

export const Email = z.string().check(
  z.trim(),
  z.minLength(1, 'is required'),
  z.maxLength(bounds.email, `must be at most ${bounds.email} characters`),
  z.refine((text) => emailPattern.test(text) && !hasControlCharacters(text), 'must be an email address'),
);

/** The form in which two spellings of one address meet: NFC, lower case. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase().normalize('NFC');
