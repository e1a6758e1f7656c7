import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WindowEvent } from './window-events.ts';
import { placeEvent, windowViolations } from './window-violations.ts';

const left = (seconds: number): WindowEvent => ({ type: 'left', at: seconds * 1000 });
const returned = (seconds: number): WindowEvent => ({ type: 'returned', at: seconds * 1000 });
const end = 3600_000;

describe('wv: how many times the candidate left the test window; tv: seconds spent outside', () => {
  it.each<[string, WindowEvent[], number, number]>([
    ['nothing happened', [], 0, 0],
    ['left and returned', [left(10), returned(15)], 1, 5],
    ['twice', [left(10), returned(15), left(100), returned(103)], 2, 8],
    ['a missing `returned` runs to the end of the attempt', [left(10), returned(15), left(3590)], 2, 15],
    ['a `returned` without a `left` is nothing', [returned(5), left(10), returned(15)], 1, 5],
    ['a second `returned` is nothing', [left(10), returned(15), returned(40)], 1, 5],
    ['a repeated `left` counts, the time outside runs from the first', [left(10), left(20), returned(25)], 2, 15],
    ['after a repeated `left` one `returned` is back', [left(10), left(20), returned(25), returned(30)], 2, 15],
    ['an event at the end', [left(3600)], 1, 0],
    ['a `left` and a `returned` in one moment', [left(10), returned(10)], 1, 0],
    ['a `left` in the moment of a return', [left(0), returned(10), left(10), returned(20)], 2, 20],
  ])('%s', (_name, events, wv, tv) => {
    expect(windowViolations(events, end)).toEqual({ wv, tv });
  });

  it('an event after the end is clamped to the attempt', () => {
    expect(windowViolations([left(3590), returned(9999)], end)).toEqual({ wv: 1, tv: 10 });
    expect(windowViolations([left(9998), returned(9999)], end)).toEqual({ wv: 1, tv: 0 });
  });

  it('tv is an Integer', () => {
    expect(windowViolations([left(0), { type: 'returned', at: 2600 }], end)).toEqual({ wv: 1, tv: 3 });
    expect(windowViolations([left(0), { type: 'returned', at: 2400 }], end)).toEqual({ wv: 1, tv: 2 });
  });

  it('adds up the moments before it rounds', () => {
    const events = [0, 10, 20, 30].flatMap((second): WindowEvent[] => [left(second), { type: 'returned', at: second * 1000 + 400 }]);
    expect(windowViolations(events, end)).toEqual({ wv: 4, tv: 2 });
  });

  const timeline = fc
    .uniqueArray(fc.integer({ min: 0, max: end + 60_000 }), { maxLength: 20 })
    .chain((times) =>
      fc.tuple(...times.map((at) => fc.constantFrom<WindowEvent['type']>('left', 'returned').map((type): WindowEvent => ({ type, at })))),
    );

  it('the order of arrival does not matter', () => {
    fc.assert(
      fc.property(
        timeline.chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }))),
        ([events, shuffled]) => {
          const inOrder = [...events].sort((a, b) => a.at - b.at);
          expect(windowViolations(shuffled, end)).toEqual(windowViolations(inOrder, end));
        },
      ),
    );
  });

  it('tv is whole, not negative and within the attempt; wv is the number of `left`; the events stay as they are', () => {
    fc.assert(
      fc.property(timeline, (events) => {
        const before = events.map((event) => ({ ...event }));
        const { wv, tv } = windowViolations(events, end);
        expect(Number.isInteger(tv) && tv >= 0 && tv <= end / 1000).toBe(true);
        expect(wv).toBe(events.filter((event) => event.type === 'left').length);
        expect(events).toEqual(before);
      }),
    );
  });

  it('tv is the time in which the last event was a `left`', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 600 }), { maxLength: 12 }), fc.nat(), (seconds, seed) => {
        const events = seconds.map((second, index) => ((seed >> index) % 2 === 0 ? left(second) : returned(second)));
        let outside = 0;
        for (let second = 0; second < 700; second += 1) {
          const last = events.filter((event) => event.at <= second * 1000).sort((a, b) => b.at - a.at)[0];
          if (last?.type === 'left') outside += 1;
        }
        expect(windowViolations(events, 700_000).tv).toBe(outside);
      }),
    );
  });
});

describe('the device’s clock: times are shifted by server time − sentAt and clamped to the attempt', () => {
  const startedAt = 1_000_000;
  const serverTime = 1_600_000;

  it.each([
    ['a right clock', { at: 1_300_000, sentAt: 1_600_000 }, 1_300_000],
    ['a clock one hour ahead', { at: 4_900_000, sentAt: 5_200_000 }, 1_300_000],
    ['a clock behind', { at: 300_000, sentAt: 600_000 }, 1_300_000],
    ['no sentAt: the claim as it is', { at: 1_300_000, sentAt: undefined }, 1_300_000],
    ['no sentAt and a time before the start', { at: 5, sentAt: undefined }, startedAt],
    ['no sentAt and a time in the future', { at: 9_999_999, sentAt: undefined }, serverTime],
    ['shifted to before the start', { at: 500_000, sentAt: 1_600_000 }, startedAt],
    ['an event later than its sending', { at: 1_600_001, sentAt: 1_600_000 }, serverTime],
  ])('%s', (_name, claim, at) => {
    expect(placeEvent({ ...claim, serverTime, startedAt })).toBe(at);
  });

  it('whatever a device claims lies within the attempt', () => {
    const claim = fc.integer({ min: -8.64e15, max: 8.64e15 });
    fc.assert(
      fc.property(claim, fc.option(claim, { nil: undefined }), (at, sentAt) => {
        const placed = placeEvent({ at, sentAt, serverTime, startedAt });
        expect(placed >= startedAt && placed <= serverTime).toBe(true);
      }),
    );
  });

  it('an offset of the clock changes nothing when sentAt carries it', () => {
    fc.assert(
      fc.property(fc.integer({ min: startedAt, max: serverTime }), fc.integer({ min: -1e12, max: 1e12 }), (at, off) => {
        expect(placeEvent({ at: at + off, sentAt: serverTime + off, serverTime, startedAt })).toBe(at);
      }),
    );
  });
});
