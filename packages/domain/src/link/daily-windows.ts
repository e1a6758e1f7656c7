import type { TimeZone } from '../time/time-zones.ts';
import { dayLength, dayOf, instantOf, wallClockAt } from '../time/wall-clock.ts';

/** A window as instants: `opens` is inside, `closes` is not. */
export type Opening = { readonly opens: number; readonly closes: number };

/**
 * The windows of a slot-wise link: one on each day from the first to the last, in wall-clock time of the zone. Days are counted from
 * 1 January 1970; `opens` and `closes` are milliseconds after the midnight at which the day begins, so a window past midnight closes after a
 * day or later. `first` and `last` are the windows of the first and last day.
 */
export type DailyWindows = {
  readonly zone: TimeZone;
  readonly start: number;
  readonly end: number;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly opens: number;
  readonly closes: number;
};

type Range = { readonly start: number; readonly end: number; readonly zone: TimeZone };

/**
 * The window of a day; undefined where clocks leave nothing of it, or skip the whole day. A time of day that they show twice is the first
 * one, except that of `start` and `end` themselves, which are instants.
 */
export const openingOf = ({ start, end, zone, opens, closes }: DailyWindows, day: number): Opening | undefined => {
  const at = (wallClock: number, instant: number): number =>
    wallClock === wallClockAt(instant, zone) ? instant : instantOf(wallClock, zone);
  const midnight = day * dayLength;
  const opening = { opens: at(midnight + opens, start), closes: Math.min(at(midnight + closes, end), end) };
  const isSkipped = wallClockAt(opening.opens, zone) - (midnight + opens) >= dayLength;
  return isSkipped || opening.closes <= opening.opens ? undefined : opening;
};

/**
 * The time of day that `start` and `end` have in the zone bounds the window of each day. An end that is not later in the day than the
 * start is on the day after; the same time of day is the whole day.
 */
export const dailyWindows = ({ start, end, zone }: Range): DailyWindows => {
  const [from, to] = [wallClockAt(start, zone), wallClockAt(end, zone)];
  const opens = from - dayOf(from) * dayLength;
  const timeOfEnd = to - dayOf(to) * dayLength;
  const nights = timeOfEnd > opens ? 0 : 1;
  // Where start and end are in an hour that clocks show twice, the end may show an earlier day.
  const days = { firstDay: dayOf(from), lastDay: Math.max(dayOf(from), dayOf(to) - nights) };
  const windows = { zone, start, end, ...days, opens, closes: timeOfEnd + nights * dayLength };
  const isOpen = (day: number): boolean => openingOf(windows, day) !== undefined;
  while (days.firstDay < days.lastDay && !isOpen(days.firstDay)) days.firstDay += 1;
  while (days.lastDay > days.firstDay && !isOpen(days.lastDay)) days.lastDay -= 1;
  return { ...windows, ...days };
};
