import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNumeral, numbersClose } from './numerals.ts';

const exactly = { absolute: 0, relative: 0 };
const within = (both: number) => ({ absolute: both, relative: both });

describe('a numeral', () => {
  it.each(['0', '-1', '+1', '1.5', '.5', '5.', '1e9', '1E-9', '-.5e+3', '007'])('%s is one', (text) => {
    expect(isNumeral(text)).toBe(true);
  });

  it.each(['', '-', '.', 'e5', '1e', '1e+', '1,5', '1_000', '0x10', '1.2.3', '--1', ' 1', '1 ', '١', '1n', 'inf', 'NaN'])(
    '%j is none',
    (text) => {
      expect(isNumeral(text)).toBe(false);
    },
  );

  it('is whatever a language writes for a number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isNumeral(String(value))).toBe(true);
        expect(numbersClose(String(value), value.toExponential(), within(1e-12))).toBe(true);
      }),
    );
  });
});

describe('numbers within a tolerance', () => {
  it.each<[string, string, { absolute: number; relative: number }, boolean]>([
    ['1', '1.0', exactly, true],
    ['-0', '0', exactly, true],
    ['0.3', '0.30000000000000004', exactly, false],
    ['0.3', '0.30000000000000004', within(1e-9), true],
    // The error is exactly the tolerance, which doubles miss.
    ['1', '1.1', { absolute: 0.1, relative: 0 }, true],
    ['1', '1.10000000000000001', { absolute: 0.1, relative: 0 }, false],
    ['3', '3.3', { absolute: 0, relative: 0.1 }, true],
    ['1000000', '1000001', { absolute: 0, relative: 1e-6 }, true],
    ['1000000', '1000001', { absolute: 0.5, relative: 0 }, false],
    ['0', '0.0000001', { absolute: 0, relative: 0.1 }, false],
    ['9007199254740993', '9007199254740992', exactly, false],
    ['nan', 'NaN', exactly, true],
    ['inf', 'Infinity', exactly, true],
    ['inf', '-inf', within(1), false],
    ['1', 'inf', within(1), false],
    ['1', 'nan', within(1), false],
    ['1e400', '1e400', exactly, true],
    ['1e400', '1e401', within(1), false],
    ['1', '__proto__', within(1), false],
    ['yes', 'Yes', within(1), false],
    ['5.', '+.5e1', exactly, true],
  ])('%s and %s', (expected, actual, tolerance, same) => {
    expect(numbersClose(expected, actual, tolerance)).toBe(same);
  });

  it.each([
    ['a million digits', '9'.repeat(1_000_000)],
    ['a million decimals', `0.${'3'.repeat(1_000_000)}`],
    ['an exponent of a billion', '1e999999999'],
    ['an exponent of minus a billion', '1e-999999999'],
    ['a long mantissa with an exponent that takes it back', `0.${'0'.repeat(300)}1e301`],
    ['a million points', '.'.repeat(1_000_000)],
  ])('reads %s in one pass', (_, text) => {
    for (const tolerance of [exactly, within(1e-9), within(1)]) {
      expect(numbersClose(text, text, tolerance)).toBe(true);
      numbersClose(text, '1', tolerance);
      numbersClose('1', text, tolerance);
      numbersClose(text, `${text}1`, tolerance);
    }
  });

  it('is what exact decimals say, near the tolerance too', () => {
    const thousandths = fc.integer({ min: -5_000, max: 5_000 });
    fc.assert(
      fc.property(thousandths, thousandths, fc.integer({ min: 0, max: 5_000 }), (expected, actual, tolerance) => {
        const close = numbersClose(String(expected / 1000), String(actual / 1000), { absolute: tolerance / 1000, relative: 0 });
        expect(close).toBe(Math.abs(expected - actual) <= tolerance);
      }),
      { numRuns: 1_000 },
    );
  });
});
