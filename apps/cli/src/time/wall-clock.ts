import { dayLength, findTimeZone, offsetAt, parseUtcDateTime, type TimeZone, utc, wallClockAt } from '@assay/domain';

/** Clock times in time zones. Instants are milliseconds since 1970 UTC. */
export type ParsedTime = { readonly ok: true; readonly instant: number } | { readonly ok: false; readonly reason: string };

const withOffset = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?\s?(Z|[+-]\d{2}:?\d{2})$/i;
const withoutOffset = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?$/;
const minute = 60_000;

/** What a clock in the zone shows at the instant: `2026-03-01T09:00:00`. */
export const wallClock = (instant: number, zone: TimeZone): string => new Date(wallClockAt(instant, zone)).toISOString().slice(0, 19);

/** The offset from UTC at the instant, as `+01:00`. */
export const offsetText = (instant: number, zone: TimeZone): string => {
  const minutes = Math.round(offsetAt(instant, zone) / minute);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
};

/** `2026-02-23 10:46` as a clock in the zone shows it. */
export const clockText = (instant: number, zone: TimeZone): string => wallClock(instant, zone).slice(0, 16).replace('T', ' ');

/** The zone with that id. An id that is not in the table is read as UTC. */
export const zoneOf = (timeZoneId: number): TimeZone => findTimeZone(timeZoneId) ?? utc;

const form = 'must be like "2026-03-01 09:00" (in the zone of the link) or 2026-03-01T09:00Z';

/** The instants at which clocks of the zone show `clock`: none when clocks skip it, two when they show it twice. */
const instantsOf = (clock: string, asUtc: number, zone: TimeZone): readonly number[] => {
  const offsets = [-dayLength, 0, dayLength].map((away) => offsetAt(asUtc + away, zone));
  return [...new Set(offsets.map((offset) => asUtc - offset))]
    .filter((instant) => wallClock(instant, zone) === clock)
    .toSorted((a, b) => a - b);
};

/** Parses a time as people write it; without an offset it is a clock time in `zone`. */
export const parseTime = (text: string, zone: TimeZone): ParsedTime => {
  const trimmed = text.trim();
  const exact = withOffset.exec(trimmed);
  const [, date, time, seconds = ':00', offset = ''] = exact ?? withoutOffset.exec(trimmed) ?? [];
  const clock = `${date}T${time}${seconds}`;
  const instant = parseUtcDateTime(`${clock}${offset}`);
  if (instant === undefined) return { ok: false, reason: form };
  if (exact !== null) return { ok: true, instant };
  const found = instantsOf(clock, instant, zone);
  const [first] = found;
  if (first === undefined) return { ok: false, reason: `does not exist in ${zone.zone}: clocks are put forward over it` };
  if (found.length > 1)
    return {
      ok: false,
      reason: `comes twice in ${zone.zone}: write ${found.map((one) => `${trimmed}${offsetText(one, zone)}`).join(' or ')}`,
    };
  return { ok: true, instant: first };
};
