import { type AccessWindow, accessWindowOf, dailyWindowsOf, dayLength, utc } from '@assay/domain';
import { atUtc } from '../../time/format-time.ts';
import { clockText, zoneOf } from '../../time/wall-clock.ts';
import type { Link, LinkFields } from '../services/services.ts';

export const modeLabel = { 0: 'any time', 1: 'time-bound', 2: 'daily window' } as const;

type Window = Pick<LinkFields, 'accessTime' | 'startDateTime' | 'endDateTime' | 'timeZoneId'>;

const accessOf = ({ accessTime, startDateTime, endDateTime, timeZoneId }: Window): AccessWindow =>
  accessWindowOf({ accessTime, startsAt: startDateTime, endsAt: endDateTime }, zoneOf(timeZoneId));

/** `2026-02-23 10:46 – 2026-02-24 11:46`, in the zone of the link; a daily window `2026-02-23 – 2026-02-24, 10:46 – 11:46 daily`. */
export const windowText = (link: Window): string => {
  const window = accessOf(link);
  if (window.mode === 'anytime') return 'any time';
  const windows = dailyWindowsOf(window);
  if (windows === undefined) return `${clockText(window.start, window.zone)} – ${clockText(window.end, window.zone)}`;
  const { firstDay, lastDay, opens, closes } = windows;
  // Wall-clock times are instants at which clocks of UTC show the same.
  const show = (day: number, time: number): string => clockText(day * dayLength + time, utc);
  const [days, times] = [
    [firstDay, lastDay].map((day) => show(day, 0).slice(0, 10)),
    [opens, closes].map((time) => show(0, time).slice(11)),
  ];
  return `${days.join(' – ')}, ${times.join(' – ')} daily`;
};

/** An instant of milliseconds since 1970 as UTC, to the minute. */
export const utcText = (instant: number): string => `${atUtc(new Date(instant).toISOString()).slice(0, 16)} UTC`;

export const stateText = (link: Link): string => (link.active ? 'enabled' : 'disabled');
