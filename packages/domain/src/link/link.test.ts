import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accessTime,
  accessWindowOf,
  decideLink,
  evolveLink,
  type LinkStatus,
  linkCommand,
  linkState,
  linkStatus,
  linkStatusOf,
} from './link.ts';

const update = (from: LinkStatus, wanted: LinkStatus) => {
  const state = linkState(from);
  const event = decideLink(state, linkCommand(wanted));
  return { event: event.type, next: linkStatusOf(evolveLink(state, event)) };
};

describe('api-v2 §3.2', () => {
  it('1 active, 3 inactive', () => {
    expect(linkStatus).toEqual({ active: 1, inactive: 3 });
    expect([linkState(1), linkState(3)]).toEqual([{ status: 'active' }, { status: 'inactive' }]);
  });

  it('Active (1) | Update test link with testLinkStatus 3 | Inactive', () => {
    expect(update(1, 3)).toEqual({ event: 'link.deactivated', next: 3 });
  });

  it('Inactive (3) | Update test link with testLinkStatus 1 | Active', () => {
    expect(update(3, 1)).toEqual({ event: 'link.activated', next: 1 });
  });

  it.each([1, 3] as const)('an update of %i to the state it is in changes nothing', (status) => {
    expect(update(status, status)).toEqual({ event: 'link.kept', next: status });
  });

  it('after any updates the link has the status of the last one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<LinkStatus>(1, 3), { minLength: 1 }), (wanted) => {
        const last = wanted.reduce<LinkStatus>((status, next) => update(status, next).next, linkStatus.active);
        expect(last).toBe(wanted.at(-1));
      }),
    );
  });
});

describe('api-v2 §2.3 accessTime', () => {
  const start = Date.UTC(2026, 0, 5, 9);
  const end = Date.UTC(2026, 0, 9, 17);

  it('0 anytime, 1 time bound, 2 slot wise', () => {
    expect(accessTime).toEqual({ anytime: 0, timeBound: 1, slotWise: 2 });
  });

  it('0: the dates are not needed', () => {
    expect(accessWindowOf({ accessTime: 0, startsAt: null, endsAt: null })).toEqual({ mode: 'anytime' });
    expect(accessWindowOf({ accessTime: 0, startsAt: start, endsAt: end })).toEqual({ mode: 'anytime' });
  });

  it('1 and 2 carry both dates', () => {
    expect(accessWindowOf({ accessTime: 1, startsAt: start, endsAt: end })).toEqual({ mode: 'time-bound', start, end });
    expect(accessWindowOf({ accessTime: 2, startsAt: start, endsAt: end })).toEqual({ mode: 'slot-wise', start, end });
  });

  it.each([
    { accessTime: 1, startsAt: null, endsAt: end },
    { accessTime: 1, startsAt: start, endsAt: null },
    { accessTime: 2, startsAt: null, endsAt: null },
  ] as const)('a stored bounded link without dates is a bug and throws (%j)', (link) => {
    expect(() => accessWindowOf(link)).toThrow('no dates');
  });
});
