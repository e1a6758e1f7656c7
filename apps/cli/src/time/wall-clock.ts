import { parseUtcDateTime, type TimeZone } from '@assay/domain';

/** What a person wrote as a time: an instant, or why it is none. */
export type ReadTime = { readonly ok: true; readonly instant: number } | { readonly ok: false; readonly reason: string };

const withOffset = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?\s?(Z|[+-]\d{2}:?\d{2})$/i;
const inZone = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?$/;
const minute = 60_000;
const day = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const made =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  formatters.set(zone, made);
  return made;
};

/** What a clock in the zone shows at the instant: `2026-03-01T09:00:00`. */
export const wallClock = (instant: number, { zone }: TimeZone): string => {
  const parts = formatterOf(zone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
};

/** Minutes that the zone is ahead of UTC at the instant, as `+01:00`. */
export const offsetText = (instant: number, zone: TimeZone): string => {
  const minutes = Math.round((Date.parse(`${wallClock(instant, zone)}Z`) - instant) / minute);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
};

const offsetMinutes = (text: string): number => {
  if (/^z$/i.test(text)) return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

const form = 'must be like "2026-03-01 09:00" (in the zone of the link) or 2026-03-01T09:00Z';

/** Instants at which clocks of the zone show `clock`: none when they skip it, two when they show it twice. */
const instantsOf = (clock: string, asUtc: number, zone: TimeZone): readonly number[] => {
  const offsets = [-day, 0, day].map((away) => Date.parse(`${wallClock(asUtc + away, zone)}Z`) - (asUtc + away));
  return [...new Set(offsets.map((offset) => asUtc - offset))]
    .filter((instant) => wallClock(instant, zone) === clock)
    .toSorted((a, b) => a - b);
};

/** Reads a time as a person writes it; without an offset it is what clocks in `zone` show. */
export const readTime = (text: string, zone: TimeZone): ReadTime => {
  const trimmed = text.trim();
  const exact = withOffset.exec(trimmed);
  const [, date, time, seconds = ':00', offset] = exact ?? inZone.exec(trimmed) ?? [];
  const clock = `${date}T${time}${seconds}`;
  const asUtc = date === undefined ? undefined : parseUtcDateTime(clock);
  if (asUtc === undefined) return { ok: false, reason: form };
  if (exact !== null) return { ok: true, instant: asUtc - offsetMinutes(offset ?? 'Z') * minute };
  const found = instantsOf(clock, asUtc, zone);
  const [first] = found;
  if (first === undefined) return { ok: false, reason: `does not exist in ${zone.zone}: clocks are put forward over it` };
  if (found.length > 1)
    return {
      ok: false,
      reason: `comes twice in ${zone.zone}: write ${found.map((one) => `${trimmed}${offsetText(one, zone)}`).join(' or ')}`,
    };
  return { ok: true, instant: first };
};
