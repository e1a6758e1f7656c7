import { z } from 'zod';
import { formatUtcDateTime, parseUtcDateTime } from './utc-date-time.ts';

const rule = 'must be a UTC date-time, YYYY-MM-DDTHH:MM:SS, or one with an offset';

const documented = {
  description: 'A UTC date-time, YYYY-MM-DDTHH:MM:SS, or one with an offset.',
  override: { type: 'string' as const, examples: ['2026-02-23T10:46:00'] },
};

/** A date-time: as API v2 sends it, and in the other forms that it accepts. */
export const WireDateTime = z
  .string()
  .refine((text) => parseUtcDateTime(text) !== undefined, rule)
  .meta(documented);

/** Wire string ↔ milliseconds since 1970, UTC. */
export const UtcDateTime = z
  .codec(WireDateTime, z.number(), { decode: (text) => parseUtcDateTime(text) ?? Number.NaN, encode: formatUtcDateTime })
  .meta(documented);
export type UtcDateTime = z.output<typeof UtcDateTime>;
