import { describe, expect, it } from 'vitest';
import { windowFacts, windowText } from './link-text.ts';

const link = (accessTime: 0 | 1 | 2, from: string, to: string, timeZoneId: number) => ({
  accessTime,
  startDateTime: Date.parse(`${from}Z`),
  endDateTime: Date.parse(`${to}Z`),
  timeZoneId,
});

describe('the window of a link', () => {
  it.each([
    ['time-bound', link(1, '2031-03-01T03:30', '2031-03-20T11:30', 190), '2031-03-01 09:00 – 2031-03-20 17:00'],
    ['daily', link(2, '2031-03-01T03:30', '2031-03-20T11:30', 190), '2031-03-01 – 2031-03-20, 09:00 – 17:00 daily'],
    ['daily past midnight', link(2, '2031-03-01T16:30', '2031-03-05T20:30', 190), '2031-03-01 – 2031-03-05, 22:00 – 02:00 daily'],
    ['daily while clocks change', link(2, '2031-03-01T17:00', '2031-03-21T00:00', 4), '2031-03-01 – 2031-03-20, 09:00 – 17:00 daily'],
    ['any time', { ...link(0, '2031-03-01T17:00', '2031-03-20T21:00', 4), startDateTime: null, endDateTime: null }, 'any time'],
  ])('%s, is true on each of its days', (_, window, text) => {
    expect(windowText(window)).toBe(text);
  });
});

describe('beside the window of a link', () => {
  const berlin = link(2, '2031-03-20T08:00', '2031-04-10T15:00', 110);
  it.each([
    [
      'a daily one has the days on which its hours in UTC change, and no hours in UTC, which would be wrong on some of them',
      berlin,
      [
        'First day 2031-03-20 09:00 – 17:00 +01:00',
        'Clocks change 2031-03-30 09:00 – 17:00 +02:00',
        'Last day 2031-04-10 09:00 – 17:00 +02:00',
      ],
    ],
    ['a time-bound one has its UTC', { ...berlin, accessTime: 1 as const }, [' 2031-03-20 08:00 – 2031-04-10 15:00 (UTC)']],
    ['any time has nothing', { ...link(0, '2031-03-01T17:00', '2031-03-20T21:00', 4), startDateTime: null, endDateTime: null }, []],
  ])('%s', (_, window, lines) => {
    expect(windowFacts(window, 9).map(({ label, text }) => `${label} ${text}`)).toEqual(lines);
  });

  it('changes of clocks for which there is no line are counted', () => {
    const years = link(2, '2031-01-20T08:00', '2034-12-10T16:00', 110);
    expect(windowFacts(years, 4).map(({ label, text }) => `${label} ${text}`)).toEqual([
      'First day 2031-01-20 09:00 – 17:00 +01:00',
      'Clocks change 2031-03-30 09:00 – 17:00 +02:00',
      ' clocks change on 7 more days',
      'Last day 2034-12-10 09:00 – 17:00 +01:00',
    ]);
  });
});
