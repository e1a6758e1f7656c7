import { findTimeZoneByName, type TimeZone } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { offsetText, parseTime, wallClock } from './wall-clock.ts';

const zoneOf = (name: string): TimeZone => {
  const zone = findTimeZoneByName(name);
  if (zone === undefined) throw new Error(`${name} is no zone`);
  return zone;
};
const read = (text: string, zone: string): string => {
  const time = parseTime(text, zoneOf(zone));
  return time.ok ? new Date(time.instant).toISOString() : time.reason;
};

describe('parseTime', () => {
  it.each([
    ['2026-03-01 09:00', 'Europe/Berlin', '2026-03-01T08:00:00.000Z'],
    ['2026-07-01T09:00:30', 'Europe/Berlin', '2026-07-01T07:00:30.000Z'],
    ['2026-03-01 09:00', 'Asia/Kolkata', '2026-03-01T03:30:00.000Z'],
    ['2026-03-01 00:15', 'Pacific/Kiritimati', '2026-02-28T10:15:00.000Z'],
    ['2026-03-01 09:00', 'Tokyo Standard Time', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:00Z', 'Europe/Berlin', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01 09:00 +05:30', 'Europe/Berlin', '2026-03-01T03:30:00.000Z'],
    ['2026-03-01T09:00:00.500-0330', 'UTC', '2026-03-01T12:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(read(text, zone).replace('.500Z', '.000Z')).toBe(instant);
  });

  it('refuses a time that clocks skip, and one they show twice, with the two ways to write it', () => {
    expect(read('2026-03-29 02:30', 'Europe/Berlin')).toMatch(/does not exist in Europe\/Berlin/);
    expect(read('2026-10-25 02:30', 'Europe/Berlin')).toBe(
      'comes twice in Europe/Berlin: write 2026-10-25 02:30+02:00 or 2026-10-25 02:30+01:00',
    );
    expect(read('2026-10-25 02:30+02:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(read('2026-10-25 02:30+01:00', 'Europe/Berlin')).toBe('2026-10-25T01:30:00.000Z');
  });

  it.each(['2026-03-01', '1 March 2026', '2026-02-30 09:00', '2026-03-01 24:00', '2026-03-01 09:61', 'tomorrow', ''])(
    'refuses %j',
    (text) => {
      expect(read(text, 'UTC')).toMatch(/^must be like/);
    },
  );
});

describe('clocks of a zone', () => {
  it('are shown with their offset, also half hours and another date', () => {
    const instant = Date.parse('2026-01-31T23:30:00Z');
    expect([wallClock(instant, zoneOf('Asia/Kolkata')), offsetText(instant, zoneOf('Asia/Kolkata'))]).toEqual([
      '2026-02-01T05:00:00',
      '+05:30',
    ]);
    expect([wallClock(instant, zoneOf('America/St_Johns')), offsetText(instant, zoneOf('America/St_Johns'))]).toEqual([
      '2026-01-31T20:00:00',
      '-03:30',
    ]);
    expect(offsetText(instant, zoneOf('UTC'))).toBe('+00:00');
  });
});
