import type { SimilarPair } from '@assay/domain';
import type { Output } from './output.ts';
import { cell, widthOf } from './text.ts';

type Compared = Pick<SimilarPair, 'parts'> & { readonly left: string; readonly right: string };
type Rows = (readonly [left: number | null, right: number | null])[];

const linesOf = (source: string): readonly string[] =>
  source
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replaceAll('\t', '    '));

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The letter of the part in which a line is. */
const letterOf = (parts: SimilarPair['parts'], side: 'left' | 'right', line: number): string => {
  const index = parts.findIndex((part) => part[side].from <= line && line <= part[side].to);
  return index < 0 ? ' ' : (letters[index % letters.length] ?? ' ');
};

/** The longest parts that stand in the same order in both. */
const inOrder = (parts: SimilarPair['parts']): SimilarPair['parts'] => {
  const kept: SimilarPair['parts'] = [];
  for (const part of parts.toSorted((one, other) => other.tokens - one.tokens))
    if (kept.every((one) => one.left.from < part.left.from === one.right.from < part.right.from)) kept.push(part);
  return kept.toSorted((one, other) => one.left.from - other.left.from);
};

/** Lines in rows, such that these parts begin in one row. */
const rowsOf = (parts: SimilarPair['parts'], left: number, right: number): Rows => {
  const rows: Rows = [];
  let [atLeft, atRight] = [1, 1];
  const readOn = (toLeft: number, toRight: number): void => {
    while (atLeft < toLeft || atRight < toRight) {
      rows.push([atLeft < toLeft ? atLeft : null, atRight < toRight ? atRight : null]);
      atLeft += atLeft < toLeft ? 1 : 0;
      atRight += atRight < toRight ? 1 : 0;
    }
  };
  for (const part of inOrder(parts)) if (part.left.from >= atLeft && part.right.from >= atRight) readOn(part.left.from, part.right.from);
  readOn(left + 1, right + 1);
  return rows;
};

/** No wider, where the output has no width. */
const widest = 80;

/** Two programs beside each other; lines that both have carry the letter of their part. */
export const besideEachOther = ({ left, right, parts }: Compared, { width, paint }: Pick<Output, 'width' | 'paint'>): readonly string[] => {
  const sides = { left: linesOf(left), right: linesOf(right) };
  const digits = String(Math.max(sides.left.length, sides.right.length)).length;
  const head = digits + 4;
  const longest = [...sides.left, ...sides.right].reduce((most, line) => Math.max(most, widthOf(line)), 1);
  const room = Number.isFinite(width) ? Math.max(8, Math.floor((width - 3) / 2) - head) : Math.min(widest, longest);
  const shown = (side: 'left' | 'right', line: number | null): string => {
    if (line === null) return ' '.repeat(head + room);
    const letter = letterOf(parts, side, line);
    const text = cell(sides[side][line - 1] ?? '', room);
    const number = paint('quiet', String(line).padStart(digits));
    return letter === ' ' ? `  ${number}  ${text}` : `${paint('waiting', letter)} ${number}  ${paint('waiting', text)}`;
  };
  return rowsOf(parts, sides.left.length, sides.right.length).map(([one, other]) =>
    `${shown('left', one)} │ ${shown('right', other)}`.trimEnd(),
  );
};
