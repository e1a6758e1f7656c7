import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, type Change, changeBetween, composed } from './text-change.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', 'é'), maxLength: 12 });

/** A change of several parts, such as an editor with several cursors makes. */
const changeOf = (before: string): fc.Arbitrary<Change> =>
  fc.array(fc.record({ gap: fc.nat(4), removed: fc.nat(3), inserted: text }), { maxLength: 4 }).map((parts) => {
    const change: { from: number; removed: number; inserted: string }[] = [];
    let at = 0;
    for (const { gap, removed, inserted } of parts) {
      if (at + gap + removed > before.length) break;
      change.push({ from: at + gap, removed, inserted });
      at += gap + removed;
    }
    return change;
  });

describe('a change', () => {
  it('gives the text after it', () => {
    expect(applyChange('print(3)', [{ from: 6, removed: 1, inserted: 'x' }])).toBe('print(x)');
    expect(
      applyChange('ab', [
        { from: 0, removed: 0, inserted: '1' },
        { from: 2, removed: 0, inserted: '2' },
      ]),
    ).toBe('1ab2');
  });

  it.each<[string, Change]>([
    ['that begins beyond the text', [{ from: 3, removed: 0, inserted: 'x' }]],
    ['that ends beyond the text', [{ from: 1, removed: 2, inserted: '' }]],
    [
      'whose parts overlap',
      [
        { from: 0, removed: 2, inserted: '' },
        { from: 1, removed: 0, inserted: 'x' },
      ],
    ],
    ['that goes backwards', [{ from: 1, removed: -1, inserted: '' }]],
  ])('%s is of another text', (_, change) => {
    expect(applyChange('ab', change)).toBeUndefined();
  });

  it('between two texts makes the second of the first, and parts no surrogate pair', () => {
    expect(changeBetween('a😀b', 'a😁b')).toEqual([{ from: 1, removed: 2, inserted: '😁' }]);
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBetween(before, after);
        expect(applyChange(before, change)).toBe(after);
        for (const { inserted } of change) expect(inserted).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  it('two changes in one give the same text', () => {
    fc.assert(
      fc.property(
        text.chain((before) =>
          changeOf(before).chain((first) => fc.tuple(fc.constant(before), fc.constant(first), changeOf(applyChange(before, first) ?? ''))),
        ),
        ([before, first, second]) => {
          const after = applyChange(applyChange(before, first) ?? '', second);
          expect(applyChange(before, composed(first, second))).toBe(after);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('what was typed and removed again is gone', () => {
    expect(composed([{ from: 1, removed: 0, inserted: 'xyz' }], [{ from: 1, removed: 3, inserted: '' }])).toEqual([]);
  });
});
