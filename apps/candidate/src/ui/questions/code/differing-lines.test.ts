import { describe, expect, it } from 'vitest';
import { differingLines } from './differing-lines.ts';

const marked = (expected: string, actual: string) => {
  const lines = differingLines(expected, actual);
  return [lines.expected, lines.actual].map((side) => side.filter(({ differs }) => differs).map(({ text }) => text));
};

describe('the lines of two outputs', () => {
  it('are marked where they differ', () => {
    expect(marked('1\n2\n3\n', '1\n5\n3\n')).toEqual([['2'], ['5']]);
  });

  it('are marked where one has more', () => {
    expect(marked('1\n', '1\n2\n')).toEqual([[], ['2']]);
    expect(marked('1\n2', '')).toEqual([['1', '2'], ['']]);
  });

  it('are marked for their spaces only if nothing else differs, and the spaces are seen', () => {
    expect(marked('a b\nc\n', 'a  b \nd\n')).toEqual([['c'], ['d']]);
    expect(marked('a b\n', 'a  b \n')).toEqual([['a b'], ['a··b·']]);
    expect(marked('a\tb', 'a b')).toEqual([['a→b'], ['a b']]);
  });

  it('do not differ by the line break at the end or by carriage returns', () => {
    expect(marked('1\n2\n', '1\r\n2')).toEqual([[], []]);
  });
});
