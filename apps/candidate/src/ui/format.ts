/** Times and dates as candidates read them. Instants and spans are milliseconds; `locale` is a BCP 47 tag. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const twoDigits = (value: number, locale: string) => new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }).format(value);

/** `1:29:05` or `29:05`, in the digits of the locale; seconds are rounded up, so that 0:00 is the end. */
export const clockText = (span: number, locale: string): string => {
  const seconds = Math.ceil(Math.max(0, span) / second);
  const rest = [Math.floor((seconds % 3600) / 60), seconds % 60].map((part) => twoDigits(part, locale));
  const hours = Math.floor(seconds / 3600);
  return [...(hours > 0 ? [new Intl.NumberFormat(locale).format(hours)] : []), ...rest].join(':');
};

const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const;

/** `2 days, 3 hours, 4 minutes`: at most `parts` units, from the largest on. */
export const spanText = (span: number, locale: string, parts = 3): string => {
  const whole = Math.ceil(Math.max(0, span) / second) * second;
  const found = units.findIndex(([, length]) => whole >= length);
  const first = found < 0 ? units.length - 1 : found;
  const written = units.slice(first, first + parts).map(([unit, length], index) => {
    const count = Math.floor((index === 0 ? whole : whole % (units[first + index - 1]?.[1] ?? whole)) / length);
    return { count, text: new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count) };
  });
  const shown = written.filter(({ count }, index) => count > 0 || (index === 0 && written.length === 1));
  return new Intl.ListFormat(locale, { type: 'unit' }).format(shown.map(({ text }) => text));
};

/** Whole minutes as `1 hour, 30 minutes`. */
export const minutesText = (minutes: number, locale: string): string => spanText(minutes * minute, locale);

/** `1, 2, 5`, in the digits of the locale. */
export const numbersText = (numbers: readonly number[], locale: string): string => {
  const digits = new Intl.NumberFormat(locale);
  return new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(numbers.map((one) => digits.format(one)));
};

/** `Saturday, 21 November 2026 at 10:45`, in the candidate's own zone. */
export const dateText = (instant: number, locale: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', ...(timeZone === undefined ? {} : { timeZone }) }).format(
    instant,
  );

/** `10:45`, in the candidate's own zone. */
export const timeText = (instant: number, locale: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...(timeZone === undefined ? {} : { timeZone }) }).format(instant);

/** `Central European Standard Time (GMT+1)`: name and offset of the candidate's own zone at that instant. */
export const zoneText = (instant: number, locale: string, timeZone?: string): string => {
  const name = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat(locale, { timeZoneName, ...(timeZone === undefined ? {} : { timeZone }) })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [long, offset] = [name('long'), name('shortOffset')];
  return long === offset ? long : `${long} (${offset})`;
};

/** `1.2 MB`, `812 bytes`; 1 KB is 1,000 bytes. */
export const sizeText = (bytes: number, locale: string): string => {
  const [unit, value] =
    bytes < 1_000
      ? (['byte', bytes] as const)
      : bytes < 999_500
        ? (['kilobyte', bytes / 1e3] as const)
        : (['megabyte', bytes / 1e6] as const);
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: value >= 100 ? 0 : 1 }).format(value);
};

/** How urgent the time left is; the header shows it by colour, icon and words. */
export const urgencyOf = (remaining: number): 'calm' | 'warning' | 'critical' =>
  remaining <= minute ? 'critical' : remaining <= 5 * minute ? 'warning' : 'calm';

const announced = [10, 5, 1] as const;

/** The minutes to announce when the time left went from `before` to `now`: the smallest threshold crossed, or null. */
export const announcementDue = (before: number, now: number): number | null =>
  announced.findLast((minutes) => before > minutes * minute && now <= minutes * minute && now > 0) ?? null;
