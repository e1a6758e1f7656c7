import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plain } from '../similarity/plain.ts';
import { compareRows } from './compare-rows.ts';

type Cells = readonly (readonly Plain[])[];
const differ = (expected: Cells, actual: Cells, ordered = false) =>
  compareRows({ rows: expected, ordered }, { rows: actual, ordered: false });

describe('the rows of a query', () => {
  it.each<[string, Cells, Cells, boolean]>([
    ['none are none', [], [], true],
    [
      'in any order',
      [
        [1, 'a'],
        [2, 'b'],
      ],
      [
        [2, 'b'],
        [1, 'a'],
      ],
      true,
    ],
    ['as often as they come', [[1], [1], [2]], [[1], [2], [2]], false],
    ['NULL is NULL', [[null]], [[null]], true],
    ['NULL is no 0 and no text', [[null], [null]], [[0], ['']], false],
    ['a number is no text', [[1]], [['1']], false],
    ['an integer is the real of the same value', [[3]], [[{ type: 'float', value: '3.0' }]], true],
    ['a sum of reals in another order', [[0.6, 'a']], [[0.1 + 0.2 + 0.3, 'a']], true],
    ['reals that differ', [[0.6]], [[0.61]], false],
    [
      'large integers by all their digits',
      [[{ type: 'int', value: '9007199254740993' }]],
      [[{ type: 'int', value: '9007199254740992' }]],
      false,
    ],
    [
      'equal averages meet whichever way they were added',
      [
        [0.3, 1],
        [0.3, 2],
      ],
      [
        [0.3, 2],
        [0.1 + 0.2, 1],
      ],
      true,
    ],
    ['large amounts that differ by a cent', [[12345678.91], [12345678.92]], [[12345678.92], [12345678.91]], true],
    [
      'two reals in a row',
      [
        [0.3, 1.5],
        [0.3, 2.5],
      ],
      [
        [0.3, 2.5],
        [0.1 + 0.2, 1.5],
      ],
      true,
    ],
    ['a column too many', [[1]], [[1, 2]], false],
    ['a column too few', [[1, null]], [[1]], false],
    ['a row too many', [[1]], [[1], [1]], false],
    ['bytes', [[{ type: 'bytes', value: 'YQ==' }]], [[{ type: 'bytes', value: 'YQ==' }]], true],
  ])('%s', (_, expected, actual, same) => {
    expect(differ(expected, actual) === undefined).toBe(same);
  });

  it('must come in order if the solution orders', () => {
    expect(differ([[1], [2]], [[1], [2]], true)).toBeUndefined();
    expect(differ([[1], [2]], [[2], [1]], true)).toEqual({ unit: 'row', place: 1, expected: '[1]', actual: '[2]' });
  });

  it.each<[string, Cells, Cells, object]>([
    ['a row that is missing', [[1], [2]], [[1]], { place: 2, expected: '[2]', actual: null }],
    ['a row that is too much', [[1]], [[2], [1]], { place: 1, expected: null, actual: '[2]' }],
    [
      'another row',
      [
        ['a', null],
        ['b', 1],
      ],
      [
        ['b', 2],
        ['a', null],
      ],
      { place: 1, expected: '["b", 1]', actual: '["b", 2]' },
    ],
  ])('the difference says where: %s', (_, expected, actual, difference) => {
    expect(differ(expected, actual)).toEqual({ unit: 'row', ...difference });
  });

  const cell = fc.oneof(
    fc.constantFrom<Plain>(null, '', 'a'),
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
  );
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 12 });

  it('does not see the order of rows, and sees one row more', () => {
    fc.assert(
      fc.property(
        rows.chain((one) => fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length }))),
        ([one, other]) => {
          expect(differ(one, other)).toBeUndefined();
          expect(differ(one, [...other, [null, null]])).toBeDefined();
        },
      ),
    );
  });

  it('100,000 rows are compared in time', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => [index % 10, index / 7, `name ${index}`]);
    expect(differ(many, [...many].reverse())).toBeUndefined();
  });
});
