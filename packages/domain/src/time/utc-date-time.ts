import { z } from 'zod';

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?Z?$/;

/** Milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SS[.fraction][Z]`, or undefined if the text is not a UTC date-time or the date does not exist (30 February). */
export const parseUtcDateTime = (text: string): number | undefined => {
  if (!pattern.test(text)) return undefined;
  const seconds = text.slice(0, 19);
  const instant = Date.parse(`${seconds}Z`);
  // Date.parse reads 2026-02-30 as 2 March, so the result must format back to the input.
  if (Number.isNaN(instant) || formatUtcDateTime(instant) !== seconds) return undefined;
  const fraction = text.slice(19).replace('Z', '');
  return instant + (fraction === '' ? 0 : Math.floor(Number(`0${fraction}`) * 1000));
};

/** `YYYY-MM-DDTHH:MM:SS`, UTC: the form of every date-time in API v2. */
export const formatUtcDateTime = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString().slice(0, 19);

/** `YYYY-MM-DDTHH:MM:SS.sssZ`: the form of the candidate protocol and the management API, safe for `Date.parse` in any zone. */
export const formatInstant = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString();

const rule = 'must be a UTC date-time, YYYY-MM-DDTHH:MM:SS';

const documented = { override: { type: 'string' as const, description: rule, examples: ['2026-02-23T10:46:00'] } };

/** A date-time as API v2 sends it. */
export const WireDateTime = z
  .string()
  .refine((text) => parseUtcDateTime(text) !== undefined, rule)
  .meta(documented);

/** Wire string ↔ milliseconds since 1970, UTC. */
export const UtcDateTime = z
  .codec(WireDateTime, z.number(), { decode: (text) => parseUtcDateTime(text) ?? Number.NaN, encode: formatUtcDateTime })
  .meta(documented);
export type UtcDateTime = z.output<typeof UtcDateTime>;
