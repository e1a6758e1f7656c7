import { expect, it } from 'vitest';
import { findTimeZoneByName, utc } from './time-zones.ts';
import { clockChanges, offsetAt } from './wall-clock.ts';

const changesOf = (zone: string, from: string, to: string): readonly string[] =>
  clockChanges(Date.parse(from), Date.parse(to), findTimeZoneByName(zone) ?? utc).map((at) => new Date(at).toISOString());

it('finds each change of clocks to the millisecond, also two within a week', () => {
  expect(changesOf('America/Recife', '2000-07-01', '2001-07-01')).toEqual(['2000-10-08T03:00:00.000Z', '2000-10-15T02:00:00.000Z']);
  expect(changesOf('America/St_Johns', '2009-01-01', '2009-12-31')).toEqual(['2009-03-08T03:31:00.000Z', '2009-11-01T02:31:00.000Z']);
  expect(changesOf('Asia/Kolkata', '2000-01-01', '9999-12-31')).toEqual([]);
  expect(changesOf('Europe/Berlin', '2000-01-01', '9999-12-31')).toHaveLength(40);
});

it('looks no further than the changes that are asked for: a mail names two, also where a link is open for 8,000 years', () => {
  const berlin = findTimeZoneByName('Europe/Berlin') ?? utc;
  const changes = clockChanges(Date.parse('2026-01-01'), Date.parse('9999-12-31'), berlin, 3);
  expect(changes.map((at) => new Date(at).getUTCFullYear())).toEqual([2026, 2026, 2027]);
});

it('knows offsets of half an hour, of seconds and in the year 0', () => {
  const minutes = (zone: string, at: string): number => offsetAt(Date.parse(at), findTimeZoneByName(zone) ?? utc) / 60_000;
  expect(minutes('Australia/Lord_Howe', '2026-07-01')).toBe(630);
  expect(minutes('America/St_Johns', '2026-01-01')).toBe(-210);
  expect(minutes('UTC', '2026-01-01')).toBe(0);
  expect(minutes('Europe/Berlin', '0000-01-01')).toBeCloseTo(53 + 28 / 60);
});
