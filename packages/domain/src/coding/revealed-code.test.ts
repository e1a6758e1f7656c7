import { describe, expect, it } from 'vitest';
import { revealed, revealedCode } from './revealed-code.ts';

describe('a line of a program, as people are shown it', () => {
  it.each([
    ['\u001b[31mred', '<U+001B>[31mred'],
    ['a\u202e b\u2066c', 'a<U+202E> b<U+2066>c'],
    ['x\u200by\u00ad\ufeff', 'x<U+200B>y<U+00AD><U+FEFF>'],
    ['a\u00a0b\u2028c', 'a<U+00A0>b<U+2028>c'],
    ['is\u200dAdmin', 'is<U+200D>Admin'],
    ['\u3164 \u{e0041}', '<U+3164> <U+E0041>'],
    ['a\ud800', 'a<U+D800>'],
    [`e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}<U+0301><U+0301>`],
    ['a\ufe0f\ufe0f', 'a\ufe0f<U+FE0F>'],
  ])('%j has its unseen characters by number', (text, shown) => expect(revealed(text)).toBe(shown));

  it.each(['\tprint("ä")  # 你好', 'می\u200cخواهم', 'क्\u200dष', '👩\u200d💻 ❤\ufe0f', 'x\u3000y', 'שלום'])('%j stays as it is', (text) =>
    expect(revealed(text)).toBe(text),
  );

  it('says which parts are numbers: a program may hold such a text itself', () => {
    expect(revealedCode('<U+202E>\u202e')).toEqual([
      { text: '<U+202E>', hidden: false },
      { text: '<U+202E>', hidden: true },
    ]);
    expect(revealedCode('')).toEqual([]);
  });

  it('a long line takes one pass', () => {
    expect(revealedCode('\u202e'.repeat(65_536))).toHaveLength(65_536);
  });
});
