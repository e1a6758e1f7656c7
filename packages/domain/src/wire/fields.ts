import * as z from 'zod/mini';

/** Bounds of what a caller may send, in characters (code points); over is `400.1`. */
export const bounds = { name: 200, email: 254, url: 2048, notice: 500, textAnswer: 20_000 } as const;

/** The first check of every text in a request: no other check, pattern or transform looks at a text that is too long. */
export const atMost = (max: number, rule = `must be at most ${max} characters`) => z.maxLength(max, { error: rule, abort: true });

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not pass.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

export const hasControlCharacters = (text: string): boolean => controlCharacters.test(text);

// Marks and overrides of direction, the byte order mark, the soft hyphen: they are not seen and change how the text around them is shown.
const hidden = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g;

// Between letters, Persian and Indic spelling needs joiners; at the end of a word after a virama, older Malayalam does; in emoji, sequences.
const joiners = /([\u200c\u200d])[\u200c\u200d]*/g;
const letterBefore = /[\p{L}\p{M}]$/u;
const letterAfter = /^[\p{L}\p{M}]/u;
const viramaBefore = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/;
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const emojiAfter = /^\p{Extended_Pictographic}/u;

const isNeeded = (joiner: string, before: string, after: string): boolean =>
  (letterBefore.test(before) && letterAfter.test(after)) ||
  (joiner === '\u200d' && (viramaBefore.test(before) || (emojiBefore.test(before) && emojiAfter.test(after))));

/** Text that people see: without characters that hide in it or turn it around. */
const cleaned = (text: string): string =>
  text
    .replace(hidden, '')
    .replace(joiners, (run: string, joiner: string, at: number, whole: string) =>
      isNeeded(joiner, whole.slice(Math.max(0, at - 2), at), whole.slice(at + run.length, at + run.length + 2)) ? joiner : '',
    );

const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const wellFormed = () =>
  z.refine<string>((text) => !/\p{Surrogate}/u.test(text), 'must be valid Unicode, without half of a surrogate pair');
const noControls = () => z.refine<string>((text) => !hasControlCharacters(text), 'must not contain control characters');
const notEmpty = () => z.minLength(1, 'is required');

/**
 * The first checks of a text that is trimmed, and `tidy` before that. As many characters again as it may have, which trimming and
 * tidying drop, may be in it.
 */
export const trimmedTo = (max: number, tidy = (text: string): string => text) =>
  [
    z.maxLength(2 * max, { error: `must be at most ${max} characters`, abort: true }),
    wellFormed(),
    z.overwrite<string>((text) => tidy(text).trim()),
    atMost(max),
  ] as const;

/**
 * A name in any script, 1 to `max` characters (code points) of which one can be seen, without line breaks or other control
 * characters. Hidden marks are dropped.
 */
export const nameUpTo = (max: number) =>
  z.string().check(
    ...trimmedTo(max, cleaned),
    notEmpty(),
    noControls(),
    z.refine((text) => text === '' || visible.test(text), 'must contain a character that can be seen'),
  );
export const Name = nameUpTo(bounds.name);

/** A sentence, an address or a URL for people, up to 500 characters. */
export const Notice = z.string().check(
  ...trimmedTo(bounds.notice, cleaned),
  z.refine((text) => !hasControlCharacters(text.replace(/[\n\r\t]/g, '')), 'must not contain control characters'),
);

/** What a list is searched for, in the form in which names are stored. */
export const Search = z.string().check(...trimmedTo(bounds.name, (text) => cleaned(text).normalize('NFC')), notEmpty(), noControls());

/** An id that a client makes. PostgreSQL stores no NUL, and no engine half of a surrogate pair. */
export const clientId = (fewest: number, most: number) => z.string().check(atMost(most), z.minLength(fewest), wellFormed(), noControls());

// z.email() refuses non-ASCII local parts (`Ana.Núñez@…`), which RFC 6531 allows.
const emailPattern =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:localhost|(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,})$/iu;

export const Email = z.string().check(
  ...trimmedTo(bounds.email, cleaned),
  notEmpty(),
  z.refine((text) => emailPattern.test(text) && !hasControlCharacters(text), 'must be an email address'),
);

/** The form in which two spellings of one address meet: NFC, lower case. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** One mailbox, whatever sub-address (RFC 5233) was typed: `ana+1@x.example` and `ana@x.example` are read by the same person. */
export const mailboxKey = (email: string): string => emailKey(email).replace(/\+[^@]*(?=@)/, '');
