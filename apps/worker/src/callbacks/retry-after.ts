const year = 365 * 24 * 3_600_000;

/**
 * Milliseconds to wait from `now` (ms since 1970), read from a Retry-After header: whole seconds or an HTTP date in any of its
 * three forms (RFC 9110, 5.6.7 and 10.2.3). Between 0 and a year; null when the header is missing or is neither.
 */
export const readRetryAfter = (header: string | readonly string[] | undefined, now: number): number | null => {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, year);
  // Date.parse takes almost anything for a date, and asctime's form for local time.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i.test(text)) return null;
  const at = Date.parse(/ gmt$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.min(Math.max(at - now, 0), year);
};
