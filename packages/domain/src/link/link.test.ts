import { describe, expect, it } from 'vitest';
import { utc } from '../time/time-zones.ts';
import { accessTime, accessTimes, accessWindowOf, linkStatus, linkStatuses } from './link.ts';

it('api-v2 §3.2: 1 active, 3 inactive', () => {
  expect(linkStatus).toEqual({ active: 1, inactive: 3 });
  expect(linkStatuses).toEqual([1, 3]);
});

describe('api-v2 §2.3 accessTime', () => {
  const start = Date.UTC(2026, 0, 5, 9);
  const end = Date.UTC(2026, 0, 9, 17);

  it('0 anytime, 1 time bound, 2 slot wise', () => {
    expect(accessTime).toEqual({ anytime: 0, timeBound: 1, slotWise: 2 });
    expect(accessTimes).toEqual([0, 1, 2]);
  });

  it('0: the dates are not needed', () => {
    expect(accessWindowOf({ accessTime: 0, startsAt: null, endsAt: null }, utc)).toEqual({ mode: 'anytime' });
    expect(accessWindowOf({ accessTime: 0, startsAt: start, endsAt: end }, utc)).toEqual({ mode: 'anytime' });
  });

  it('1 and 2 carry both dates', () => {
    expect(accessWindowOf({ accessTime: 1, startsAt: start, endsAt: end }, utc)).toEqual({ mode: 'time-bound', start, end, zone: utc });
    expect(accessWindowOf({ accessTime: 2, startsAt: start, endsAt: end }, utc)).toEqual({ mode: 'slot-wise', start, end, zone: utc });
  });

  it.each([
    { accessTime: 1, startsAt: null, endsAt: end },
    { accessTime: 1, startsAt: start, endsAt: null },
    { accessTime: 2, startsAt: null, endsAt: null },
  ] as const)('a stored bounded link without dates is a bug and throws (%j)', (link) => {
    expect(() => accessWindowOf(link, utc)).toThrow('no dates');
  });
});
