import { cachedBy } from './formatters.ts';
import type { TimeZone } from './time-zones.ts';

/**
 * What clocks of a zone show. A wall-clock time is the milliseconds since 1970 at which clocks of UTC show the same, so that days and
 * times of day are arithmetic.
 */

export const dayLength = 86_400_000;

const offsetOf = cachedBy({ timeZoneName: 'longOffset' });
/** `GMT`, `GMT+05:30`, `GMT-00:44:30`: seconds only before 1972. */
const offsetText = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Milliseconds that clocks of the zone are ahead of UTC at the instant. Throws RangeError if the instant is invalid. */
export const offsetAt = (instant: number, { zone }: TimeZone): number => {
  const text = offsetOf(zone).format(instant);
  const [matched, sign, hours = 0, minutes = 0, seconds = 0] = offsetText.exec(text) ?? [];
  if (matched === undefined) throw new Error(`no offset in ${text}`);
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
};

export const wallClockAt = (instant: number, zone: TimeZone): number => instant + offsetAt(instant, zone);

/** The day of a wall-clock time, counted from 1 January 1970. */
export const dayOf = (wallClock: number): number => Math.floor(wallClock / dayLength);

/**
 * The instant at which clocks of the zone show this: the first of two where they show it twice, and as far after the gap as it is in it
 * where they skip it, which is `compatible` in Temporal.
 */
export const instantOf = (wallClock: number, zone: TimeZone): number => {
  const [before, after] = [offsetAt(wallClock - dayLength, zone), offsetAt(wallClock + dayLength, zone)];
  const first = wallClock - before;
  if (before === after || offsetAt(first, zone) === before) return first;
  const second = wallClock - after;
  return offsetAt(second, zone) === after ? second : first;
};

/** No zone has kept an offset for a shorter time since 1970: Recife had summer time for a week in October 2000. */
const shortestOffset = 6 * dayLength;
/** Looking through 8,000 years would block the event loop. */
const longestLook = 20 * 366 * dayLength;

/** The instants from `start` to `end` at which clocks of the zone change, of the first 20 years, and no more than `most`. */
export const clockChanges = (start: number, end: number, zone: TimeZone, most = Number.POSITIVE_INFINITY): readonly number[] => {
  const changes: number[] = [];
  const last = Math.min(end, start + longestLook);
  let offset = offsetAt(start, zone);
  for (let from = start; from < last && changes.length < most; from += shortestOffset) {
    let [unchanged, changed] = [from, Math.min(from + shortestOffset, last)];
    const next = offsetAt(changed, zone);
    if (next === offset) continue;
    while (changed - unchanged > 1) {
      const middle = Math.floor((unchanged + changed) / 2);
      if (offsetAt(middle, zone) === offset) unchanged = middle;
      else changed = middle;
    }
    changes.push(changed);
    offset = next;
  }
  return changes;
};
