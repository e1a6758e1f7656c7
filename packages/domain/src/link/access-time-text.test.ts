import { describe, expect, it } from 'vitest';
import { findTimeZone, type TimeZone } from '../time/time-zones.ts';
import { formatAccessTime } from './access-time-text.ts';

const zone = (timeZoneId: number): TimeZone => {
  const found = findTimeZone(timeZoneId);
  if (found === undefined) throw new Error(`no time zone ${timeZoneId}`);
  return found;
};

const start = Date.parse('2018-02-23T10:46:00Z');
const end = Date.parse('2018-02-24T11:46:00Z');

describe('testAccessTime', () => {
  it('names the period in the link’s zone, as in the sample', () => {
    expect(formatAccessTime({ mode: 'time-bound', start, end, zone: zone(190) })).toBe(
      'Assessment link is valid from 23-Feb-2018 04:16 PM to 24-Feb-2018 05:16 PM in (India Standard Time)',
    );
  });

  it.each([
    [
      'in its zone',
      190,
      '2031-03-01T03:30',
      '2031-03-20T11:30',
      'from 01-Mar-2031 to 20-Mar-2031, each day from 09:00 AM to 05:00 PM in (India Standard Time)',
    ],
    [
      'past midnight in UTC only',
      260,
      '2031-03-01T22:00',
      '2031-03-05T02:00',
      'from 02-Mar-2031 to 05-Mar-2031, each day from 08:00 AM to 12:00 PM in (E. Australia Standard Time)',
    ],
    [
      'past midnight in its zone',
      190,
      '2031-03-01T16:30',
      '2031-03-05T20:30',
      'from 01-Mar-2031 to 05-Mar-2031, each day from 10:00 PM to 02:00 AM the next day in (India Standard Time)',
    ],
    [
      'until midnight in its zone',
      190,
      '2031-03-01T03:30',
      '2031-03-05T18:30',
      'from 01-Mar-2031 to 05-Mar-2031, each day from 09:00 AM to 12:00 AM the next day in (India Standard Time)',
    ],
    [
      'on one day',
      190,
      '2031-03-01T03:30',
      '2031-03-01T11:30',
      'from 01-Mar-2031 to 01-Mar-2031, each day from 09:00 AM to 05:00 PM in (India Standard Time)',
    ],
    [
      'with equal times of day, which is without a pause',
      190,
      '2031-03-01T03:30',
      '2031-03-20T03:30',
      'from 01-Mar-2031 09:00 AM to 20-Mar-2031 09:00 AM in (India Standard Time)',
    ],
    [
      'before the clocks change',
      4,
      '2031-02-20T17:00',
      '2031-03-08T01:00',
      'from 20-Feb-2031 to 07-Mar-2031, each day from 09:00 AM to 05:00 PM in (Pacific Standard Time)',
    ],
    [
      'while the clocks change',
      4,
      '2031-03-01T17:00',
      '2031-03-21T00:00',
      'from 01-Mar-2031 to 20-Mar-2031, each day from 09:00 AM to 05:00 PM in (Pacific Standard Time)',
    ],
    [
      'past midnight while the clocks change',
      4,
      '2031-03-02T06:00',
      '2031-03-20T09:00',
      'from 01-Mar-2031 to 19-Mar-2031, each day from 10:00 PM to 02:00 AM the next day in (Pacific Standard Time)',
    ],
    [
      'with the same time of day in its zone after a change, which is without a pause',
      4,
      '2031-03-08T08:00',
      '2031-03-20T07:00',
      'from 08-Mar-2031 12:00 AM to 20-Mar-2031 12:00 AM in (Pacific Standard Time)',
    ],
    [
      'with the same time of day in UTC and another one in its zone',
      4,
      '2031-03-08T08:00',
      '2031-03-20T08:00',
      'from 08-Mar-2031 to 20-Mar-2031, each day from 12:00 AM to 01:00 AM in (Pacific Standard Time)',
    ],
    [
      'past midnight up to a day that its zone skipped: 30 December 2011',
      1,
      '2011-12-20T08:00',
      '2011-12-30T12:00',
      'from 19-Dec-2011 to 29-Dec-2011, each day from 10:00 PM to 02:00 AM the next day in (Samoa Standard Time)',
    ],
    [
      'of 8,000 years',
      190,
      '2000-01-01T17:00',
      '9999-12-31T18:00',
      'from 01-Jan-2000 to 31-Dec-9999, each day from 10:30 PM to 11:30 PM in (India Standard Time)',
    ],
  ])('slot-wise, says what is true on each day: %s', (_, timeZoneId, from, to, text) => {
    const window = { mode: 'slot-wise', start: Date.parse(`${from}Z`), end: Date.parse(`${to}Z`), zone: zone(timeZoneId) } as const;
    expect(formatAccessTime(window)).toBe(`Assessment link is valid ${text}`);
  });

  it('follows the zone over a date line', () => {
    expect(formatAccessTime({ mode: 'time-bound', start, end: Date.parse('2018-02-24T01:00:00Z'), zone: zone(4) })).toBe(
      'Assessment link is valid from 23-Feb-2018 02:46 AM to 23-Feb-2018 05:00 PM in (Pacific Standard Time)',
    );
  });

  it('anytime: valid at any time', () => {
    expect(formatAccessTime({ mode: 'anytime' })).toBe('Assessment link is valid at any time');
  });
});
