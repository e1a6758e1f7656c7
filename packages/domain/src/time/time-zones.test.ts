import { describe, expect, it } from 'vitest';
import { firstIanaTimeZoneId, formerZoneNames, ianaZones } from './iana-index.ts';
import { microsoftIndex, microsoftPageNames } from './microsoft-index.ts';
import { findTimeZone, findTimeZoneByName, formatInZone, type TimeZone, timeZones } from './time-zones.ts';

const zoneOf = (timeZoneId: number): TimeZone => {
  const found = findTimeZone(timeZoneId);
  if (found === undefined) throw new Error(`no time zone ${timeZoneId}`);
  return found;
};

// FNV-1a, 32 bits: enough to notice a moved or renamed line.
const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
};

describe('the time zone table', () => {
  it('has every id, name and zone once', () => {
    for (const key of ['timeZoneId', 'name', 'zone'] as const) {
      expect(new Set(timeZones.map((timeZone) => timeZone[key])).size).toBe(timeZones.length);
    }
  });

  it('is sorted by id', () => {
    const ids = timeZones.map(({ timeZoneId }) => timeZoneId);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('uses ids below 1000 for exactly the rows of Microsoft', () => {
    expect(timeZones.filter(({ timeZoneId }) => timeZoneId < 1000)).toEqual(microsoftIndex);
    expect(microsoftIndex.map(({ timeZoneId }) => timeZoneId)).toEqual([
      0, 1, 2, 3, 4, 10, 13, 15, 20, 25, 30, 33, 35, 40, 45, 50, 55, 56, 60, 65, 70, 73, 75, 80, 83, 85, 90, 95, 100, 105, 110, 113, 115,
      120, 125, 130, 135, 140, 145, 150, 155, 158, 160, 165, 170, 175, 180, 185, 190, 193, 195, 200, 201, 203, 205, 207, 210, 215, 220, 225,
      227, 230, 235, 240, 245, 250, 255, 260, 265, 270, 275, 280, 285, 290, 300,
    ]);
  });

  it('never changes a row of Microsoft', () => {
    const rows = microsoftIndex.map(({ timeZoneId, name, zone }) => `${timeZoneId} ${name} ${zone}`).join('\n');
    expect(fingerprint(rows)).toBe('47112e93');
  });

  it('never reuses or renumbers an id from 10000 up, and only appends', () => {
    const frozen = ianaZones.slice(0, 370);
    expect(frozen).toHaveLength(370);
    expect(fingerprint(frozen.join('\n'))).toBe('de6aca66');
    expect(timeZones.filter(({ timeZoneId }) => timeZoneId >= 1000)[0]?.timeZoneId).toBe(firstIanaTimeZoneId);
  });

  it.each([
    [190, 'India Standard Time', 'Asia/Kolkata'],
    [4, 'Pacific Standard Time', 'America/Los_Angeles'],
    [85, 'GMT Standard Time', 'Europe/London'],
    [193, 'Nepal Standard Time', 'Asia/Kathmandu'],
    [300, 'Tonga Standard Time', 'Pacific/Tongatapu'],
    [10000, 'UTC', 'UTC'],
    [10001, 'Africa/Abidjan', 'Africa/Abidjan'],
    [10053, 'America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    [10213, 'Asia/Karachi', 'Asia/Karachi'],
    [10207, 'Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
    [10293, 'Europe/Istanbul', 'Europe/Istanbul'],
    [10270, 'Etc/GMT-14', 'Etc/GMT-14'],
    [10369, 'Pacific/Wallis', 'Pacific/Wallis'],
  ])('keeps %i as %s', (timeZoneId, name, zone) => {
    expect(findTimeZone(timeZoneId)).toEqual({ timeZoneId, name, zone });
  });

  it('names only zones that Intl accepts', () => {
    const refused = timeZones.filter(({ zone }) => {
      try {
        return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) === '';
      } catch {
        return true;
      }
    });
    expect(refused).toEqual([]);
  });

  it('knows no other id', () => {
    for (const timeZoneId of [-1, 5, 999, 9999, firstIanaTimeZoneId + ianaZones.length, 190.5, Number.NaN]) {
      expect(findTimeZone(timeZoneId)).toBeUndefined();
    }
  });
});

describe('finding a time zone by what a person wrote', () => {
  it.each(['190', ' 190 ', 'India Standard Time', 'india standard time', 'Asia/Kolkata', 'ASIA/KOLKATA', 'Asia/Calcutta'])(
    'takes %j for India',
    (text) => {
      expect(findTimeZoneByName(text)?.timeZoneId).toBe(190);
    },
  );

  it('takes an id with the leading zeros that Microsoft prints', () => {
    expect(findTimeZoneByName('004')?.timeZoneId).toBe(4);
    expect(findTimeZoneByName('000')?.timeZoneId).toBe(0);
  });

  it('takes the spellings of the page of Microsoft', () => {
    expect(findTimeZoneByName('U.S. Mountain Standard Time')?.timeZoneId).toBe(15);
    for (const [name, timeZoneId] of microsoftPageNames) expect(findTimeZoneByName(name)?.timeZoneId).toBe(timeZoneId);
  });

  // Fails when an engine update brings a new zone: append it to `ianaZones`.
  it('takes every zone name that Intl lists', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => findTimeZoneByName(zone) === undefined)).toEqual([]);
  });

  it('takes a former name for the zone that shows the same time', () => {
    const noonUtc = Date.UTC(2024, 6, 1, 12);
    const clock = (timeZone: string): string =>
      new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(noonUtc);
    for (const [name, zone] of formerZoneNames) {
      expect(findTimeZoneByName(name)?.zone).toBe(zone);
      expect(clock(name)).toBe(clock(zone));
    }
  });

  it.each(['', ' ', '5', '1e2', '-1', '190.5', '19.0', 'India', 'Mars/Olympus', '__proto__'])('does not take %j', (text) => {
    expect(findTimeZoneByName(text)).toBeUndefined();
  });
});

describe('an instant in a zone', () => {
  it.each([
    ['the sample of the API', '2018-02-23T10:46:00Z', 190, '23-Feb-2018 04:16 PM'],
    ['midnight', '2018-02-22T18:30:00Z', 190, '23-Feb-2018 12:00 AM'],
    ['the minute before midnight', '2018-02-22T18:29:59.999Z', 190, '22-Feb-2018 11:59 PM'],
    ['noon', '2018-02-23T06:30:00Z', 190, '23-Feb-2018 12:00 PM'],
    ['half past midnight', '2024-09-01T00:30:00Z', 10000, '01-Sep-2024 12:30 AM'],
    ['a leap day', '2024-02-29T23:05:00Z', 10000, '29-Feb-2024 11:05 PM'],
    ['a new year that has not come yet', '2025-01-01T01:00:00Z', 35, '31-Dec-2024 08:00 PM'],
    ['a quarter-hour offset', '2024-06-01T00:00:00Z', 193, '01-Jun-2024 05:45 AM'],
    ['the zone behind all others', '2024-06-01T00:00:00Z', 0, '31-May-2024 12:00 PM'],
    ['Samoa since it crossed the date line', '2024-06-01T00:00:00Z', 1, '01-Jun-2024 01:00 PM'],
  ])('shows %s', (_case, instant, timeZoneId, text) => {
    expect(formatInZone(Date.parse(instant), zoneOf(timeZoneId))).toBe(text);
  });

  it.each([
    ['New York in winter', '2024-01-15T17:00:00Z', 35, '15-Jan-2024 12:00 PM'],
    ['New York in summer', '2024-07-15T17:00:00Z', 35, '15-Jul-2024 01:00 PM'],
    ['New York before the skipped hour', '2024-03-10T06:59:00Z', 35, '10-Mar-2024 01:59 AM'],
    ['New York after the skipped hour', '2024-03-10T07:00:00Z', 35, '10-Mar-2024 03:00 AM'],
    ['New York in the first of the two 01:30', '2024-11-03T05:30:00Z', 35, '03-Nov-2024 01:30 AM'],
    ['New York in the second of the two 01:30', '2024-11-03T06:30:00Z', 35, '03-Nov-2024 01:30 AM'],
    ['London in summer', '2024-07-15T11:00:00Z', 85, '15-Jul-2024 12:00 PM'],
    ['Sydney in its summer', '2024-01-15T01:00:00Z', 255, '15-Jan-2024 12:00 PM'],
    ['Brisbane, which has no summer time', '2024-01-15T01:00:00Z', 260, '15-Jan-2024 11:00 AM'],
    ['Arizona, which has no summer time', '2024-07-15T19:00:00Z', 15, '15-Jul-2024 12:00 PM'],
  ])('follows the clock of %s', (_case, instant, timeZoneId, text) => {
    expect(formatInZone(Date.parse(instant), zoneOf(timeZoneId))).toBe(text);
  });

  it('gives the same shape in every zone', () => {
    const shape = /^\d{2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-2024 (?:0[1-9]|1[0-2]):[0-5]\d [AP]M$/;
    for (const timeZone of timeZones) {
      for (let month = 0; month < 12; month += 1) {
        expect(formatInZone(Date.UTC(2024, month, 5, month * 2, 7), timeZone)).toMatch(shape);
      }
    }
  });

  it('refuses an invalid time', () => {
    expect(() => formatInZone(Number.NaN, zoneOf(190))).toThrow(RangeError);
  });
});
