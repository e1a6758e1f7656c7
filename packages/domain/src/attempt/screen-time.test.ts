import { describe, expect, it } from 'vitest';
import { formatVisit, parseVisits, screenTimes, secondsShown, type Visit } from './screen-time.ts';

const startedAt = 1_000_000;
const timesOf = (visits: Visit[], more: Partial<Parameters<typeof screenTimes>[0]> = {}) =>
  Object.fromEntries(screenTimes({ visits, events: [], startedAt, completedAt: startedAt + 100_000, isCut: false, ...more }));

describe('the time that a question was on the screen', () => {
  it('runs from when it came until the next one, and of the last one until the end', () => {
    const visits = [
      { questionId: 2, from: 10_000 },
      { questionId: 1, from: 30_000 },
      { questionId: 2, from: 90_000 },
    ];
    expect(timesOf(visits)).toEqual({ 1: { milliseconds: 70_000, visits: 2 }, 2: { milliseconds: 30_000, visits: 2 } });
  });

  it('is without the time that the window was left', () => {
    const events = [
      { type: 'left', at: startedAt + 5_000 },
      { type: 'returned', at: startedAt + 25_000 },
    ] as const;
    expect(timesOf([{ questionId: 2, from: 10_000 }], { events })).toEqual({
      1: { milliseconds: 5_000, visits: 1 },
      2: { milliseconds: 75_000, visits: 1 },
    });
  });

  it('is not known of any where later visits were not recorded, as each may have come again, nor where none was', () => {
    const visits = [{ questionId: 2, from: 10_000 }];
    const cut = { 1: { milliseconds: null, visits: 1 }, 2: { milliseconds: null, visits: 1 } };
    expect(timesOf(visits, { isCut: true })).toEqual(cut);
    expect(timesOf([])).toEqual({});
    const ofAttempt = (isCut: boolean) => screenTimes({ visits, events: [], startedAt, completedAt: startedAt + 100_000, isCut });
    expect(secondsShown(ofAttempt(true), [1, 2])).toBeNull();
    expect(secondsShown(ofAttempt(false), [3])).toBeNull();
  });

  it('is in whole seconds of a question, and of several together', () => {
    const times = new Map([
      [1, { milliseconds: 1_400, visits: 1 }],
      [2, { milliseconds: 1_400, visits: 2 }],
    ]);
    expect([secondsShown(times, [1]), secondsShown(times, [1, 2]), secondsShown(times, [1, 2, 3])]).toEqual([1, 3, 3]);
  });

  it('ends with the attempt, whatever a device says', () => {
    const visits = [{ questionId: 2, from: 500_000 }];
    expect(timesOf(visits)).toEqual({ 1: { milliseconds: 100_000, visits: 1 }, 2: { milliseconds: 0, visits: 1 } });
  });

  it('is read from visits as they are stored', () => {
    const visit = { questionId: 2, from: 10_000 };
    expect(parseVisits(`,${formatVisit(visit)},${formatVisit(visit)}`)).toEqual({ visits: [visit, visit], isCut: false });
  });
});
