import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessWindow, accessAt, slotLength } from './access-window.ts';

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
  const window: AccessWindow = { mode: 'time-bound', start, end };

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
  const window: AccessWindow = { mode: 'slot-wise', start: at('2026-01-05T09:00:00'), end: at('2026-01-07T17:00:00') };

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
    const night: AccessWindow = { mode: 'slot-wise', start: at('2026-01-05T22:00:00'), end: at('2026-01-08T02:00:00') };
    expect(accessAt(night, at('2026-01-05T23:59:59'))).toEqual({ state: 'open', closesAt: at('2026-01-06T02:00:00') });
    expect(accessAt(night, at('2026-01-06T00:00:00'))).toEqual({ state: 'open', closesAt: at('2026-01-06T02:00:00') });
    expect(accessAt(night, at('2026-01-06T02:00:00'))).toEqual({ state: 'outside-slot', opensAt: at('2026-01-06T22:00:00') });
    expect(accessAt(night, at('2026-01-06T12:00:00'))).toEqual({ state: 'outside-slot', opensAt: at('2026-01-06T22:00:00') });
    expect(accessAt(night, at('2026-01-08T01:59:59'))).toEqual({ state: 'open', closesAt: at('2026-01-08T02:00:00') });
    expect(accessAt(night, at('2026-01-08T02:00:00'))).toEqual({ state: 'closed', closedAt: at('2026-01-08T02:00:00') });
  });

  it('equal times of day are the whole day', () => {
    const whole: AccessWindow = { mode: 'slot-wise', start: at('2026-01-05T09:00:00'), end: at('2026-01-07T09:00:00') };
    for (let now = at('2026-01-05T09:00:00'); now < at('2026-01-07T09:00:00'); now += 30 * minute) expect(isOpen(whole, now)).toBe(true);
    expect(accessAt(whole, at('2026-01-07T09:00:00'))).toEqual({ state: 'closed', closedAt: at('2026-01-07T09:00:00') });
  });

  it('a range of one day has one window', () => {
    const once: AccessWindow = { mode: 'slot-wise', start: at('2026-01-05T09:00:00'), end: at('2026-01-05T10:30:00') };
    expect(accessAt(once, at('2026-01-05T10:00:00'))).toEqual({ state: 'open', closesAt: at('2026-01-05T10:30:00') });
    expect(accessAt(once, at('2026-01-06T09:30:00'))).toMatchObject({ state: 'closed' });
  });

  it.each([
    ['09:00', '17:00', 8 * hour],
    ['22:00', '02:00', 4 * hour],
    ['09:00', '09:00', day],
    ['00:00', '23:59', day - minute],
    ['23:59', '00:00', minute],
  ])('a daily window from %s to %s', (from, to, length) => {
    expect(slotLength(at(`2026-01-05T${from}:00`), at(`2026-02-09T${to}:00`))).toBe(length);
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
  const bounds = fc.record({ start, length }).map((one) => ({ start: one.start, end: one.start + one.length }));
  const moment = fc
    .record({ bounds, share: fc.double({ min: -0.2, max: 1.2, noNaN: true }), nudge: fc.constantFrom(-1, 0, 1), snap: fc.boolean() })
    .map(({ bounds: { start, end }, share, nudge, snap }) => {
      const anywhere = Math.round(start + share * (end - start));
      const slot = Math.floor((anywhere - start) / day) * day;
      const edge = snap ? start + slot + (nudge > 0 ? slotLength(start, end) : 0) : anywhere;
      return { start, end, now: edge + nudge };
    });

  it('time-bound: open exactly while start <= now < end', () => {
    fc.assert(
      fc.property(moment, ({ start, end, now }) => {
        expect(isOpen({ mode: 'time-bound', start, end }, now)).toBe(start <= now && now < end);
      }),
    );
  });

  it('slot-wise: open exactly while start <= now < end and the time of day in UTC is within the daily window', () => {
    fc.assert(
      fc.property(moment, ({ start, end, now }) => {
        const [from, to, time] = [start % day, end % day, now % day];
        const inSlot = from === to || (from < to ? from <= time && time < to : time >= from || time < to);
        expect(isOpen({ mode: 'slot-wise', start, end }, now)).toBe(start <= now && now < end && inSlot);
      }),
      { numRuns: 500 },
    );
  });

  it('the opensAt of not-open and outside-slot is later, open, and nothing is open before it', () => {
    fc.assert(
      fc.property(moment, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), ({ start, end, now }, share) => {
        const window: AccessWindow = { mode: 'slot-wise', start, end };
        const access = accessAt(window, now);
        if (access.state !== 'not-open' && access.state !== 'outside-slot') return;
        expect(access.opensAt).toBeGreaterThan(now);
        expect(isOpen(window, access.opensAt)).toBe(true);
        expect(isOpen(window, now + Math.floor((access.opensAt - now) * share))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('closesAt is later, never after the end, open until then and no longer open unless the window is the whole day', () => {
    fc.assert(
      fc.property(moment, ({ start, end, now }) => {
        const window: AccessWindow = { mode: 'slot-wise', start, end };
        const access = accessAt(window, now);
        if (access.state !== 'open') return;
        if (access.closesAt === null) throw new Error('a slot-wise window closes');
        expect(access.closesAt).toBeGreaterThan(now);
        expect(access.closesAt).toBeLessThanOrEqual(end);
        expect(isOpen(window, access.closesAt - 1)).toBe(true);
        const wholeDay = start % day === end % day;
        expect(isOpen(window, access.closesAt)).toBe(wholeDay && access.closesAt < end);
      }),
      { numRuns: 500 },
    );
  });

  it('nothing is open before the start or from the end on', () => {
    fc.assert(
      fc.property(bounds, fc.constantFrom('time-bound', 'slot-wise'), fc.nat({ max: 20 * day }), ({ start, end }, mode, distance) => {
        expect(accessAt({ mode, start, end }, end + distance)).toEqual({ state: 'closed', closedAt: end });
        expect(accessAt({ mode, start, end }, start - 1 - distance)).toEqual({ state: 'not-open', opensAt: start });
      }),
    );
  });
});
