/** `1 question`, `3 questions` */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const together = (...parts: readonly (readonly [count: number, noun: string])[]): string =>
  parts
    .filter(([count], index) => count > 0 || (index === parts.length - 1 && parts.every(([other]) => other === 0)))
    .map(([count, noun]) => plural(count, noun))
    .join(' ');

/** Whole minutes as `1 hour 30 minutes`. */
export const formatMinutes = (minutes: number): string => together([Math.floor(minutes / 60), 'hour'], [minutes % 60, 'minute']);

/** Whole seconds as `1 hour 2 minutes 3 seconds`. */
export const formatSeconds = (seconds: number): string =>
  together([Math.floor(seconds / 3600), 'hour'], [Math.floor(seconds / 60) % 60, 'minute'], [seconds % 60, 'second']);

/** `Friday 6 November 2026, 10:15 (Europe/Madrid)`. `at`: milliseconds since 1970; `zone`: an IANA name; an unknown one throws RangeError. */
export const formatInstant = (at: number, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')} (${zone})`;
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
