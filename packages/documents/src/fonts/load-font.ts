/// <reference path="./subset-font.d.ts" />
import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

export type Weight = 400 | 600;

/** At 20 to 180 KB each this is at most 15 MB, and enough for a page in a dozen scripts. */
const mostFonts = 128;

const loaded = new Map<string, Promise<Buffer>>();

const instance = async (file: string, weight: Weight): Promise<Buffer> =>
  subsetFont(await readFile(file), undefined, { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght: weight } });

/**
 * A slice of a variable font as TrueType at one weight; the most recently used ones are cached. Rejects if the file cannot be read.
 *
 * The weight is fixed because fontkit does not read variations from WOFF2 and does not move accents and marks with them.
 */
export const loadFont = (file: string, weight: Weight): Promise<Buffer> => {
  const key = `${weight} ${file}`;
  const font = loaded.get(key) ?? instance(file, weight);
  loaded.delete(key);
  loaded.set(key, font);
  font.catch(() => loaded.delete(key));
  for (const oldest of loaded.keys()) {
    if (loaded.size <= mostFonts) break;
    loaded.delete(oldest);
  }
  return font;
};
