import { findTimeZone, type TimeZone } from '@assay/domain';
import { type ReadTime, readTime, wallClock } from './wall-clock.ts';

/** Wall-clock time in the zones of the table ↔ instants, milliseconds since 1970 UTC. An id that is not in the table is UTC. */
const zoneOf = (timeZoneId: number): TimeZone => findTimeZone(timeZoneId) ?? { timeZoneId, name: 'UTC', zone: 'UTC' };

/** `2026-02-23 10:46` as a clock in that zone shows it. */
export const formatZoned = (instant: number, timeZoneId: number): string =>
  wallClock(instant, zoneOf(timeZoneId)).slice(0, 16).replace('T', ' ');

/** Minutes that the zone's clock is ahead of UTC at that instant. */
export const offsetAt = (instant: number, timeZoneId: number): number =>
  Math.round((Date.parse(`${wallClock(instant, zoneOf(timeZoneId))}Z`) - instant) / 60_000);

/** The instant at which a clock in the zone shows the text; a time that clocks skip or show twice is refused with the reason. */
export const parseZoned = (text: string, timeZoneId: number): ReadTime => readTime(text, zoneOf(timeZoneId));
