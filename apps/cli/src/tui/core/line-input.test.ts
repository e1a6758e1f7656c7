import { describe, expect, it } from 'vitest';
import { editLine, lineOf, typeInto } from './line-input.ts';

describe('a line that is typed', () => {
  it('takes text at the cursor', () => {
    const line = editLine(editLine(lineOf('Aa'), 'left'), 'left');
    expect(typeInto(line, 'xy')).toEqual({ text: 'xyAa', cursor: 2 });
  });

  it('erases a whole grapheme', () => {
    expect(editLine(lineOf('a👩‍👩‍👧'), 'erase')).toEqual({ text: 'a', cursor: 1 });
    expect(editLine(editLine(lineOf('ab'), 'start'), 'erase-next')).toEqual({ text: 'b', cursor: 0 });
    expect(editLine(lineOf('one two '), 'erase-word')).toEqual({ text: 'one ', cursor: 4 });
    expect(editLine(lineOf(''), 'erase')).toEqual({ text: '', cursor: 0 });
  });

  it('a pasted text of several lines becomes one', () => {
    expect(typeInto(lineOf(''), 'a\nb').text).toBe('a b');
  });
});
