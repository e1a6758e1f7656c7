import { type AccessWindow, accessWindowOf, dailyWindowsOf, dayLength, utc } from '@assay/domain';
import { atUtc } from '../../../time/format-time.ts';
import { clockText, zoneOf } from '../../../time/wall-clock.ts';
import { type WindowDay, windowDays } from '../../../time/window-days.ts';
import type { Link, LinkFields } from '../../services/links.ts';

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

/** When a link is open, beside its window: the days of a daily one, and the UTC of another. A daily window has other hours in UTC after clocks change. */
export const windowFacts = (link: Window, most: number): readonly { readonly label: string; readonly text: string }[] => {
  const window = accessOf(link);
  if (window.mode === 'anytime') return [];
  const windows = dailyWindowsOf(window);
  if (windows === undefined) return [{ label: '', text: `${windowText({ ...link, timeZoneId: utc.timeZoneId })} (UTC)` }];
  return fewDays(windowDays(windows), most);
};

/** At most as many lines; where there are more days, some changes of the clocks are only counted. */
export const fewDays = (days: readonly WindowDay[], most: number): readonly { readonly label: string; readonly text: string }[] => {
  const hidden = days.length <= most ? 0 : days.length - most + 1;
  return [
    ...days.slice(0, days.length - 1 - hidden),
    ...(hidden === 0 ? [] : [{ label: '', text: `clocks change on ${hidden} more days` }]),
    ...days.slice(-1),
  ];
};

/** An instant of milliseconds since 1970 as UTC, to the minute. */
export const utcText = (instant: number): string => `${atUtc(new Date(instant).toISOString()).slice(0, 16)} UTC`;

export const stateText = (link: Link): string => (link.active ? 'enabled' : 'disabled');
