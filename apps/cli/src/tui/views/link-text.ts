import { atUtc } from '../../time/format-time.ts';
import { clockText, zoneOf } from '../../time/wall-clock.ts';
import type { Link, LinkFields } from '../services/services.ts';

export const modeLabel = { 0: 'any time', 1: 'time-bound', 2: 'daily window' } as const;

type Window = Pick<LinkFields, 'accessTime' | 'startDateTime' | 'endDateTime' | 'timeZoneId'>;

/** `2026-02-23 10:46 – 2026-02-24 11:46`, in the zone of the link. */
export const windowText = (link: Window): string => {
  if (link.startDateTime === null || link.endDateTime === null) return 'any time';
  const zone = zoneOf(link.timeZoneId);
  return `${clockText(link.startDateTime, zone)} – ${clockText(link.endDateTime, zone)}`;
};

/** An instant of milliseconds since 1970 as UTC, to the minute. */
export const utcText = (instant: number): string => `${atUtc(new Date(instant).toISOString()).slice(0, 16)} UTC`;

export const stateText = (link: Link): string => (link.active ? 'enabled' : 'disabled');
