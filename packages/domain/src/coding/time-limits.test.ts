import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterTries, enforcedSeconds, runLimits } from './time-limits.ts';
import { type End, verdicts } from './verdicts.ts';

const unset = { seconds: null, memory: null };
const took = (...seconds: number[]) => seconds.map((one) => ({ seconds: one, memory: 50 }));

describe('limits', () => {
  it.each<[string, Parameters<typeof runLimits>, { seconds: number; memory: number }]>([
    ['the author’s count', [{ seconds: 0.3, memory: 64 }, { python: took(5) }, 'python'], { seconds: 0.3, memory: 64 }],
    ['three times the slowest run of the solution', [unset, { python: took(0.1, 1, 0.4) }, 'python'], { seconds: 3, memory: 128 }],
    ['at least a second', [unset, { python: took(0.01) }, 'python'], { seconds: 1, memory: 128 }],
    ['the next half second', [unset, { python: took(0.4) }, 'python'], { seconds: 1.5, memory: 128 }],
    ['not one step more for what a double adds', [unset, { python: took(0.5, 1.1) }, 'python'], { seconds: 3.5, memory: 128 }],
    ['at most what a question may have', [unset, { python: took(20) }, 'python'], { seconds: 30, memory: 128 }],
    [
      'those of the slowest language for one without a solution',
      [unset, { python: took(1), c: took(0.01) }, 'go'],
      { seconds: 3, memory: 128 },
    ],
    ['those of its own language', [unset, { python: took(1), c: took(0.01) }, 'c'], { seconds: 1, memory: 128 }],
    ['usual ones without a solution', [unset, {}, 'python'], { seconds: 2, memory: 256 }],
    ['twice the memory', [unset, { java: [{ seconds: 1, memory: 150 }] }, 'java'], { seconds: 3, memory: 320 }],
    ['usual memory where the engine cannot tell', [unset, { java: [{ seconds: 1, memory: null }] }, 'java'], { seconds: 3, memory: 256 }],
  ])('%s', (_, args, limits) => {
    expect(runLimits(...args)).toMatchObject(limits);
  });

  it('say what they come from', () => {
    expect(runLimits({ seconds: 2, memory: null }, { ruby: took(1) }, 'ruby').from).toEqual({ seconds: 'author', memory: 'solution' });
    expect(runLimits(unset, {}, 'ruby').from).toEqual({ seconds: 'default', memory: 'default' });
  });

  it('lie between a second and the maximum, in half seconds, three times any measured time that fits', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10, noNaN: true }), (seconds) => {
        const limit = runLimits(unset, { sql: took(seconds) }, 'sql').seconds;
        expect(limit).toBeGreaterThanOrEqual(Math.max(1, 3 * seconds - 1e-6));
        expect(limit).toBeLessThanOrEqual(Math.max(1, 3 * seconds + 0.5));
        expect(Number.isInteger(limit * 2)).toBe(true);
      }),
    );
  });
});

const ran = (seconds: number, end: End = 'ended') => ({ end, seconds });
const again = { again: true };
const rule = 'quickest of at most 3 within 15 %';

describe('what ends within 15 % over the limit is run again', () => {
  it('the runner lets a run go on for as long', () => {
    expect(enforcedSeconds(1)).toBe(1.15);
    expect(enforcedSeconds(0.1)).toBe(0.115);
  });

  it.each<[string, [ReturnType<typeof ran>, ...ReturnType<typeof ran>[]], object]>([
    ['within the limit it has ended', [ran(0.5)], { again: false, end: 'ended' }],
    ['exactly at the limit too', [ran(1)], { again: false, end: 'ended' }],
    ['a little over it: again', [ran(1.01)], again],
    ['and again', [ran(1.1), ran(1.02)], again],
    ['the quickest decides', [ran(1.1), ran(1.02), ran(0.99)], { again: false, end: 'ended' }],
    ['three times over it', [ran(1.1), ran(1.02), ran(1.05)], { again: false, end: 'time-limit-exceeded' }],
    ['the second was quick enough', [ran(1.1), ran(0.9)], { again: false, end: 'ended' }],
    ['what was cut off is not run again', [ran(1.15, 'time-limit-exceeded')], { again: false, end: 'time-limit-exceeded' }],
    ['nor what waited until it was cut off', [ran(0.01, 'time-limit-exceeded')], { again: false, end: 'time-limit-exceeded' }],
    ['nor what took far longer', [ran(2)], { again: false, end: 'time-limit-exceeded' }],
    [
      'one that was cut off decides only if all were',
      [ran(1.1), ran(1.15, 'time-limit-exceeded'), ran(0.99)],
      { again: false, end: 'ended' },
    ],
    [
      'an error over the limit is one of time',
      [ran(1.1, 'runtime-error'), ran(1.1), ran(1.1)],
      { again: false, end: 'time-limit-exceeded' },
    ],
    ['an error within it is none', [ran(0.9, 'runtime-error')], { again: false, end: 'runtime-error' }],
    ['a slow compiler is not the program', [ran(1.1, 'compile-error')], { again: false, end: 'compile-error' }],
    ['what was not run is not run, whatever it took', [ran(1.1), ran(3, 'not-run')], { again: false, end: 'not-run' }],
  ])('%s', (_, tries, decision) => {
    expect(afterTries(1, tries)).toMatchObject(decision);
  });

  it('the rule and every try are recorded', () => {
    expect(afterTries(1, [ran(1.1), ran(0.9)])).toMatchObject({ run: ran(0.9), time: { rule, limit: 1, tries: [1.1, 0.9] } });
  });

  const end = fc.constantFrom(...(['ended', ...verdicts.slice(2)] as End[]));
  const run = fc.record({ end, seconds: fc.double({ min: 0, max: 3, noNaN: true }) });

  it('ends after three tries, and none more could have made it worse', () => {
    fc.assert(
      fc.property(run, run, run, (one, two, three) => {
        expect(afterTries(1, [one, two, three]).again).toBe(false);
        const first = afterTries(1, [one]);
        const second = afterTries(1, [one, two]);
        if (!first.again && !second.again && first.end === 'ended' && two.end === 'ended') expect(second.end).toBe('ended');
      }),
    );
  });
});
