import { describe, expect, it } from 'vitest';
import { openTypefaces } from './typefaces.ts';

const filesFor = async (text: string, around: readonly string[] = []): Promise<readonly string[]> => {
  const typefaces = await openTypefaces([text, ...around]);
  return [...text].flatMap((one) => typefaces.piecesOf(one, text, 400).map(({ face }) => face.font.postscriptName));
};

describe('the typeface of a character', () => {
  it.each([
    ['a', 'noto-sans-latin-400'],
    ['ж', 'noto-sans-cyrillic-400'],
    ['λ', 'noto-sans-greek-400'],
    ['م', 'noto-sans-arabic-arabic-400'],
    ['ש', 'noto-sans-hebrew-hebrew-400'],
    ['क', 'noto-sans-devanagari-400'],
    ['ก', 'noto-sans-thai-thai-400'],
    ['🎉', 'noto-emoji-4-400'],
  ])('%s is in %s', async (character, name) => expect(await filesFor(character)).toEqual([name]));

  it.each([
    ['骨', [], 'sc'],
    ['骨の', [], 'jp'],
    ['骨 김', [], 'kr'],
    ['骨', ['東京のテスト'], 'jp'],
    ['骨', ['서울'], 'kr'],
  ])('Han characters of %s beside %j take the forms of %s', async (text, around, forms) => {
    const [first] = await filesFor(text, around);
    expect(first).toMatch(new RegExp(`^noto-sans-${forms}-`));
  });

  it('a letter and its accent are drawn by one font, so that the accent stands on the letter', async () => {
    const [cluster, text] = ['q\u0304', 'q\u0304x'];
    const pieces = (await openTypefaces([text])).piecesOf(cluster, text, 600);
    expect(pieces.map((piece) => piece.text)).toEqual([cluster]);
  });

  it('what no font has is drawn as U+FFFD, one for one that a reader sees', async () => {
    const cluster = '\u{10380}\u200d';
    const pieces = (await openTypefaces([cluster])).piecesOf(cluster, cluster, 400);
    expect(pieces.map(({ text, source }) => ({ text, source }))).toEqual([{ text: '\ufffd', source: cluster }]);
  });

  it('an emoji of several characters is one glyph', async () => {
    const cluster = '👩‍💻';
    const [piece, ...more] = (await openTypefaces([cluster])).piecesOf(cluster, cluster, 400);
    expect(more).toEqual([]);
    expect(piece?.face.font.layout(cluster).glyphs).toHaveLength(1);
  });

  it('a text that nothing was opened for is a bug, not a gap', async () => {
    const typefaces = await openTypefaces(['a']);
    expect(() => typefaces.piecesOf('ж', 'ж', 400)).toThrow('no typeface was opened for "ж"');
  });
});
