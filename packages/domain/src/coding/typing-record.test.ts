import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween } from './text-change.ts';
import { applyEdits, type Edit, recordEdits, type TypedText, type TypingRecord, typingBounds } from './typing-record.ts';

const python = { questionId: 1, language: 'python' } as const;
const recordEdit = (record: TypingRecord, text: Omit<TypedText, 'edits'>, ...edits: Edit[]) => recordEdits(record, { ...text, edits });
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', 'é'), maxLength: 12 });
const typedOver = (texts: readonly string[], every = 3_000): TypingRecord =>
  texts.reduce<TypingRecord>(
    (record, one, index) => recordEdit(record, python, { at: index * every, change: changeBetween(texts[index - 1] ?? '', one) }),
    [],
  );

describe('what was typed over time', () => {
  it('gives the text', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), fc.constantFrom(100, 3_000), (texts, every) => {
        const [typed] = typedOver(texts, every);
        expect(applyEdits('', typed?.edits ?? [])).toBe(texts.at(-1));
      }),
    );
  });

  it('gives nothing if an edit is missing', () => {
    const [typed] = typedOver(['', 'abc', '', 'x']);
    expect(applyEdits('', typed?.edits.slice(2) ?? [])).toBeUndefined();
  });

  it('within two seconds is one edit', () => {
    const [typed] = typedOver(['d', 'de', 'def'], 900);
    expect(typed?.edits).toEqual([{ at: 0, change: [{ from: 0, removed: 0, inserted: 'def' }] }]);
    expect(typedOver(['d', 'de', 'def', 'def '], 900)[0]?.edits).toHaveLength(2);
  });

  it('marks a paste by its size, and joins it with nothing', () => {
    const paste: Edit = { at: 100, change: changeBetween('a', 'apasted'), pasted: 6 };
    const record = [{ at: 0, change: changeBetween('', 'a') }, paste, { at: 200, change: changeBetween('apasted', 'apasted!') }];
    const [typed] = record.reduce<TypingRecord>((all, edit) => recordEdit(all, python, edit), []);
    expect(typed?.edits.map(({ pasted }) => pasted)).toEqual([undefined, 6, undefined]);
  });

  it('each language of a question has a text of its own', () => {
    const first = recordEdit([], python, { at: 0, change: changeBetween('', 'a') });
    const both = recordEdit(first, { questionId: 1, language: 'c' }, { at: 0, change: changeBetween('', 'b') });
    expect(both.map(({ language, edits }) => [language, applyEdits('', edits)])).toEqual([
      ['python', 'a'],
      ['c', 'b'],
    ]);
  });

  it('a clock that goes back leaves the order', () => {
    const first = recordEdit([], python, { at: 5_000, change: changeBetween('', 'a'), pasted: 1 });
    expect(recordEdit(first, python, { at: 10, change: changeBetween('a', 'ab') })[0]?.edits.map(({ at }) => at)).toEqual([5_000, 5_000]);
  });

  it('has at most 5,000 edits: beyond that neighbours are joined, pastes are not, and the text stays', () => {
    const typed = Array.from({ length: 7_000 }, (_, index): Edit => {
      const inserted = index % 100 === 0 ? 'pasted' : 'x';
      return { at: index * 3_000, change: [{ from: 0, removed: 0, inserted }], ...(inserted === 'x' ? {} : { pasted: inserted.length }) };
    });
    const record = Array.from({ length: 70 }, (_, index) => typed.slice(index * 100, index * 100 + 100)).reduce<TypingRecord>(
      (all, edits) => recordEdit(all, python, ...edits),
      [],
    );
    const expected = applyEdits('', typed);
    const edits = record[0]?.edits ?? [];
    expect(edits.length).toBeLessThanOrEqual(typingBounds.edits);
    expect(edits.length).toBeGreaterThan(typingBounds.edits / 3);
    expect(edits.filter(({ pasted }) => pasted === 6)).toHaveLength(70);
    expect(applyEdits('', edits)).toBe(expected);
    expect(edits.map(({ at }) => at)).toEqual(edits.map(({ at }) => at).sort((one, other) => one - other));
  });

  it('does not grow with pastes: what was pasted over is gone, its size stays', () => {
    const large = (letter: string) => letter.repeat(60_000);
    let record: TypingRecord = [];
    let before = '';
    for (let index = 0; index < 40; index += 1) {
      const after = large('abcdefgh'[index % 8] ?? '');
      record = recordEdit(record, python, { at: index * 3_000, change: changeBetween(before, after), pasted: 60_000 });
      before = after;
    }
    const edits = record[0]?.edits ?? [];
    expect(JSON.stringify(record).length).toBeLessThan(2 * typingBounds.size);
    expect(edits.reduce((sum, { pasted = 0 }) => sum + pasted, 0)).toBe(40 * 60_000);
    expect(applyEdits('', edits)).toBe(before);
  });

  it('has at most 1,000 texts; another one is not recorded', () => {
    let record: TypingRecord = [];
    for (let questionId = 1; questionId <= 1_001; questionId += 1)
      record = recordEdit(record, { questionId, language: 'sql' }, { at: 0, change: changeBetween('', 'a') });
    expect(record).toHaveLength(typingBounds.texts);
    expect(recordEdit(record, { questionId: 1, language: 'sql' }, { at: 9_000, change: changeBetween('a', 'ab') })[0]?.edits).toHaveLength(
      2,
    );
  });
});
