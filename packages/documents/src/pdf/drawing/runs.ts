import bidiModule from 'bidi-js';
import { type Cluster, clustersOf } from '../../fonts/clusters.ts';
import type { Weight } from '../../fonts/load-font.ts';
import type { Face, Piece, Typefaces } from '../../fonts/typefaces.ts';

// The cast holds because the types describe an ES module while Node loads the function itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** A cluster, or the part of one that one face draws, with its bidi level: odd runs right to left. */
export type Atom = Cluster & Piece & { readonly level: number };
/** Text in one face and one direction: `text` in the order that fontkit needs, `source` in reading order. */
export type Run = { readonly face: Face; readonly text: string; readonly source: string; readonly rightToLeft: boolean };

const plain = /^[ -~]*$/;
const writtenRightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u;
// Thai sara am is a ring and a letter, and a tone mark belongs above the ring. fontkit does not reorder them, other shapers do.
const thaiAm = /([\u0e48-\u0e4b]?)\u0e33/g;
const firstOfAScript = /[^\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * A paragraph in reading order; `auto` gives it the direction of its first strong character. `like` is the text whose Han forms were opened
 * for it.
 */
export const atomsOf = (
  text: string,
  weight: Weight,
  typefaces: Typefaces,
  { direction = 'auto', like = text }: { readonly direction?: 'auto' | 'ltr'; readonly like?: string } = {},
): readonly Atom[] => {
  const levels = plain.test(text) ? undefined : bidi.getEmbeddingLevels(text, direction).levels;
  return clustersOf(text).flatMap(({ text: cluster, start, end }) =>
    typefaces.piecesOf(cluster, like, weight).map((piece) => ({ ...piece, start, end, level: levels?.[start] ?? 0 })),
  );
};

/** Rule L2 of UAX #9: from the highest level to the lowest odd one, runs at that level or above are reversed. */
const toVisualOrder = <Item extends { readonly level: number }>(items: readonly Item[]): readonly Item[] => {
  const order = [...items];
  const highest = Math.max(0, ...items.map((one) => one.level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while ((order[end]?.level ?? -1) >= level) end += 1;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
};

const mirrored = (text: string): string => Array.from(text, (one) => bidi.getMirroredCharacter(one) ?? one).join('');

const toRun = (atoms: readonly Atom[], face: Face, level: number): Run => {
  const odd = level % 2 === 1;
  const inOrder = atoms.map((one) => (odd ? mirrored(one.text) : one.text));
  // fontkit reverses only text that begins in a right-to-left script; digits and signs alone have no script.
  const reversedByFontkit = writtenRightToLeft.test(firstOfAScript.exec(inOrder.join(''))?.[0] ?? '');
  const text = (odd === reversedByFontkit ? inOrder : inOrder.reverse()).join('').replace(thaiAm, '\u0e4d$1\u0e32');
  return { face, text, source: atoms.map((one) => one.source).join(''), rightToLeft: odd };
};

/** One line of a paragraph, from left to right. */
export const runsOf = (line: readonly Atom[]): readonly Run[] => {
  const groups: { readonly face: Face; readonly level: number; readonly atoms: Atom[] }[] = [];
  for (const atom of line) {
    const last = groups.at(-1);
    // Spaces between words of a right-to-left line are runs of their own, as PDF readers expect.
    const apart = atom.level % 2 === 1 && (atom.text.trim() === '' || last?.atoms.at(-1)?.text.trim() === '');
    if (last !== undefined && last.face === atom.face && last.level === atom.level && !apart) last.atoms.push(atom);
    else groups.push({ face: atom.face, level: atom.level, atoms: [atom] });
  }
  return toVisualOrder(groups).map(({ atoms, face, level }) => toRun(atoms, face, level));
};
