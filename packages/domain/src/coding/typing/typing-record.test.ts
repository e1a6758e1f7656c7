import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codingBounds } from '../question-bounds.ts';
import { changeBetween } from './text-change.ts';
import { applyEdits, type Edit, recordEdits, textToThin, thinEdits, typingBounds } from './typing-record.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', 'é'), maxLength: 12 });
const record = (edits: readonly Edit[], ...more: Edit[]) => recordEdits('', edits, more).edits;
const typedOver = (texts: readonly string[], every = 3_000): readonly Edit[] =>
  texts.reduce<readonly Edit[]>(
    (edits, one, index) => record(edits, { at: index * every, change: changeBetween(texts[index - 1] ?? '', one) }),
    [],
  );
const insert = (from: number, inserted: string, at = 0): Edit => ({ at, change: [{ from, removed: 0, inserted }] });

describe('what was typed over time', () => {
  it('gives the text', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), fc.constantFrom(100, 3_000), (texts, every) => {
        expect(applyEdits('', typedOver(texts, every))).toBe(texts.at(-1));
      }),
    );
  });

  it('gives nothing if an edit is missing', () => {
    expect(applyEdits('', typedOver(['', 'abc', '', 'x']).slice(2))).toBeUndefined();
  });

  it('within two seconds is one edit', () => {
    expect(typedOver(['d', 'de', 'def'], 900)).toEqual([insert(0, 'def')]);
    expect(typedOver(['d', 'de', 'def', 'def '], 900)).toHaveLength(2);
  });

  it('marks a paste by its size, and joins it with nothing', () => {
    const paste: Edit = { at: 100, change: changeBetween('a', 'apasted'), pasted: 6 };
    const edits = record([], insert(0, 'a'), paste, insert(7, '!', 200));
    expect(edits.map(({ pasted }) => pasted)).toEqual([undefined, 6, undefined]);
  });

  it('a clock that goes back leaves the order', () => {
    const first = record([], { at: 5_000, change: changeBetween('', 'a'), pasted: 1 });
    expect(record(first, insert(1, 'b', 10)).map(({ at }) => at)).toEqual([5_000, 5_000]);
  });

  it('an edit of another text is left out, and those that fit are recorded', () => {
    const edits = [
      insert(0, 'ab'),
      insert(9, 'x', 5_000),
      { at: 9_000, change: [{ from: 1, removed: 2, inserted: '' }] },
      insert(2, 'c', 9_000),
    ];
    const recorded = recordEdits('', [], edits);
    expect(recorded.recorded).toBe(2);
    expect(applyEdits('', recorded.edits)).toBe('abc');
    const overlap: Edit = {
      at: 0,
      change: [
        { from: 1, removed: 2, inserted: '' },
        { from: 2, removed: 1, inserted: '' },
      ],
    };
    expect(recordEdits('starter', [], [overlap])).toEqual({ edits: [], recorded: 0 });
  });

  it('begins with the starter', () => {
    expect(applyEdits('start', recordEdits('start', [], [insert(5, 'er')]).edits)).toBe('starter');
  });

  it('an edit that makes the text longer than an answer may be is left out', () => {
    const longest = 'x'.repeat(codingBounds.source);
    expect(recordEdits('', [], [insert(0, longest)]).recorded).toBe(1);
    expect(recordEdits('a', [], [insert(0, longest)]).recorded).toBe(0);
  });

  it('has at most 5,000 edits: beyond that neighbours are joined, pastes are not, and the text stays', () => {
    const typed = Array.from({ length: 7_000 }, (_, index): Edit => {
      const inserted = index % 100 === 0 ? 'pasted' : 'x';
      return { ...insert(0, inserted, index * 3_000), ...(inserted === 'x' ? {} : { pasted: inserted.length }) };
    });
    const edits = Array.from({ length: 70 }, (_, index) => typed.slice(index * 100, index * 100 + 100)).reduce<readonly Edit[]>(
      (all, more) => record(all, ...more),
      [],
    );
    expect(edits.length).toBeLessThanOrEqual(typingBounds.edits);
    expect(edits.length).toBeGreaterThan(typingBounds.edits / 3);
    expect(edits.filter(({ pasted }) => pasted === 6)).toHaveLength(70);
    expect(applyEdits('', edits)).toBe(applyEdits('', typed));
    expect(edits.map(({ at }) => at)).toEqual(edits.map(({ at }) => at).sort((one, other) => one - other));
  });

  it('does not grow with pastes: what was pasted over is gone, its size stays', () => {
    const large = (letter: string) => letter.repeat(60_000);
    let edits: readonly Edit[] = [];
    let before = '';
    for (let index = 0; index < 40; index += 1) {
      const after = large('abcdefgh'[index % 8] ?? '');
      edits = record(edits, { at: index * 3_000, change: changeBetween(before, after), pasted: 60_000 });
      before = after;
    }
    expect(JSON.stringify(edits).length).toBeLessThan(2 * typingBounds.size);
    expect(edits.reduce((sum, { pasted = 0 }) => sum + pasted, 0)).toBe(40 * 60_000);
    expect(applyEdits('', edits)).toBe(before);
  });

  it('does not grow with edits that change the text in thousands of places', () => {
    const start = 'x'.repeat(60_000);
    let edits: readonly Edit[] = [];
    const places = Array.from({ length: 100 }, (_, index) => ({ from: index * 600, removed: 1, inserted: 'y' }));
    for (let request = 0; request < 20; request += 1) {
      const more = Array.from({ length: 200 }, (_, index): Edit => {
        return { at: 0, change: places.map((place) => ({ ...place, from: place.from + ((request * 200 + index) % 500) })) };
      });
      edits = recordEdits(start, edits, more).edits;
      expect(JSON.stringify(edits).length).toBeLessThan(2 * typingBounds.size);
    }
  });

  it('of several texts the one with the most edits is thinned until all together are within the bound', () => {
    const texts = [{ count: 100 }, { count: 3_000 }, { count: 1_900 }];
    expect(textToThin(texts)).toBeUndefined();
    expect(textToThin([...texts, { count: 1 }])).toBe(texts[1]);
    expect(textToThin(Array.from({ length: typingBounds.edits + 1 }, () => ({ count: 1 })))).toBeUndefined();
    const typed = Array.from({ length: 11 }, (_, index) => insert(0, 'x', index * 3_000));
    expect(thinEdits(typed)).toHaveLength(6);
  });
});
