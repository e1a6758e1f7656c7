import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOf, type Plain, showValue } from '../similarity/plain.ts';
import { compareValue, type ValueComparison } from './compare-value.ts';

const exact: ValueComparison = { by: 'exact' };
const unordered: ValueComparison = { by: 'unordered' };
const numbers: ValueComparison = { by: 'numbers', absolute: 1e-6, relative: 1e-6 };

const int = (value: string): Plain => ({ type: 'int', value });
const float = (value: string): Plain => ({ type: 'float', value });
const tuple = (...items: Plain[]): Plain => ({ type: 'tuple', items });
const set = (...items: Plain[]): Plain => ({ type: 'set', items });
const dict = (...entries: [Plain, Plain][]): Plain => ({ type: 'dict', entries });

describe('the value of a function', () => {
  it.each<[string, ValueComparison, Plain, Plain, boolean]>([
    ['an integer is the float of the same value', exact, 3, float('3.0'), true],
    ['a large integer is compared by all its digits', exact, int('12345678901234567890'), int('12345678901234567891'), false],
    ['a large integer is the float of the same value', exact, int('1000000000000000000000'), float('1e21'), true],
    ['a float is compared exactly', exact, 0.3, 0.1 + 0.2, false],
    ['or within the tolerance', numbers, 0.3, 0.1 + 0.2, true],
    ['wherever it stands', numbers, [dict(['x', 0.3])], [dict(['x', 0.1 + 0.2])], true],
    ['minus zero is zero', exact, 0, -0, true],
    ['NaN is NaN', exact, float('nan'), float('NaN'), true],
    ['infinities have signs', numbers, float('inf'), float('-inf'), false],
    ['a boolean is no number', exact, 1, true, false],
    ['a number is no text', exact, 1, '1', false],
    ['nothing is not 0', exact, 0, null, false],
    ['text is compared exactly', numbers, '1', '1.0', false],
    ['bytes are no text', exact, 'YQ==', { type: 'bytes', value: 'YQ==' }, false],
    ['a tuple is a list', exact, [1, [2]], tuple(1, tuple(2)), true],
    ['a list has an order', exact, [1, 2], [2, 1], false],
    ['unless the author says so', unordered, [1, 2, 2], [2, 1, 2], true],
    ['elements are counted', unordered, [1, 2, 2], [1, 1, 2], false],
    ['a set will do for a list without an order', unordered, [1, 2], set(2, 1), true],
    ['lists inside keep their order', unordered, [[1, 2]], [[2, 1]], false],
    ['a set has no order', exact, set(1, 'a', tuple(1, 2)), set([1, 2], 'a', 1), true],
    ['a set is no list', exact, [1], set(1), false],
    ['a set within the tolerance', numbers, set(0.3, 1, 'x'), set('x', 1, 0.1 + 0.2), true],
    ['a set with NaN', numbers, set(float('nan'), 1, 2), set(2, float('nan'), 1), true],
    ['a mapping has no order', exact, dict(['a', 1], ['b', 2]), dict(['b', 2], ['a', 1]), true],
    ['a key is a number or a text', exact, dict([1, 1]), dict(['1', 1]), false],
    ['a key is missing', exact, dict(['a', 1]), dict(), false],
    ['a key is too much', exact, dict(), dict(['a', 1]), false],
    [
      'a mapping in another order is the same element of a set',
      exact,
      set(tuple(dict(['a', 1], ['b', 2]))),
      set(tuple(dict(['b', 2], ['a', 1]))),
      true,
    ],
  ])('%s', (_, comparison, expected, actual, same) => {
    expect(compareValue(comparison, expected, actual) === undefined).toBe(same);
  });

  it.each<[string, ValueComparison, Plain, Plain, object]>([
    [
      'the path to the part',
      exact,
      [1, dict(['name', [1, 2]])],
      [1, dict(['name', [1, 3]])],
      { place: '[1]["name"][1]', expected: '2', actual: '3' },
    ],
    ['a part that is missing', exact, [1, 2], [1], { place: '[1]', expected: '2', actual: null }],
    ['a part that is too much', exact, [1], [1, null], { place: '[1]', expected: null, actual: 'null' }],
    ['a key that is too much', exact, dict(), dict([1, 2]), { place: '[1]', expected: null, actual: '2' }],
    ['elements without an order', unordered, [1, 2, 3], [3, 4, 1], { place: '', expected: '2', actual: '4' }],
    ['the whole', exact, set(1), [1], { place: '', expected: 'set {1}', actual: '[1]' }],
  ])('the difference says where: %s', (_, comparison, expected, actual, difference) => {
    expect(compareValue(comparison, expected, actual)).toEqual({ unit: 'value', ...difference });
  });
});

const { value } = fc.letrec<{ value: Plain }>((tie) => {
  const list = fc.array(tie('value'), { maxLength: 4 });
  const distinct = fc.uniqueArray(tie('value'), { maxLength: 4, selector: keyOf });
  return {
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Plain>(null, true, false, '', 'a', '1', int('9007199254740993'), float('nan'), float('inf')),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      list,
      list.map((items) => tuple(...items)),
      distinct.map((items) => set(...items)),
      distinct.map((keys) => dict(...keys.map((key, index) => [key, index] as [Plain, Plain]))),
    ),
  };
});

const reversed = (one: Plain): Plain => {
  if (typeof one !== 'object' || one === null) return one;
  if (!('type' in one)) return one.map(reversed);
  if ('items' in one) return { type: one.type, items: one.type === 'set' ? one.items.map(reversed).reverse() : one.items.map(reversed) };
  if ('entries' in one)
    return { type: 'dict', entries: one.entries.map(([key, item]) => [reversed(key), reversed(item)] as const).reverse() };
  return one;
};

describe('laws of values', () => {
  it('a value is itself, with its sets and mappings in any order', () => {
    fc.assert(
      fc.property(value, (one) => {
        for (const by of [exact, unordered, numbers]) expect(compareValue(by, one, reversed(one))).toBeUndefined();
      }),
    );
  });

  it('two values are equal exactly if they have one key', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(compareValue(exact, one, other) === undefined).toBe(keyOf(one) === keyOf(other));
      }),
    );
  });

  it('what is equal exactly is equal within a tolerance and without an order', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (one) => {
        expect(compareValue(numbers, one, [...one])).toBeUndefined();
        expect(compareValue(unordered, one, [...one].reverse())).toBeUndefined();
      }),
    );
  });

  it.each<[string, Plain]>([
    ['many elements', Array.from({ length: 100_000 }, (_, index) => index)],
    ['a large set', set(...Array.from({ length: 100_000 }, (_, index) => String(index)))],
    ['a long text', 'x'.repeat(1_000_000)],
    ['a large integer', int('9'.repeat(1_000_000))],
  ])('%s are compared in time, and shown in part', (_, one) => {
    for (const by of [exact, unordered, numbers]) {
      expect(compareValue(by, one, one)).toBeUndefined();
      expect(compareValue(by, one, [one])).toBeDefined();
    }
    expect(showValue(one).length).toBeLessThan(500);
  });

  it('what is shown stays short, however values are nested', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 200 }), (one, budget) => {
        expect(showValue(one, budget).length).toBeLessThanOrEqual(2 * budget + 50);
      }),
    );
    const wide = Array.from({ length: 12 }).reduce<Plain>((inner) => [inner, inner, 'x'.repeat(100)], 'x');
    expect(showValue(wide).length).toBeLessThan(400);
  });

  it('lists in lists without end are equal to nothing, and end', () => {
    let deep: Plain = 1;
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect(compareValue(exact, [1], deep)).toBeDefined();
    expect(compareValue(exact, set(1), set(deep))).toBeDefined();
    expect(compareValue(exact, deep, deep)).toBeDefined();
  });
});
