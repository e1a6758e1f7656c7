import { clockInZone, formatInZone, keepsOffset, type TimeZone, utc } from '../time/time-zones.ts';
import { type AccessWindow, slotLength } from './access-window.ts';

/**
 * The daily windows of a slot-wise link, in the zone that shows them: start and end of the first one, and start of the last one. They
 * keep their times of day in UTC, so where a zone's offset changes meanwhile only UTC has times that are true on each day.
 */
export type DailySlots = { readonly start: number; readonly end: number; readonly lastStart: number; readonly zone: TimeZone };

const day = 86_400_000;

/** Undefined when no daily pause interrupts the window: not slot-wise, or equal times of day. */
export const dailySlots = (window: AccessWindow, zone: TimeZone): DailySlots | undefined => {
  if (window.mode !== 'slot-wise') return undefined;
  const { start, end } = window;
  const length = slotLength(start, end);
  if (length === day) return undefined;
  return { start, end: start + length, lastStart: end - length, zone: keepsOffset(start, end, zone) ? zone : utc };
};

const slotsText = ({ start, end, lastStart, zone }: DailySlots): string => {
  const [opens, closes] = [clockInZone(start, zone), clockInZone(end, zone)];
  // A slot past midnight belongs to the day on which it opens.
  const nextDay = opens.date === closes.date ? '' : ' the next day';
  const days = `from ${opens.date} to ${clockInZone(lastStart, zone).date}`;
  return `${days}, each day from ${opens.time} to ${closes.time}${nextDay} in (${zone.name})`;
};

/** When a link is valid, in its time zone: `at any time`, `from 23-Feb-2018 04:16 PM to 24-Feb-2018 05:16 PM in (India Standard Time)`. */
export const formatWindow = (window: AccessWindow, zone: TimeZone): string => {
  if (window.mode === 'anytime') return 'at any time';
  const slots = dailySlots(window, zone);
  if (slots !== undefined) return slotsText(slots);
  return `from ${formatInZone(window.start, zone)} to ${formatInZone(window.end, zone)} in (${zone.name})`;
};

/** `testAccessTime` of register-by-test-link. */
export const formatAccessTime = (window: AccessWindow, zone: TimeZone): string => `Assessment link is valid ${formatWindow(window, zone)}`;
