import { describe, expect, it } from 'vitest';
import type { TypedEdit } from '../server/protocol.ts';
import { noTyping } from '../session/attempt-state.ts';
import type { StoredTyping } from './answer-store.ts';
import { recordWritten, type Written } from './typing-record.ts';

type Change = Pick<Written, 'text' | 'at'> & Partial<Written>;

/** Records texts one after the other, as an editor reports them. */
const record = (start: string, changes: readonly Change[], from: StoredTyping = noTyping): StoredTyping =>
  changes.reduce<{ readonly typing: StoredTyping; readonly before: string }>(
    ({ typing, before }, change) => {
      const written = { questionId: 3, language: 'python' as const, before, isPasted: false, ...change };
      return { typing: { ...typing, ...recordWritten(typing, written) }, before: change.text };
    },
    { typing: from, before: start },
  ).typing;

/** The text after the edits; each is of the text before it. */
const applyEdits = (start: string, edits: readonly TypedEdit[]): string =>
  edits.reduce(
    (before, { change }) =>
      change.reduceRight((text, { from, removed, inserted }) => text.slice(0, from) + inserted + text.slice(from + removed), before),
    start,
  );

describe('what is typed', () => {
  it('within two seconds is one edit', () => {
    const { edits } = record('', [
      { text: 'a', at: 100 },
      { text: 'ab', at: 1_000 },
      { text: 'abc', at: 2_050 },
      { text: 'abcd', at: 2_200 },
    ]);
    expect(edits).toEqual([
      { questionId: 3, language: 'python', at: 100, change: [{ from: 0, removed: 0, inserted: 'abc' }] },
      { questionId: 3, language: 'python', at: 2_200, change: [{ from: 3, removed: 0, inserted: 'd' }] },
    ]);
  });

  it('gives the text again, change by change', () => {
    const { edits } = record('print()\n', [
      { text: 'print(1)\n', at: 0 },
      { text: 'print(12)\n', at: 500 },
      { text: 'x = 12\nprint(12)\n', at: 5_000 },
      { text: 'x = 12\nprint(x)\n', at: 5_500 },
    ]);
    expect(edits.length).toBe(2);
    expect(applyEdits('print()\n', edits)).toBe('x = 12\nprint(x)\n');
  });

  it('is an edit of its own where it was pasted, with its size', () => {
    const { edits } = record('', [
      { text: 'a', at: 0 },
      { text: 'a pasted', at: 100, isPasted: true },
      { text: 'a pasted.', at: 200 },
    ]);
    expect(edits.map(({ pasted }) => pasted)).toEqual([undefined, 7, undefined]);
  });

  it('in another language or question is another edit', () => {
    const { edits } = record('', [
      { text: 'a', at: 0 },
      { text: 'b', at: 100, language: 'javascript', before: '' },
      { text: 'c', at: 200, questionId: 4, before: '' },
    ]);
    expect(edits.map(({ questionId, language }) => `${questionId} ${language}`)).toEqual(['3 python', '3 javascript', '4 python']);
  });

  it('does not change an edit that is being sent', () => {
    const first = record('', [{ text: 'a', at: 0 }]);
    const { edits } = record('a', [{ text: 'ab', at: 100 }], { ...first, trying: 1 });
    expect(edits.length).toBe(2);
  });
});

describe('what was not recorded', () => {
  it('because the text was too long is in the next edit', () => {
    const long = 'x'.repeat(70_000);
    const { edits } = record('a', [
      { text: `a${long}`, at: 0, isPasted: true },
      { text: 'ab', at: 9_000 },
    ]);
    expect(edits).toMatchObject([{ at: 9_000, change: [{ from: 1, removed: 0, inserted: 'b' }] }]);
  });

  it('because the page was killed is in the next edit', () => {
    const stored = { ...noTyping, recorded: { '3 python': 'abc' } };
    const { edits } = record('abc and more', [{ text: 'abc and more!', at: 0 }], stored);
    expect(applyEdits('abc', edits)).toBe('abc and more!');
  });

  it('because there were 5,000 edits is in the next one that has room', () => {
    const edit = { questionId: 3, language: 'python' as const, at: 0, change: [] };
    const full = record('a', [{ text: 'ab', at: 9_000 }], { ...noTyping, edits: Array.from({ length: 5_000 }, () => edit) });
    expect(full.edits.length).toBe(5_000);
    const { edits } = record('ab', [{ text: 'abc', at: 20_000 }], { ...full, edits: [] });
    expect(applyEdits('a', edits)).toBe('abc');
  });
});
