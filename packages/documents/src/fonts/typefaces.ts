import { basename } from 'node:path';
import { create, type Font, type GlyphRun } from 'fontkit';
import { pause } from '../pause.ts';
import { clustersOf, drawable } from './clusters.ts';
import { type HanForms, type Setting, slicesFor } from './font-slices.ts';
import { loadFont, type Weight } from './load-font.ts';

/** One font file at one weight, opened for one document. */
export type Face = {
  readonly key: string;
  readonly font: Font;
  /** A second copy of the face; the same one at each call. */
  again(): Face;
};
/** `text` is what is drawn for `source`: the same, or a replacement character if no font has it. */
export type Piece = { readonly face: Face; readonly text: string; readonly source: string };

export type Typefaces = {
  /** Opens the faces that draw these texts (NFC) too, with the Han forms of `like` if that is given. Rejects if a font file cannot be read. */
  open(texts: readonly string[], like?: string): Promise<void>;
  /**
   * The faces that draw a cluster of `text` (NFC), in order. One that came about where two texts meet is drawn by those of its characters that
   * were opened. Throws if none was.
   */
  piecesOf(cluster: string, text: string, weight: Weight): readonly Piece[];
};

const asciiCodePoints = Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index);
/** The characters of the report's own words. */
const ownCharacters = `${String.fromCodePoint(...asciiCodePoints)}·−…`;
const replacement = '\ufffd';

const weights = [400, 600] as const satisfies readonly Weight[];
const joiner = /[\u200c\u200d]/g;
const ascii = /^[ -~]$/;

const formsOf = (text: string): HanForms | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : undefined;
};

const covers = ({ font }: Face, cluster: string): boolean =>
  [...cluster.replace(joiner, '')].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** Shapes each text once, for measuring and for drawing. Each caller gets its own positions, because pdfkit scales them in place. */
const rememberLayout = (font: Font): void => {
  const layout = font.layout.bind(font);
  const known = new Map<string, GlyphRun>();
  font.layout = (text) => {
    const run = known.get(text) ?? layout(text, []);
    known.set(text, run);
    return Object.create(run, { positions: { value: run.positions.map((position) => ({ ...position })) } });
  };
};

/**
 * Opened again for each document: fontkit stores with a glyph the first characters that it was used for, and a PDF's text is read from
 * them. Each face needs its own name, because pdfkit treats two fonts of one name as the same.
 */
const openFace = (bytes: Buffer, key: string): Face => {
  const font = create(bytes);
  if (font.type !== 'TTF') throw new Error(`a ${font.type} font, not a TrueType font`);
  Object.defineProperty(font, 'postscriptName', { value: basename(key, '.woff2') });
  rememberLayout(font);
  let second: Face | undefined;
  return {
    key,
    font,
    again: () => {
      second ??= openFace(bytes, key.replace(/(\.woff2)$/, '-again$1'));
      return second;
    },
  };
};

/** `mostFaces`: what lies in further ones has no font. One takes some 20 ms to open, and a text can hold a character of each slice there is. */
type Options = { readonly setting?: Setting; readonly mostFaces?: number };

/**
 * Opens the faces that draw these texts: words at every weight, programs with only ASCII bold. A text without kana or hangul uses the Han
 * forms of the other ones here. Characters that no font has are drawn as U+FFFD. Rejects if a font file cannot be read.
 */
export const openTypefaces = async (
  texts: readonly string[],
  { setting = 'words', mostFaces = Number.POSITIVE_INFINITY }: Options = {},
): Promise<Typefaces> => {
  const context = formsOf(texts.join('\n')) ?? 'sc';
  const faces = new Map<string, Promise<Face>>();
  const pieces = new Map<string, readonly Piece[]>();

  const faceFor = (file: string, weight: Weight): Promise<Face> | undefined => {
    // A name of its own for each setting: pdfkit has one font for a name, and its glyphs the characters of one text.
    const key = file.replace(/wght-normal(?=\.woff2$)/, setting === 'words' ? String(weight) : `${weight}-code`);
    const known = faces.get(key);
    if (known !== undefined || faces.size >= mostFaces) return known;
    const face = loadFont(file, weight).then(async (bytes) => {
      const opened = openFace(bytes, key);
      await pause();
      // What a font reads of its tables before its first glyph takes a turn of its own.
      opened.font.layout(' ', []);
      await pause();
      return opened;
    });
    faces.set(key, face);
    return face;
  };

  const choose = async (cluster: string, forms: HanForms, weight: Weight): Promise<readonly Piece[]> => {
    if (cluster.replace(joiner, '') === '') return [];
    const characters = [...cluster];
    for (const character of characters) {
      for (const file of slicesFor(character.codePointAt(0) ?? 0, forms, setting)) {
        const face = await faceFor(file, weight);
        if (face !== undefined && covers(face, cluster)) return [{ face, text: cluster, source: cluster }];
      }
    }
    if (characters.length > 1) {
      const parts = (await Promise.all(characters.map((one) => choose(one, forms, weight)))).flat();
      if (parts.some((one) => one.text !== replacement)) return parts;
    }
    const [latin = ''] = slicesFor(replacement.charCodeAt(0), forms, setting);
    const face = await faceFor(latin, weight);
    if (face === undefined) throw new Error('the Latin face is opened first');
    return [{ face, text: replacement, source: cluster }];
  };

  const keyOf = (cluster: string, forms: HanForms, weight: Weight): string => `${weight} ${forms} ${cluster}`;

  /** In the Han forms that it was opened with, of parts of a text, or of several in one, whose forms are others by themselves. */
  const openedFor = (cluster: string, weight: Weight): readonly Piece[] | undefined =>
    ([context, 'jp', 'kr'] as const).map((forms) => pieces.get(keyOf(cluster, forms, weight))).find((one) => one !== undefined);

  const openFor = async (text: string, forms: HanForms): Promise<void> => {
    for (const cluster of new Set(clustersOf(text).map((one) => one.text))) {
      for (const weight of weights) {
        if (setting === 'code' && weight === 600 && !ascii.test(cluster)) continue;
        const key = keyOf(cluster, forms, weight);
        const shown = drawable(cluster);
        if (!pieces.has(key)) pieces.set(key, shown === '' ? [] : await choose(shown, forms, weight));
      }
    }
  };

  const open = async (more: readonly string[], like?: string): Promise<void> => {
    for (const text of [ownCharacters, ...more]) {
      await openFor(text, formsOf(like ?? text) ?? context);
      await pause();
    }
  };
  await open(texts.map((one) => one.normalize('NFC')));
  /** Of one text after another each cluster is asked for. */
  let asked = { text: '', forms: formsOf('') };
  return {
    open,
    piecesOf: (cluster, text, weight) => {
      if (text !== asked.text) asked = { text, forms: formsOf(text) };
      const found = pieces.get(keyOf(cluster, asked.forms ?? context, weight)) ?? openedFor(cluster, weight);
      if (found !== undefined) return found;
      const parts = [...cluster].map((one) => openedFor(one, weight));
      if (parts.every((one) => one === undefined)) throw new Error(`no typeface was opened for ${JSON.stringify(cluster)}`);
      return parts.flatMap((one) => one ?? []);
    },
  };
};
