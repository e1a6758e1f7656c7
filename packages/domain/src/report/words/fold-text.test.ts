import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

/** All characters of Unicode, 64 in each text. */
const everyCharacter = Array.from({ length: 0x110000 / 64 }, (_, block) =>
  String.fromCodePoint(...Array.from({ length: 64 }, (_, index) => block * 64 + index)),
);

const once = (text: string, exact: boolean): void => {
  const folded = foldText(text, exact);
  if (foldText(folded, exact) !== folded) expect.fail(`folded twice is another text: ${JSON.stringify(text)}`);
};

describe.each([false, true])('a text that is compared (exact: %s)', (exact) => {
  it('is folded already after it was folded, whatever its characters', () => {
    for (const characters of everyCharacter) once(characters, exact);
    const text = fc.array(fc.constantFrom(...'aΣσßẞİıǰΐſÅ\u0301\u0308\u0323\u0345\u200d\ufe0f\u3000\ufeff ´ﷺｶﾞ１٢𝟘'), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.oneof(
          text.map((some) => some.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (some) => once(some, exact),
      ),
    );
  });

  it('has no zero-width character, and one form of what is composed', () => {
    const [one, other] = ['caf\u00e9 👩\u200d💻 ❤\ufe0f', '\ufeffca\u200bfe\u0301 👩💻 ❤\u2060'];
    expect(foldText(one, exact)).toBe(foldText(other, exact));
  });
});

it.each([
  ['full width', 'Ｐａｒｉｓ　１０', 'Paris 10'],
  ['half-width kana', 'ﾊﾟﾘ', 'パリ'],
  ['digits of Arabic', '٤٢', '42'],
  ['digits of Persian', '۴۲', '42'],
  ['digits of Devanagari', '४२', '42'],
  ['full-width quotes', '＂ａ＂', '“a”'],
  ['a ligature', 'oﬃce', 'office'],
  ['a space that does not break', 'New\u00a0\u2003York\u3000', 'new york'],
])('%s: %s is %s, and not when it must be exact', (_name, one, other) => {
  expect(foldText(one, false)).toBe(foldText(other, false));
  expect(foldText(one, true)).not.toBe(foldText(other, true));
});

it.each([
  ['case', 'Const', 'const'],
  ['an outer space', 'const ', 'const'],
  ['two spaces', 'new  Map', 'new Map'],
  ['quotes of phones', 'don’t', "don't"],
  ['sharp s', 'STRAẞE', 'Straße'],
])('%s counts when it must be exact', (_name, one, other) => {
  expect(foldText(one, false)).toBe(foldText(other, false));
  expect(foldText(one, true)).not.toBe(foldText(other, true));
});
