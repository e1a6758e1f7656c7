import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideReport, evolveReport, type ReportCommand, type ReportEvent, type ReportGeneration } from './report.ts';

const now = Date.UTC(2026, 0, 5, 9);
const lease = 30_000;

const due: ReportGeneration = { status: 'Pending', failures: 0, notBefore: now };
const claimed: ReportGeneration = { status: 'In progress', failures: 0, leaseUntil: now + lease };
const generated: ReportGeneration = { status: 'Generated', generatedAt: now };
const claim = (at: number): ReportCommand => ({ type: 'claim', now: at, leaseMilliseconds: lease });

const decided = (state: ReportGeneration, command: ReportCommand): ReportEvent => {
  const result = decideReport(state, command);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const apply = (state: ReportGeneration, command: ReportCommand): ReportGeneration => evolveReport(state, decided(state, command));

describe('api-v2 §3.4: report status', () => {
  it('goes from Pending to In progress to Generated', () => {
    const first = apply(due, claim(now));
    expect(first).toEqual(claimed);
    expect(apply(first, { type: 'finish', now: now + 5 })).toEqual({ status: 'Generated', generatedAt: now + 5 });
  });

  it('a report that is not due yet cannot be claimed', () => {
    expect(decideReport(due, claim(now - 1))).toEqual({
      ok: false,
      error: { code: 'resource.conflict', message: expect.stringMatching(/not due/) },
    });
    expect(decideReport(due, claim(now)).ok).toBe(true);
  });

  it.each([
    claim(now + 1e9),
    { type: 'finish', now },
    { type: 'fail', now },
    { type: 'wait', now, leaseMilliseconds: lease },
    { type: 'release', now },
  ] satisfies ReportCommand[])('a generated report stays generated (%j)', (command) => {
    expect(decideReport(generated, command)).toEqual({
      ok: false,
      error: { code: 'resource.conflict', message: expect.stringMatching(/already generated/) },
    });
  });

  it.each(['finish', 'fail', 'release'] as const)('%s needs a claim', (type) => {
    expect(decideReport(due, { type, now })).toEqual({
      ok: false,
      error: { code: 'resource.conflict', message: expect.stringMatching(/not being generated/) },
    });
  });
});

describe('a claim is a lease', () => {
  it('nobody else claims while it runs', () => {
    expect(decideReport(claimed, claim(now + lease - 1)).ok).toBe(false);
  });

  it('after its end another worker takes it over with a new lease', () => {
    expect(apply(claimed, claim(now + lease))).toEqual({ status: 'In progress', failures: 0, leaseUntil: now + 2 * lease });
  });

  it('a takeover does not change the count of failures', () => {
    expect(apply({ ...claimed, failures: 3 } as ReportGeneration, claim(now + lease))).toMatchObject({ failures: 3 });
  });
});

describe('a report that waits for programs to be graded', () => {
  const wait: ReportCommand = { type: 'wait', now, leaseMilliseconds: lease };

  it('is in progress, from the completion on and when generation finds one that is not graded', () => {
    for (const state of [due, { ...claimed, leaseUntil: now + 7 } as const]) expect(apply(state, wait)).toEqual(claimed);
  });

  it('is due at once when the last one is graded', () => {
    const released = apply(apply(due, wait), { type: 'release', now: now + 5 });
    expect(released).toEqual({ status: 'In progress', failures: 0, leaseUntil: now + 5 });
    expect(decideReport(released, claim(now + 5)).ok).toBe(true);
  });

  it('is looked at again when nobody releases it', () => {
    const waiting = apply(due, wait);
    expect(decideReport(waiting, claim(now + lease - 1)).ok).toBe(false);
    expect(decideReport(waiting, claim(now + lease)).ok).toBe(true);
  });
});

describe('a regrade', () => {
  it('generates a generated report again', () => {
    expect(apply(generated, { type: 'regrade', now: now + 9 })).toEqual({ status: 'Generated', generatedAt: now + 9 });
  });

  it.each([due, claimed])('is refused before a report is generated (%j)', (state) => {
    expect(decideReport(state, { type: 'regrade', now })).toEqual({
      ok: false,
      error: { code: 'resource.conflict', message: expect.stringMatching(/not generated/) },
    });
  });
});

describe('a failing generation', () => {
  /** The pause after each of `count` failures in a row. */
  const pausesOf = (count: number): number[] => {
    const pauses: number[] = [];
    let state: ReportGeneration = due;
    for (let failure = 1; failure <= count; failure += 1) {
      const at: number = state.status === 'Pending' ? state.notBefore : now;
      state = apply(apply(state, claim(at)), { type: 'fail', now: at + 7 });
      if (state.status !== 'Pending') throw new Error(`a failed report is ${state.status}`);
      expect(state.failures).toBe(failure);
      pauses.push(state.notBefore - (at + 7));
    }
    return pauses;
  };

  it('goes back to Pending and retries after growing pauses', () => {
    expect(pausesOf(6)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000]);
  });

  it('waits ten minutes at most and never gives up', () => {
    const pauses = pausesOf(1200);
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(pauses[index - 1] ?? 0);
    expect(pauses.at(-1)).toBe(600_000);
  });

  it('can still succeed', () => {
    const failed = apply(claimed, { type: 'fail', now });
    expect(apply(apply(failed, claim(now + 1000)), { type: 'finish', now: now + 1001 })).toMatchObject({ status: 'Generated' });
  });
});

describe('the machine', () => {
  it.each([
    [generated, { type: 'report.claimed', leaseUntil: now }],
    [generated, { type: 'report.generated', at: now }],
    [generated, { type: 'report.failed', notBefore: now }],
    [due, { type: 'report.generated', at: now }],
    [due, { type: 'report.failed', notBefore: now }],
    [due, { type: 'report.released', at: now }],
    [due, { type: 'report.regraded', at: now }],
    [claimed, { type: 'report.regraded', at: now }],
    [generated, { type: 'report.waits', leaseUntil: now }],
    [generated, { type: 'report.released', at: now }],
  ] satisfies [ReportGeneration, ReportEvent][])('an event that cannot follow throws (%j, %j)', (state, event) => {
    expect(() => evolveReport(state, event)).toThrow(`${event.type} cannot follow ${state.status}`);
  });

  it('after any commands: every decided event evolves, Generated is final, failures never fall', () => {
    const step = fc.record({
      type: fc.constantFrom('claim', 'finish', 'fail', 'wait', 'release'),
      wait: fc.integer({ min: 0, max: 60_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state = due as ReportGeneration;
        let at = now;
        for (const { type, wait } of steps) {
          at += wait;
          const result = decideReport(state, { type, now: at, leaseMilliseconds: lease });
          const next: ReportGeneration = result.ok ? evolveReport(state, result.value) : state;
          if (state.status === 'Generated') expect(next).toBe(state);
          else if (next.status !== 'Generated') expect(next.failures).toBeGreaterThanOrEqual(state.failures);
          state = next;
        }
      }),
    );
  });
});
