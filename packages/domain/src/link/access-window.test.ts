import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TimeZone, timeZones, utc } from '../time/time-zones.ts';
import { type AccessWindow, accessAt, dailyWindowsOf } from './access-window.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (text: string): number => Date.parse(`${text}Z`);
const isOpen = (window: AccessWindow, now: number): boolean => accessAt(window, now).state === 'open';

describe('accessTime 0: anytime', () => {
  it('is open at any moment and never closes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (now) => {
        expect(accessAt({ mode: 'anytime' }, now)).toEqual({ state: 'open', closesAt: null });
      }),
    );
  });
});

describe('accessTime 1: time bound', () => {
  const start = at('2026-01-05T09:00:00');
  const end = at('2026-01-07T17:00:00');
  const window: AccessWindow = { mode: 'time-bound', start, end, zone: utc };

  it.each([
    ['a millisecond before the start', start - 1, { state: 'not-open', opensAt: start }],
    ['at the start', start, { state: 'open', closesAt: end }],
    ['at night within the period', at('2026-01-06T03:00:00'), { state: 'open', closesAt: end }],
    ['a millisecond before the end', end - 1, { state: 'open', closesAt: end }],
    ['at the end', end, { state: 'closed', closedAt: end }],
    ['long after', end + 100 * day, { state: 'closed', closedAt: end }],
  ] as const)('%s', (_name, now, access) => {
    expect(accessAt(window, now)).toEqual(access);
  });
});

describe('accessTime 2: within the date range and only within the daily time window', () => {
  const window: AccessWindow = { mode: 'slot-wise', start: at('2026-01-05T09:00:00'), end: at('2026-01-07T17:00:00'), zone: utc };

  it.each([
    ['the day before, at a time within the window', '2026-01-04T12:00:00', 'not-open', '2026-01-05T09:00:00'],
    ['the first start', '2026-01-05T09:00:00', 'open', '2026-01-05T17:00:00'],
    ['the last moment of the first day', '2026-01-05T16:59:59.999', 'open', '2026-01-05T17:00:00'],
    ['the end of the first day', '2026-01-05T17:00:00', 'outside-slot', '2026-01-06T09:00:00'],
    ['the night', '2026-01-06T00:00:00', 'outside-slot', '2026-01-06T09:00:00'],
    ['the last moment before the second day', '2026-01-06T08:59:59.999', 'outside-slot', '2026-01-06T09:00:00'],
    ['the second day', '2026-01-06T09:00:00', 'open', '2026-01-06T17:00:00'],
    ['the last day', '2026-01-07T12:00:00', 'open', '2026-01-07T17:00:00'],
    ['the end', '2026-01-07T17:00:00', 'closed', '2026-01-07T17:00:00'],
    ['the day after, at a time within the window', '2026-01-08T12:00:00', 'closed', '2026-01-07T17:00:00'],
  ])('%s', (_name, now, state, bound) => {
    const key = state === 'open' ? 'closesAt' : state === 'closed' ? 'closedAt' : 'opensAt';
    expect(accessAt(window, at(now))).toEqual({ state, [key]: at(bound) });
  });

  it('an end earlier than the start runs past midnight', () => {
    const night: AccessWindow = { mode: 'slot-wise', start: at('2026-01-05T22:00:00'), end: at('2026-01-08T02:00:00'), zone: utc };
    expect(accessAt(night, at('2026-01-05T23:59:59'))).toEqual({ state: 'open', closesAt: at('2026-01-06T02:00:00') });
    expect(accessAt(night, at('2026-01-06T00:00:00'))).toEqual({ state: 'open', closesAt: at('2026-01-06T02:00:00') });
    expect(accessAt(night, at('2026-01-06T02:00:00'))).toEqual({ state: 'outside-slot', opensAt: at('2026-01-06T22:00:00') });
    expect(accessAt(night, at('2026-01-06T12:00:00'))).toEqual({ state: 'outside-slot', opensAt: at('2026-01-06T22:00:00') });
    expect(accessAt(night, at('2026-01-08T01:59:59'))).toEqual({ state: 'open', closesAt: at('2026-01-08T02:00:00') });
    expect(accessAt(night, at('2026-01-08T02:00:00'))).toEqual({ state: 'closed', closedAt: at('2026-01-08T02:00:00') });
  });

  it('equal times of day are the whole day', () => {
    const whole: AccessWindow = { mode: 'slot-wise', start: at('2026-01-05T09:00:00'), end: at('2026-01-07T09:00:00'), zone: utc };
    for (let now = at('2026-01-05T09:00:00'); now < at('2026-01-07T09:00:00'); now += 30 * minute) expect(isOpen(whole, now)).toBe(true);
    expect(accessAt(whole, at('2026-01-07T09:00:00'))).toEqual({ state: 'closed', closedAt: at('2026-01-07T09:00:00') });
  });

  it('a range of one day has one window', () => {
    const once: AccessWindow = { mode: 'slot-wise', start: at('2026-01-05T09:00:00'), end: at('2026-01-05T10:30:00'), zone: utc };
    expect(accessAt(once, at('2026-01-05T10:00:00'))).toEqual({ state: 'open', closesAt: at('2026-01-05T10:30:00') });
    expect(accessAt(once, at('2026-01-06T09:30:00'))).toMatchObject({ state: 'closed' });
  });

  it.each([
    ['09:00', '17:00', 8 * hour],
    ['22:00', '02:00', 4 * hour],
    ['09:00', '09:00', undefined],
    ['00:00', '23:59', day - minute],
    ['23:59', '00:00', minute],
  ])('a daily window from %s to %s; equal times of day make no pause', (from, to, length) => {
    const [start, end] = [at(`2026-01-05T${from}:00`), at(`2026-02-09T${to}:00`)];
    const windows = dailyWindowsOf({ mode: 'slot-wise', start, end, zone: utc });
    expect(windows && windows.closes - windows.opens).toBe(length);
  });
});

describe('any bounded window', () => {
  const start = fc
    .integer({ min: at('1971-01-01T00:00:00') / minute, max: at('2200-01-01T00:00:00') / minute })
    .map((value) => value * minute);
  const length = fc.oneof(
    fc.integer({ min: 1, max: 12 * 24 * 60 }).map((value) => value * minute),
    fc.integer({ min: 1, max: 12 }).map((value) => value * day),
    fc.integer({ min: 1, max: 3 * day }),
  );
  const boundsIn = (zone: fc.Arbitrary<TimeZone>) =>
    fc.record({ start, length, zone }).map((one) => ({ start: one.start, end: one.start + one.length, zone: one.zone }));
  const momentIn = (zone: fc.Arbitrary<TimeZone>) =>
    fc
      .record({
        bounds: boundsIn(zone),
        share: fc.double({ min: -0.2, max: 1.2, noNaN: true }),
        nudge: fc.constantFrom(-1, 0, 1),
        snap: fc.boolean(),
      })
      .map(({ bounds, share, nudge, snap }) => {
        const anywhere = Math.round(bounds.start + share * (bounds.end - bounds.start));
        const from = nudge > 0 ? bounds.end : bounds.start;
        return { bounds, now: (snap ? from + Math.round((anywhere - from) / day) * day : anywhere) + nudge };
      });
  const inAnyZone = fc.constantFrom(...timeZones);
  const inUtc = fc.constant(utc);

  it('time-bound: open exactly while start <= now < end', () => {
    fc.assert(
      fc.property(momentIn(inAnyZone), ({ bounds, now }) => {
        expect(isOpen({ mode: 'time-bound', ...bounds }, now)).toBe(bounds.start <= now && now < bounds.end);
      }),
    );
  });

  it('slot-wise: open exactly while start <= now < end and the time of day is within the daily window', () => {
    fc.assert(
      fc.property(momentIn(inUtc), ({ bounds, now }) => {
        const [from, to, time] = [bounds.start % day, bounds.end % day, now % day];
        const inSlot = from === to || (from < to ? from <= time && time < to : time >= from || time < to);
        expect(isOpen({ mode: 'slot-wise', ...bounds }, now)).toBe(bounds.start <= now && now < bounds.end && inSlot);
      }),
      { numRuns: 500 },
    );
  });

  it('the opensAt of not-open and outside-slot is later, open, and nothing is open before it', () => {
    fc.assert(
      fc.property(momentIn(inAnyZone), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), ({ bounds, now }, share) => {
        const window: AccessWindow = { mode: 'slot-wise', ...bounds };
        const access = accessAt(window, now);
        if (access.state !== 'not-open' && access.state !== 'outside-slot') return;
        expect(access.opensAt).toBeGreaterThan(now);
        expect(isOpen(window, access.opensAt)).toBe(true);
        expect(isOpen(window, now + Math.floor((access.opensAt - now) * share))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('closesAt is later, never after the end, and open until then', () => {
    fc.assert(
      fc.property(momentIn(inAnyZone), ({ bounds, now }) => {
        const window: AccessWindow = { mode: 'slot-wise', ...bounds };
        const access = accessAt(window, now);
        if (access.state !== 'open') return;
        if (access.closesAt === null) throw new Error('a slot-wise window closes');
        expect(access.closesAt).toBeGreaterThan(now);
        expect(access.closesAt).toBeLessThanOrEqual(bounds.end);
        expect(isOpen(window, access.closesAt - 1)).toBe(true);
        if (dailyWindowsOf(window) === undefined) expect(isOpen(window, access.closesAt)).toBe(access.closesAt < bounds.end);
      }),
      { numRuns: 500 },
    );
  });

  it('nothing is open before the start or from the end on', () => {
    fc.assert(
      fc.property(boundsIn(inAnyZone), fc.constantFrom('time-bound', 'slot-wise'), fc.nat({ max: 20 * day }), (bounds, mode, distance) => {
        expect(accessAt({ mode, ...bounds }, bounds.end + distance)).toMatchObject({ state: 'closed' });
        expect(accessAt({ mode, ...bounds }, bounds.start - 1 - distance)).toMatchObject({ state: 'not-open' });
      }),
    );
  });
});
