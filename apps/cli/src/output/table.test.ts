import { describe, expect, it } from 'vitest';
import { painter } from './paint.ts';
import { type Column, formatTable } from './table.ts';
import { oneLine, widthOf } from './text.ts';

type Row = { readonly id: number; readonly name: string; readonly note: string | null };
const columns: readonly Column<Row>[] = [
  { head: 'ID', cell: ({ id }) => id, right: true, whole: true },
  { head: 'NAME', cell: ({ name }) => name },
  { head: 'NOTE', cell: ({ note }) => note },
];
const plain = painter({ isTTY: false }, {});
const table = (rows: readonly Row[], width: number): readonly string[] => formatTable(columns, rows, { width, paint: plain }).split('\n');

describe('formatTable', () => {
  it('aligns by terminal cells: wide characters, emoji, combining marks', () => {
    const rows = [
      { id: 1, name: '山田太郎', note: 'a' },
      { id: 12, name: '👩‍👩‍👧 family', note: 'b' },
      { id: 123, name: 'Zoë', note: null },
    ];
    const lines = table(rows, Number.POSITIVE_INFINITY);
    expect(lines).toEqual([' ID  NAME       NOTE', '  1  山田太郎   a', ' 12  👩‍👩‍👧 family  b', '123  Zoë        -']);
    const starts = ['NOTE', 'a', 'b', '-'].map((last, index) =>
      widthOf((lines[index] ?? '').slice(0, (lines[index] ?? '').lastIndexOf(last))),
    );
    expect(new Set(starts).size).toBe(1);
  });

  it('is never wider than the terminal, cuts the widest columns, and never an id', () => {
    const rows = [{ id: 123456789, name: '山田'.repeat(30), note: 'x'.repeat(200) }];
    for (const width of [30, 40, 80]) {
      const lines = table(rows, width);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      expect(lines[1]).toMatch(/^123456789 .*….*…$/);
    }
    expect(table(rows, Number.POSITIVE_INFINITY)[1]).toContain('x'.repeat(200));
  });

  it('leaves out spare columns before it cuts', () => {
    const spared: readonly Column<Row>[] = [
      ...columns.slice(0, 2),
      { head: 'VERSION', cell: () => 1, spare: true },
      { head: 'KEY', cell: () => 'k', spare: true },
    ];
    const at = (width: number): string | undefined =>
      formatTable(spared, [{ id: 1, name: 'Web fundamentals', note: null }], { width, paint: plain }).split('\n')[1];
    expect(at(80)).toBe(' 1  Web fundamentals  1        k');
    expect(at(30)).toBe(' 1  Web fundamentals  1');
    expect(at(20)).toBe(' 1  Web fundamentals');
    expect(at(15)).toBe(' 1  Web fundam…');
  });

  it('removes control and direction characters, so that no text moves the cursor or breaks the line', () => {
    const [, line] = table([{ id: 1, name: 'A\u001b[2J\nB\u202eC\u009bD', note: '\r' }], 80);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what must not be there.
    expect(line).not.toMatch(/[\u0000-\u001f\u0080-\u009f\u202e]/);
    expect(oneLine('a\r\nb')).toBe('a b');
  });
});
