import { z } from 'zod';
import { atMost, bounds, hasControlCharacters, trimmedTo } from './fields.ts';

const AnyUrl = z.url();

/** What stands between `//` and the path of a URL, as it was sent. */
const authorityOf = (text: string): string => /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';

/** Judges the text that was sent, because the URL parser mends `https:///x`, `https:x` and `https://x\y` into URLs of the host x. */
const isAbsolute = (text: string): boolean =>
  !hasControlCharacters(text) && /^[^\\]+$/.test(authorityOf(text)) && AnyUrl.safeParse(text).success;

// An underscore and a hyphen at either end are no host names to RFC 1123, but DNS has them.
const UrlWithHost = z.url({ hostname: /^(?:\[.+\]|(?!.{255})(?:[a-z\d_-]{1,63}\.)*[a-z\d_-]{1,63}\.?)$/ });

/** True if something can listen there: `https://a..b/`, `https://*.example/` and port 0 never work. */
const canBeReached = (text: string): boolean => UrlWithHost.safeParse(text).success && !/:0+$/.test(authorityOf(text));

/** An absolute http or https URL of at most 2,048 characters. */
export const HttpUrl = z
  .string()
  .check(...trimmedTo(bounds.url))
  .refine(isAbsolute, { error: 'must be an absolute http or https URL', abort: true })
  .refine(canBeReached, { error: 'must name a host that exists in DNS or an address, and no port 0', abort: true });

/** Where callbacks go. Which addresses they may reach is the installation's policy, so it is not checked here. */
export const CallbackUrl = HttpUrl.refine((text) => !authorityOf(text).includes('@'), 'must not contain a user name or password');

/** A number of any use to an author or a candidate: Avogadro's and Planck's are within, and arithmetic on it is exact and quick. */
export const boundedNumber = z.number().min(-1e100, 'must not be below -1e100').max(1e100, 'must not be above 1e100');

/** A number that may also be sent as text, within the integers that a double holds exactly. */
export const numberOrText = (rule: string) =>
  z.union([z.number().min(Number.MIN_SAFE_INTEGER, rule).max(Number.MAX_SAFE_INTEGER, rule), z.string().check(atMost(40, rule))], {
    error: rule,
  });

/** An Int the document gives as a number; real clients also send `"1"`. */
export const flexibleInt = <const Values extends readonly number[]>(values: Values) => {
  const rule = `must be one of ${values.join(', ')}`;
  return numberOrText(rule)
    .transform((value) => (typeof value === 'string' && !/^\s*-?\d+\s*$/.test(value) ? Number.NaN : Number(value)))
    .refine((value): value is Values[number] => values.includes(value), rule)
    .meta({ override: { type: 'integer', enum: [...values] } });
};
