import { accessWindowOf, dailySlots } from '@assay/domain';
import { atUtc } from '../../time/format-time.ts';
import { clockText, zoneOf } from '../../time/wall-clock.ts';
import type { Link, LinkFields } from '../services/services.ts';

export const modeLabel = { 0: 'any time', 1: 'time-bound', 2: 'daily window' } as const;

type Window = Pick<LinkFields, 'accessTime' | 'startDateTime' | 'endDateTime' | 'timeZoneId'>;

/**
 * `2026-02-23 10:46 – 2026-02-24 11:46`, in the zone of the link; a daily window `2026-02-23 – 2026-02-24, 10:46 – 11:46 daily`, in UTC
 * where clocks change meanwhile.
 */
export const windowText = ({ startDateTime: start, endDateTime: end, timeZoneId, accessTime }: Window): string => {
  if (start === null || end === null) return 'any time';
  const zone = zoneOf(timeZoneId);
  const slots = dailySlots(accessWindowOf({ accessTime, startsAt: start, endsAt: end }), zone);
  if (slots === undefined) return `${clockText(start, zone)} – ${clockText(end, zone)}`;
  const show = (instant: number): [date: string, time: string] => {
    const text = clockText(instant, slots.zone);
    return [text.slice(0, 10), text.slice(11)];
  };
  const [[firstDay, opens], [, closes], [lastDay]] = [show(slots.start), show(slots.end), show(slots.lastStart)];
  return `${firstDay} – ${lastDay}, ${opens} – ${closes}${slots.zone === zone ? '' : ' UTC'} daily`;
};

/** An instant of milliseconds since 1970 as UTC, to the minute. */
export const utcText = (instant: number): string => `${atUtc(new Date(instant).toISOString()).slice(0, 16)} UTC`;

export const stateText = (link: Link): string => (link.active ? 'enabled' : 'disabled');
