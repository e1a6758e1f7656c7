import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, roundScore, sum, zero } from './decimal.ts';

describe('exact numbers: no trailing zeros, no -0, no exponent', () => {
  it.each([
    ['12.50', '12.5'],
    ['1.00', '1'],
    ['-0.250', '-0.25'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['0.0000001', '0.0000001'],
    ['1e-9', '0.000000001'],
    ['1e21', '1000000000000000000000'],
    ['1e30', `1${'0'.repeat(30)}`],
  ])('%s is written %s', (value, text) => {
    expect(formatDecimal(decimal(value))).toBe(text);
  });

  it('a difference of nothing is 0', () => {
    expect(formatDecimal(zero.minus(0))).toBe('0');
    expect(formatDecimal(decimal(0.3).minus(0.1).minus(0.2))).toBe('0');
  });

  it('sums are exact: any decimals, added up in any order', () => {
    const millionths = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 30 });
    fc.assert(
      fc.property(millionths, (values) => {
        const decimals = values.map((value) => decimal(value / 1_000_000));
        const total = values.reduce((all, value) => all + value, 0);
        expect(sum(decimals).times(1_000_000).eq(total)).toBe(true);
        expect(sum([...decimals].reverse()).eq(sum(decimals))).toBe(true);
      }),
    );
  });
});

describe('a score rounds half-even to two decimals', () => {
  it.each([
    ['0.125', '0.12'],
    ['0.135', '0.14'],
    ['-0.125', '-0.12'],
    ['-0.135', '-0.14'],
    ['0.1250001', '0.13'],
    ['0.1249999', '0.12'],
    ['-0.005', '0'],
    ['0.015', '0.02'],
    ['1', '1'],
  ])('%s → %s', (value, text) => {
    expect(formatDecimal(roundScore(decimal(value)))).toBe(text);
  });
});
