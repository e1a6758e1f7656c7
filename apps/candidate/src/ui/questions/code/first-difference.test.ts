import { describe, expect, it } from 'vitest';
import { type Excerpt, firstDifference, visible } from './first-difference.ts';

const shown = ({ before, differs, after }: Excerpt): string => `${before}[${differs}]${after}`;
const of = (expected: string, actual: string) => {
  const found = firstDifference(expected, actual);
  return found && [found.line, found.column, shown(found.expected), shown(found.actual)];
};

describe('the first difference of two outputs', () => {
  it('is where it is in the output, with its line', () => {
    expect(of('1\nabc\n', '1\naxc\n')).toEqual([2, 2, 'a[b]c↵', 'a[x]c↵']);
  });

  it('is none of spaces where something else differs too', () => {
    expect(of('a b\nc\n', 'a  b \r\nd\n')).toEqual([2, 1, '[c]↵', '[d]↵']);
    expect(of('ab', 'a b')).toEqual([1, 2, 'a[b]', 'a[·]b']);
  });

  it('is of spaces, carriage returns and line ends where nothing else differs', () => {
    expect(of('a\tb', 'a b')).toEqual([1, 2, 'a[→]b', 'a[·]b']);
    expect(of('a\n', 'a\r\n')).toEqual([1, 2, 'a[↵]', 'a[⟨CR⟩]↵']);
    expect(of('a\n', 'a')).toEqual([1, 2, 'a[↵]', 'a[■]']);
  });

  it('is at the end of the output that has less', () => {
    expect(of('1\n2\n', '1\n')).toEqual([2, 1, '[2]↵', '[■]']);
    expect(of('1', '')).toEqual([1, 1, '[1]', '[■]']);
  });

  it('shows what has no width by its number', () => {
    expect(of('ab', 'a\u200Bb')).toEqual([1, 2, 'a[b]', 'a[⟨U+200B⟩]b']);
    expect(visible('\u00A0\u202E\u0000\uFEFF😀é')).toBe('⟨U+00A0⟩⟨U+202E⟩⟨U+0000⟩⟨U+FEFF⟩😀é');
  });

  it('shows only some of a long line', () => {
    const [, column, , actual] = of(`${'x'.repeat(100)}1${'y'.repeat(100)}`, `${'x'.repeat(100)}2${'y'.repeat(100)}`) ?? [];
    expect([column, actual]).toEqual([101, `…${'x'.repeat(30)}[2]${'y'.repeat(30)}…`]);
  });

  it('is none of equal outputs', () => {
    expect(of('1\n', '1\n')).toBeUndefined();
  });
});
