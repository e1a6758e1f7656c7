import { describe, expect, it } from 'vitest';
import { fitAround } from './selection.ts';

describe('blocks that do not all fit', () => {
  it.each([
    ['all, when they fit', [1, 1, 1], 0, 3, { from: 0, to: 3 }],
    ['the first, as long as the one that is wanted is among them', [1, 1, 1, 1], 1, 2, { from: 0, to: 2 }],
    ['those before the one that is wanted', [1, 1, 5, 1], 2, 6, { from: 1, to: 3 }],
    ['the one that is wanted, however large', [1, 9, 1], 1, 4, { from: 1, to: 2 }],
  ] as const)('shows %s', (_, lines, index, space, shown) => {
    expect(fitAround(lines, index, space)).toEqual(shown);
  });
});
