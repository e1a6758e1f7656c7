import type { Face } from '../../fonts/typefaces.ts';
import type { Run } from './runs.ts';

/** `width` in points. `actual` is the text for copying and screen readers, if the glyphs do not give it. */
export type SetRun = Pick<Run, 'face' | 'text'> & { readonly width: number; readonly actual?: string };

/** `advance` in ems; `characters` are the source characters of each glyph, from left to right, none for a missing glyph. */
type Shape = { readonly advance: number; readonly characters: readonly string[] };

const mostCopies = 4;

export type Shaper = {
  /** The width in ems. */
  advanceOf(run: Pick<Run, 'face' | 'text'>): number;
  /** `source` is what a reader of the file gets back. */
  setRun(run: Run, size: number, source: string): SetRun;
};

/** Measures runs, each once, and finds out whether their glyphs give back the text that they stand for. */
export const makeShaper = (): Shaper => {
  const shapes = new Map<Face, Map<string, Shape>>();

  const shape = ({ face, text }: Pick<Run, 'face' | 'text'>): Shape => {
    const ofFace = shapes.get(face) ?? new Map<string, Shape>();
    shapes.set(face, ofFace);
    const known = ofFace.get(text);
    if (known !== undefined) return known;
    const { glyphs, advanceWidth } = face.font.layout(text, []);
    const characters = glyphs.map((glyph) => (glyph.id === 0 ? '' : String.fromCodePoint(...glyph.codePoints)));
    const shaped = { advance: advanceWidth / face.font.unitsPerEm, characters };
    ofFace.set(text, shaped);
    return shaped;
  };

  const isReadable = (run: Run, source: string): boolean => {
    const { characters } = shape(run);
    const read = (run.rightToLeft ? characters.toReversed() : characters).join('');
    // A joiner between Arabic letters changes their forms and has no glyph, or an empty one.
    const lettersOf = (text: string): string => text.replace(/[ \u200c\u200d]/g, '');
    return read === source || (run.rightToLeft && source.trim() !== '' && lettersOf(read) === lettersOf(source));
  };

  const setRun = (run: Run, size: number, source: string): SetRun => {
    const set = ({ face, text }: Run) => ({ face, text, width: shape(run).advance * size });
    if (isReadable(run, source)) return set(run);
    // Arabic letters share glyphs and differ by their dots, so a glyph that was used for one letter needs a second copy of the font for
    // another. ActualText is no alternative: Poppler and others do not reverse it when it runs from right to left.
    if (run.rightToLeft) {
      for (let copy = run.face.again(), tries = 0; tries < mostCopies; copy = copy.again(), tries += 1) {
        if (isReadable({ ...run, face: copy }, source)) return set({ ...run, face: copy });
      }
    }
    return { ...set(run), actual: source };
  };

  return { advanceOf: (run) => shape(run).advance, setRun };
};
