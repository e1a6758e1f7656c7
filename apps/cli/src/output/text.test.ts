import { describe, expect, it } from 'vitest';
import { bar, cell, chop, oneLine, truncate, widthOf, wrap } from './text.ts';

describe('text in columns', () => {
  it.each(['Ana', '李小龙', '👩‍👩‍👧 family', 'é́', 'a'.repeat(40), '数学数学数学数学', ''])(
    'a cell is exactly as wide as its column: %j',
    (text) => {
      for (const width of [1, 2, 5, 11]) expect(widthOf(cell(text, width))).toBe(width);
    },
  );

  it('columns of wide characters and emoji line up', () => {
    const widths = ['Ana', '李小龙', '🧮🧮🧮🧮🧮'].map((name) => widthOf(`${cell(name, 8)}  ${cell('7', 4, 'right')}`));
    expect(widths).toEqual([14, 14, 14]);
  });

  it('cuts at whole characters and marks the cut', () => {
    expect(truncate('山田太郎', 8)).toBe('山田太郎');
    expect(truncate('山田太郎', 7)).toBe('山田太…');
    expect(truncate('山田太郎', 6)).toBe('山田…');
    expect(truncate('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
  });

  it('what is cut off shows as …, and no wide character is cut in half', () => {
    expect(truncate('李小龙王', 6)).toBe('李小…');
    expect(truncate('short', 5)).toBe('short');
  });

  it('escape sequences, line breaks and direction marks never reach the terminal', () => {
    expect(oneLine('a\u001b[31mb\nc\u202ed')).toBe('a [31mb c d');
  });

  it('a URL is cut into lines that join to the URL', () => {
    const url = `https://assay.example/take/${'x'.repeat(150)}`;
    const lines = chop(url, 78);
    expect(lines.join('')).toBe(url);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(78);
  });

  it('a sentence breaks at spaces, and a word that is longer than the line within itself', () => {
    expect(wrap('not reachable:  connect ECONNREFUSED', 12)).toEqual(['not', 'reachable:', 'connect', 'ECONNREFUSED']);
    expect(wrap('see https://assay.example now', 10)).toEqual(['see', 'https://as', 'say.exampl', 'e now']);
    expect(wrap('李小龙 李小龙', 8)).toEqual(['李小龙', '李小龙']);
    expect(wrap('', 10)).toEqual([]);
  });

  it.each([
    [0, ''],
    [0.5, '██▌'],
    [1, '█████'],
    [7, '█████'],
    [-1, ''],
    [Number.NaN, ''],
  ])('a bar filled by %d', (share, filled) => {
    expect(bar(share, 5).trimEnd()).toBe(filled);
    expect(widthOf(bar(share, 5))).toBe(5);
  });
});
