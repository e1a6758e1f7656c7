import { cachedBy } from './formatters.ts';
import { firstIanaTimeZoneId, formerZoneNames, ianaZones } from './iana-index.ts';
import { microsoftIndex, microsoftPageNames } from './microsoft-index.ts';

/** One row of the time zone table: `name` is shown to people, `zone` is the IANA name for computing. */
export type TimeZone = { readonly timeZoneId: number; readonly name: string; readonly zone: string };

/** Every time zone a client may name, by ascending id. */
export const timeZones: readonly TimeZone[] = [
  ...microsoftIndex,
  ...ianaZones.map((zone, position) => ({ timeZoneId: firstIanaTimeZoneId + position, name: zone, zone })),
];

export const utc: TimeZone = { timeZoneId: firstIanaTimeZoneId, name: 'UTC', zone: 'UTC' };

const byId: ReadonlyMap<number, TimeZone> = new Map(timeZones.map((timeZone) => [timeZone.timeZoneId, timeZone]));

/** The time zone with this id, if there is one. */
export const findTimeZone = (timeZoneId: number): TimeZone | undefined => byId.get(timeZoneId);

/** The IANA name of a zone; UTC for an id that is not in the table. */
export const timeZoneName = (timeZoneId: number): string => findTimeZone(timeZoneId)?.zone ?? 'UTC';

// Dots are dropped because Microsoft writes both `U.S. Mountain` and `US Mountain` for one zone.
const toKey = (name: string): string => name.toLowerCase().replaceAll('.', '');

const byName: ReadonlyMap<string, TimeZone> = (() => {
  const found = new Map<string, TimeZone>();
  const add = (name: string, timeZone: TimeZone | undefined): void => {
    if (timeZone !== undefined) found.set(toKey(name), timeZone);
  };
  for (const timeZone of timeZones) {
    add(timeZone.name, timeZone);
    add(timeZone.zone, timeZone);
  }
  for (const [name, timeZoneId] of microsoftPageNames) add(name, byId.get(timeZoneId));
  for (const [name, zone] of formerZoneNames) add(name, found.get(toKey(zone)));
  return found;
})();

/** The time zone a person wrote as an id (`190`), a Windows name or an IANA name, in any letter case. */
export const findTimeZoneByName = (text: string): TimeZone | undefined => {
  const trimmed = text.trim();
  return /^\d+$/.test(trimmed) ? byId.get(Number(trimmed)) : byName.get(toKey(trimmed));
};

const clockOf = cachedBy({
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h12',
});

/** The instant in local time of the zone: `23-Feb-2018` and `04:16 PM`. Throws RangeError if the instant is invalid. */
export const clockInZone = (epochMilliseconds: number, { zone }: TimeZone): { readonly date: string; readonly time: string } => {
  // formatToParts, because the order of format() and its spaces (some of them narrow and no-break) differ between engines.
  const parts = clockOf(zone).formatToParts(epochMilliseconds);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return {
    date: `${part('day')}-${part('month')}-${part('year')}`,
    time: `${part('hour')}:${part('minute')} ${part('dayPeriod')}`,
  };
};

/** The instant in local time of the zone: `23-Feb-2018 04:16 PM`. */
export const formatInZone = (epochMilliseconds: number, zone: TimeZone): string => {
  const { date, time } = clockInZone(epochMilliseconds, zone);
  return `${date} ${time}`;
};
