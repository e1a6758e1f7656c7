import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockInZone, findTimeZone, type TimeZone, timeZones } from '../time/time-zones.ts';
import { dailySlots, formatAccessTime } from './access-time-text.ts';
import { accessAt } from './access-window.ts';

const zone = (timeZoneId: number): TimeZone => {
  const found = findTimeZone(timeZoneId);
  if (found === undefined) throw new Error(`no time zone ${timeZoneId}`);
  return found;
};

const start = Date.parse('2018-02-23T10:46:00Z');
const end = Date.parse('2018-02-24T11:46:00Z');

describe('testAccessTime', () => {
  it('names the period in the link’s zone, as in the sample', () => {
    expect(formatAccessTime({ mode: 'time-bound', start, end }, zone(190))).toBe(
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
      '2031-03-20T21:00',
      'from 01-Mar-2031 to 20-Mar-2031, each day from 05:00 PM to 09:00 PM in (UTC)',
    ],
    [
      'while the clocks change, past midnight in UTC',
      4,
      '2031-03-01T17:00',
      '2031-03-20T01:00',
      'from 01-Mar-2031 to 19-Mar-2031, each day from 05:00 PM to 01:00 AM the next day in (UTC)',
    ],
    [
      'with a change in its last hours',
      4,
      '2031-03-08T08:00',
      '2031-03-09T12:00',
      'from 08-Mar-2031 to 09-Mar-2031, each day from 08:00 AM to 12:00 PM in (UTC)',
    ],
    [
      'with a change and back again',
      4,
      '2031-01-01T17:00',
      '2031-12-31T18:00',
      'from 01-Jan-2031 to 31-Dec-2031, each day from 05:00 PM to 06:00 PM in (UTC)',
    ],
    [
      'of 8,000 years',
      190,
      '2000-01-01T17:00',
      '9999-12-31T18:00',
      'from 01-Jan-2000 to 31-Dec-9999, each day from 05:00 PM to 06:00 PM in (UTC)',
    ],
  ])('slot-wise, says what is true on each day: %s', (_, timeZoneId, from, to, text) => {
    const window = { mode: 'slot-wise', start: Date.parse(`${from}Z`), end: Date.parse(`${to}Z`) } as const;
    expect(formatAccessTime(window, zone(timeZoneId))).toBe(`Assessment link is valid ${text}`);
  });

  it('slot-wise, each day that it names is open at the times that it names, and not before or after', () => {
    const day = 86_400_000;
    const bounds = fc.record({
      start: fc.integer({ min: Date.parse('2020-01-01T00:00Z') / 60_000, max: Date.parse('2040-01-01T00:00Z') / 60_000 }),
      minutes: fc.integer({ min: 1, max: 400 * 1440 }),
      timeZone: fc.constantFrom(...timeZones),
    });
    fc.assert(
      fc.property(bounds, ({ start: minute, minutes, timeZone }) => {
        const [start, end] = [minute * 60_000, (minute + minutes) * 60_000];
        const window = { mode: 'slot-wise', start, end } as const;
        const slots = dailySlots(window, timeZone);
        fc.pre(slots !== undefined);
        if (slots === undefined) return;
        const [opens, closes] = [clockInZone(slots.start, slots.zone).time, clockInZone(slots.end, slots.zone).time];
        for (let at = slots.start; at <= slots.lastStart; at += day) {
          expect([clockInZone(at, slots.zone).time, clockInZone(at + slots.end - slots.start, slots.zone).time]).toEqual([opens, closes]);
          expect(
            [at - 1, at, at + slots.end - slots.start - 1, at + slots.end - slots.start].map((now) => accessAt(window, now).state),
          ).toEqual([at === start ? 'not-open' : 'outside-slot', 'open', 'open', at === slots.lastStart ? 'closed' : 'outside-slot']);
        }
        expect(slots.lastStart + slots.end - slots.start).toBe(end);
      }),
    );
  });

  it('follows the zone over a date line', () => {
    expect(formatAccessTime({ mode: 'time-bound', start, end: Date.parse('2018-02-24T01:00:00Z') }, zone(4))).toBe(
      'Assessment link is valid from 23-Feb-2018 02:46 AM to 23-Feb-2018 05:00 PM in (Pacific Standard Time)',
    );
  });

  it('anytime: valid at any time, in whatever zone', () => {
    for (const timeZoneId of [190, 4, 10000])
      expect(formatAccessTime({ mode: 'anytime' }, zone(timeZoneId))).toBe('Assessment link is valid at any time');
  });
});
