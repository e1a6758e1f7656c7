import { describe, expect, it } from 'vitest';
import { countWords } from './count-words.ts';

describe('words of a text', () => {
  it.each([
    ['', 0],
    [' \n\t', 0],
    ['One', 1],
    ['One two,  three.\nFour', 4],
    ["don't – half-way", 2],
    ['a – b … !', 2],
    ['3.14 is 22/7', 3],
    ['東京へ行く', 5],
    ['東京 Tokyo', 3],
    ['カタカナabc', 5],
    ['안녕하세요 세계', 2],
    ['مرحبا بالعالم', 2],
    ['नमस्ते दुनिया', 2],
  ])('%j: %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it('of a text as long as an answer may be, in moments', () => {
    expect(countWords('x'.repeat(40_000))).toBe(1);
    expect(countWords('x '.repeat(20_000))).toBe(20_000);
  });
});
