import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Delivery,
  type DeliveryCommand,
  type DeliveryEvent,
  type DeliveryOutcome,
  decideDelivery,
  evolveDelivery,
  retryPauses,
} from './delivery.ts';

const now = Date.UTC(2026, 0, 5, 9);
const lease = 30_000;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const retry = (retryAfter: number | null = null): DeliveryOutcome => ({ type: 'retry', retryAfter });
const settle = (outcome: DeliveryOutcome, random = 0, at = now): DeliveryCommand => ({ type: 'recordOutcome', now: at, outcome, random });
const claim = (at: number): DeliveryCommand => ({ type: 'claim', now: at, leaseMilliseconds: lease });

const due = { status: 'pending', failures: 0, notBefore: now, leaseUntil: 0 } satisfies Delivery;
const states = {
  waiting: { status: 'waiting' },
  due,
  'not due yet': { status: 'pending', failures: 3, notBefore: now + hour, leaseUntil: 0 },
  leased: { status: 'pending', failures: 2, notBefore: now, leaseUntil: now + 1 },
  'with a lease that ran out': { status: 'pending', failures: 2, notBefore: now - hour, leaseUntil: now },
  delivered: { status: 'delivered', at: now - 1 },
  failed: { status: 'failed', at: now - 1 },
} satisfies Record<string, Delivery>;

const commands = {
  release: { type: 'release', now },
  claim: claim(now),
  'settle as delivered': settle({ type: 'delivered' }),
  'settle for a retry': settle(retry()),
  'settle for good': settle({ type: 'final' }),
  releaseLease: { type: 'releaseLease', now },
  defer: { type: 'defer', now, notBefore: now + hour },
  redeliver: { type: 'redeliver', now },
} satisfies Record<string, DeliveryCommand>;

const released = { type: 'delivery.released', at: now } satisfies DeliveryEvent;
const claimed = { type: 'delivery.claimed', leaseUntil: now + lease } satisfies DeliveryEvent;
const delivered = { type: 'delivery.delivered', at: now } satisfies DeliveryEvent;
const failed = { type: 'delivery.failed', at: now } satisfies DeliveryEvent;
const leaseReleased = { type: 'delivery.lease-released', at: now } satisfies DeliveryEvent;
const deferred = { type: 'delivery.deferred', notBefore: now + hour } satisfies DeliveryEvent;
const postponed = (pause: number): DeliveryEvent => ({ type: 'delivery.postponed', notBefore: now + pause });

const notWaiting = /does not wait for a report/;
const notDue = /is not due/;
const notMade = /is not being made/;
const beingMade = /is being made at this moment/;
const reportMissing = /waits for the report/;

const madeByNobody = {
  'settle as delivered': notMade,
  'settle for a retry': notMade,
  'settle for good': notMade,
  releaseLease: notMade,
  defer: notMade,
};
const madeBySomebody = {
  'settle as delivered': delivered,
  'settle for a retry': postponed(2 * minute),
  'settle for good': failed,
  releaseLease: leaseReleased,
  defer: deferred,
};

/** What each command makes of each state: an event, or a refusal that says so. */
const expected: Record<keyof typeof states, Record<keyof typeof commands, DeliveryEvent | RegExp>> = {
  waiting: { release: released, claim: notDue, ...madeByNobody, redeliver: reportMissing },
  due: { release: notWaiting, claim: claimed, ...madeByNobody, redeliver: released },
  'not due yet': { release: notWaiting, claim: notDue, ...madeByNobody, redeliver: released },
  leased: { release: notWaiting, claim: notDue, ...madeBySomebody, redeliver: beingMade },
  'with a lease that ran out': { release: notWaiting, claim: claimed, ...madeBySomebody, redeliver: released },
  delivered: { release: notWaiting, claim: notDue, ...madeByNobody, redeliver: released },
  failed: { release: notWaiting, claim: notDue, ...madeByNobody, redeliver: released },
};

const names = <Name extends string>(record: Record<Name, unknown>) => Object.keys(record) as Name[];
const pairs = names(states).flatMap((state) => names(commands).map((command) => [state, command] as const));

const decided = (state: Delivery, command: DeliveryCommand): DeliveryEvent => {
  const result = decideDelivery(state, command);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const apply = (state: Delivery, command: DeliveryCommand): Delivery => evolveDelivery(state, decided(state, command));

describe('given a delivery and a command', () => {
  it.each(pairs)('%s: %s', (state, command) => {
    const then = expected[state][command];
    expect(decideDelivery(states[state], commands[command])).toEqual(
      then instanceof RegExp
        ? { ok: false, error: { code: 'resource.conflict', message: expect.stringMatching(then) } }
        : { ok: true, value: then },
    );
  });
});

describe('what an event makes of a delivery', () => {
  it.each([
    ['released', states.waiting, released, due],
    ['claimed', states['not due yet'], claimed, { ...states['not due yet'], leaseUntil: now + lease }],
    ['delivered', states.leased, delivered, { status: 'delivered', at: now }],
    ['postponed', states.leased, postponed(5), { status: 'pending', failures: 3, notBefore: now + 5, leaseUntil: 0 }],
    ['failed', states.leased, failed, { status: 'failed', at: now }],
    ['deferred, which is no failure', states.leased, deferred, { status: 'pending', failures: 2, notBefore: now + hour, leaseUntil: 0 }],
    ['given back', states.leased, leaseReleased, { status: 'pending', failures: 2, notBefore: now, leaseUntil: 0 }],
  ] satisfies [string, Delivery, DeliveryEvent, Delivery][])('%s', (_, state, event, then) => {
    expect(evolveDelivery(state, event)).toEqual(then);
  });

  it.each(
    ([states.waiting, states.delivered, states.failed] satisfies Delivery[]).flatMap((state) =>
      [claimed, delivered, postponed(5), failed, leaseReleased, deferred].map((event) => [state.status, event.type, state, event] as const),
    ),
  )('%s throws at %s, which cannot follow', (status, type, state, event) => {
    expect(() => evolveDelivery(state, event)).toThrow(`${type} cannot follow ${status}`);
  });
});

const documentedPauses = [5 * second, 30 * second, 2 * minute, 15 * minute, hour, 6 * hour, 24 * hour];

/** Runs attempts that ask for a retry until the delivery has failed; the pause after each. */
const pausesOf = (state: Delivery, random: number): number[] => {
  const pauses: number[] = [];
  for (let current = state; ; ) {
    if (current.status !== 'pending') {
      expect(current.status).toBe('failed');
      return pauses;
    }
    const at = current.notBefore;
    current = apply(apply(current, claim(at)), settle(retry(), random, at + 7));
    if (current.status === 'pending') pauses.push(current.notBefore - (at + 7));
  }
};

describe('a delivery whose attempts fail', () => {
  it('pauses 5 s, 30 s, 2 min, 15 min, 1 h, 6 h and 24 h, and has failed with the eighth attempt', () => {
    expect(retryPauses).toEqual(documentedPauses);
    expect(pausesOf(due, 0)).toEqual(documentedPauses);
  });

  it('pauses up to a fifth longer, so that the retries of many spread', () => {
    expect(pausesOf(due, 1)).toEqual(documentedPauses.map((pause) => (pause * 12) / 10));
    expect(pausesOf(due, 0.5)).toEqual(documentedPauses.map((pause) => (pause * 11) / 10));
  });

  it.each([...documentedPauses.keys()])('ends at once after an end, though %i retries were made', (failures) => {
    expect(decided({ ...due, failures, leaseUntil: now + lease }, settle({ type: 'final' }))).toEqual(failed);
  });

  it.each([...documentedPauses.keys(), documentedPauses.length])('can still succeed after %i failures', (failures) => {
    expect(decided({ ...due, failures, leaseUntil: now + lease }, settle({ type: 'delivered' }))).toEqual(delivered);
  });

  it('is not saved by Retry-After when its retries are used up', () => {
    expect(decided({ ...due, failures: 7, leaseUntil: now + lease }, settle(retry(hour)))).toEqual(failed);
  });
});

describe('Retry-After', () => {
  const leased = { ...due, failures: 2, leaseUntil: now + lease };

  it.each([
    ['is honoured when it is longer than the pause', 3 * minute, 0, 3 * minute],
    ['is not spread: the receiver named the moment', 3 * minute, 1, 3 * minute],
    ['never shortens the pause', 30 * second, 0, 2 * minute],
    ['never shortens the spread pause', 130 * second, 1, 144 * second],
    ['of nothing changes nothing', 0, 0, 2 * minute],
    ['is honoured for 24 hours at most', 100 * hour, 0, 24 * hour],
    ['of exactly 24 hours is honoured', 24 * hour, 1, 24 * hour],
  ])('%s', (_, retryAfter, random, pause) => {
    expect(decided(leased, settle(retry(retryAfter), random))).toEqual(postponed(pause));
  });

  it('holds every pause between what the schedule promises and what the receiver asks', () => {
    const failures = fc.integer({ min: 0, max: 6 });
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(failures, random, fc.option(fc.integer({ min: 0, max: 1e12 })), (count, spread, retryAfter) => {
        const event = decided({ ...leased, failures: count }, settle(retry(retryAfter), spread));
        if (event.type !== 'delivery.postponed') throw new Error(event.type);
        const pause = event.notBefore - now;
        const promised = documentedPauses[count] ?? Number.NaN;
        const asked = Math.min(retryAfter ?? 0, 24 * hour);
        expect(Number.isInteger(pause)).toBe(true);
        expect(pause).toBeGreaterThanOrEqual(Math.max(promised, asked));
        expect(pause).toBeLessThanOrEqual(Math.max((promised * 12) / 10, asked));
      }),
    );
  });
});

describe('a claim is a lease', () => {
  it('a takeover changes neither the failures nor the place in the queue', () => {
    const state = states['with a lease that ran out'];
    expect(apply(state, claim(now))).toEqual({ ...state, leaseUntil: now + lease });
  });

  it('that is given back counts no failure, and the next worker may claim at once', () => {
    const returned = apply(states.leased, { type: 'releaseLease', now });
    expect(returned).toMatchObject({ failures: 2 });
    expect(decideDelivery(returned, claim(now)).ok).toBe(true);
  });
});

describe('redelivery', () => {
  it.each(['delivered', 'failed', 'due', 'not due yet', 'with a lease that ran out'] as const)('of one that is %s starts again', (name) => {
    const again = apply(states[name], { type: 'redeliver', now });
    expect(again).toEqual(due);
    expect(pausesOf(again, 0)).toEqual(documentedPauses);
  });
});

describe('the machine', () => {
  const wait = fc.oneof(fc.integer({ min: 0, max: 2 * lease }), fc.integer({ min: 0, max: 30 * hour }));
  const type = fc.constantFrom(...names(commands), 'claim' as const, 'settle for a retry' as const, 'settle for a retry' as const);
  const steps = fc.array(fc.record({ type, wait, random: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 60 });
  const start = fc.constantFrom<Delivery>(...Object.values(states));

  it('after any commands: what was decided evolves, and a claimed one is claimed by nobody else before leaseUntil', () => {
    fc.assert(
      fc.property(start, steps, (first, list) => {
        let state = first;
        let at = now;
        let held: number | undefined;
        for (const { type: name, wait: passed, random } of list) {
          at += passed;
          const command: DeliveryCommand = { ...commands[name], now: at, ...(name.startsWith('recordOutcome') ? { random } : {}) };
          const result = decideDelivery(state, command);
          if (!result.ok) continue;
          if (command.type === 'claim' || command.type === 'redeliver') expect(at).toBeGreaterThanOrEqual(held ?? 0);
          held = result.value.type === 'delivery.claimed' ? result.value.leaseUntil : undefined;
          state = evolveDelivery(state, result.value);
        }
      }),
    );
  });

  it('after any commands: nobody claims before a pause is over, and at most eight attempts fail in a row', () => {
    fc.assert(
      fc.property(steps, (list) => {
        let state: Delivery = due;
        let at = now;
        let attempts = 0;
        for (const { type: name, wait: passed, random } of list) {
          at += passed;
          const command: DeliveryCommand = { ...commands[name], now: at, ...(name.startsWith('recordOutcome') ? { random } : {}) };
          const result = decideDelivery(state, command);
          if (!result.ok) continue;
          if (command.type === 'claim' && state.status === 'pending') expect(at).toBeGreaterThanOrEqual(state.notBefore);
          if (command.type === 'redeliver') attempts = 0;
          if (command.type === 'recordOutcome') attempts += 1;
          state = evolveDelivery(state, result.value);
          expect(attempts).toBeLessThanOrEqual(8);
          if (state.status === 'pending') expect(state.failures).toBe(attempts);
          if (attempts === 8) expect(state.status).not.toBe('pending');
        }
      }),
    );
  });
});
