import { describe, expect, it } from 'vitest';
import type { Question } from '../../questions/kinds.ts';
import { keyWords } from '../words/answer-words.ts';
import { hasOtherKey } from './corrected-keys.ts';

const text = (answers: readonly string[], exact?: true): Question => ({
  ...{ questionId: 1, id: 'capital', prompt: 'Where?', marks: 1, penalty: 0, kind: 'text', answers },
  ...(exact === undefined ? {} : { exact }),
});

describe('the key of a text question', () => {
  it('is another one if other answers are right, in whatever order and form they stand', () => {
    const key = text(['Paris', 'paname']);
    for (const same of [
      ['paname', 'Paris'],
      ['Ｐａｒｉｓ', 'PANAME', 'paris'],
    ])
      expect(hasOtherKey(key, text(same))).toBe(false);
    for (const other of [['Paris'], ['Paris', 'panama']]) expect(hasOtherKey(key, text(other))).toBe(true);
  });

  it('is another one if it becomes exact, and by what counts then', () => {
    const key = text(['Paris'], true);
    expect(hasOtherKey(text(['Paris']), key)).toBe(true);
    expect(hasOtherKey(text(['Ｐａｒｉｓ'], true), key)).toBe(true);
    expect(hasOtherKey(text(['Pa\u200bris'], true), key)).toBe(false);
  });

  it('is the same one if it is written the same, however long, and another one if a long one is written otherwise', () => {
    const long = Array.from({ length: 200 }, (_, index) => `City ${index}`);
    expect(hasOtherKey(text(long), text(long.toReversed()))).toBe(false);
    expect(hasOtherKey(text(long), text(long.map((one) => one.toUpperCase())))).toBe(true);
  });

  it('says where it is shown that it is exact', () => {
    expect(keyWords(text(['Paris', 'paname']))).toBe('Paris; paname');
    expect(keyWords(text(['Paris', 'paname'], true))).toBe('Paris; paname (exactly)');
  });
});
