import { type AccessWindow, clockChanges, type DailyWindows, dailyWindowsOf, dayLength, type TimeZone } from '@assay/domain';

/** `1 question`, `3 questions` */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept for each zone: to make one takes longer than to write a mail. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    });
  formats.set(zone, format);
  return format;
};

/** `Friday 6 November 2026, 10:15 (Europe/Madrid)`. `at`: milliseconds since 1970; `zone`: an IANA name; an unknown one throws RangeError. */
export const formatInstant = (at: number, zone: string): string => {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')} (${zone})`;
};

const datePart = (at: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(at);

/** `GMT+9`, `GMT-3:30`, `GMT` */
const offsetText = (at: number, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset === 'GMT+0' ? 'GMT' : offset;
};

const dayText = (at: number, zone: string, withYear: boolean): string =>
  datePart(at, zone, { day: 'numeric', month: 'short', ...(withYear ? { year: 'numeric' } : {}) });

const timeText = (at: number, zone: string): string => datePart(at, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `Tokyo time`: a zone by the city that its IANA name has; null for zones that are an offset, such as `UTC` and `Etc/GMT+5`. */
const placeText = ({ zone }: TimeZone): string | null => {
  const [area, ...rest] = zone.split('/');
  const city = rest.at(-1);
  return city === undefined || area === 'Etc' ? null : `${city.replaceAll('_', ' ')} time`;
};

/** `Tokyo time (GMT+9)`, or `UTC`. */
const zoneText = (at: number, zone: TimeZone): string => {
  const place = placeText(zone);
  const offset = offsetText(at, zone.zone);
  if (place !== null) return `${place} (${offset})`;
  return offset === 'GMT' ? 'UTC' : offset;
};

/** So many changes of clocks are named. */
const mostChanges = 2;

/** `Berlin time (GMT+1; GMT+2 from 29 Mar)`; where clocks change more than twice only the place. */
const zoneOfDays = ({ zone, start, end }: DailyWindows, withYear: boolean): string => {
  const changes = clockChanges(start, end, zone, mostChanges + 1);
  const place = placeText(zone);
  if (place === null || changes.length === 0) return zoneText(start, zone);
  if (changes.length > mostChanges) return place;
  const later = changes.map((at) => `${offsetText(at, zone.zone)} from ${dayText(at, zone.zone, withYear)}`);
  return `${place} (${[offsetText(start, zone.zone), ...later].join('; ')})`;
};

const dailyText = (windows: DailyWindows): string => {
  const { firstDay, lastDay, opens, closes } = windows;
  // Wall-clock times are instants at which clocks of UTC show the same.
  const [from, until] = [firstDay * dayLength, lastDay * dayLength];
  const sameYear = datePart(from, 'UTC', { year: 'numeric' }) === datePart(until, 'UTC', { year: 'numeric' });
  // A window past midnight belongs to the day on which it opens.
  const nextDay = closes < dayLength ? '' : ' the next day';
  const times = `${timeText(from + opens, 'UTC')}–${timeText(from + closes, 'UTC')}${nextDay}`;
  const [first, last] = [dayText(from, 'UTC', !sameYear || from === until), dayText(until, 'UTC', true)];
  const when = from === until ? `${first}, ${times}` : `every day ${times}, ${first}–${last}`;
  return `${when}, ${zoneOfDays(windows, !sameYear)}`;
};

/**
 * When a test may be started: `every day 09:00–18:00, 1 Nov–31 Dec 2026, Tokyo time (GMT+9)`, or
 * `from Sun 1 Nov 2026, 09:00 to Tue 1 Dec 2026, 18:00, Tokyo time (GMT+9)`; null when nothing limits it.
 */
export const formatAccess = (window: AccessWindow | null): string | null => {
  if (window === null || window.mode === 'anytime') return null;
  const windows = dailyWindowsOf(window);
  if (windows !== undefined) return dailyText(windows);
  const { zone } = window;
  const instant = (at: number) =>
    `${datePart(at, zone.zone, { weekday: 'short' })} ${dayText(at, zone.zone, true)}, ${timeText(at, zone.zone)}`;
  const [first, last] = [offsetText(window.start, zone.zone), offsetText(window.end, zone.zone)];
  if (first === last) return `from ${instant(window.start)} to ${instant(window.end)}, ${zoneText(window.start, zone)}`;
  return `from ${instant(window.start)} (${first}) to ${instant(window.end)} (${last}), ${placeText(zone)}`;
};

/**
 * Text from users as one line: without control characters, which could end a header, and without direction overrides, which would
 * reverse the rest of the line.
 */
export const toLine = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** At most `most` graphemes; longer text is cut with `…`. */
export const shorten = (text: string, most: number): string => {
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
};
