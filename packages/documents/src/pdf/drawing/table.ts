import { pause } from '../../pause.ts';
import { drawText, hairline } from './draw.ts';
import { artifact, content, type Element, fits, group, newPage, type Sheet } from './sheet.ts';
import { page, styles } from './theme.ts';
import type { Paragraph } from './typesetter.ts';

/** `width` in points; a right-aligned column ends its text at its right edge. `gap`: what of the width the title leaves free. */
export type Column = { readonly title: string; readonly width: number; readonly align: 'left' | 'right'; readonly gap?: number };
/** A cell. `draw` gets its top left corner and adds the content to the cell's element. */
export type Cell = { readonly height: number; readonly draw: (cell: Element, x: number, y: number) => void };

const padding = 4.5;
export const headHeight = 22;

/** Height of the head and a first row, which stay on one page with the heading above. */
export const beginningHeight = headHeight + 2 * (styles.body.size * 1.4 + 2 * padding);

/** Height of a head and so many rows of one line each. */
export const leastHeight = (rows: number): number => headHeight + rows * (styles.tableText.size * 1.4 + 2 * padding);

export const heightOf = (cells: readonly Cell[]): number => Math.max(...cells.map((cell) => cell.height)) + 2 * padding;

/** Each row with the height of those that must follow it on its page: the last row never stands alone. */
const withFollowing = function* (rows: Iterable<readonly Cell[]>): Generator<readonly [cells: readonly Cell[], following: number]> {
  const held: (readonly Cell[])[] = [];
  for (const row of rows) {
    held.push(row);
    const first = held.length > 2 ? held.shift() : undefined;
    if (first !== undefined) yield [first, 0];
  }
  const [first, last] = held;
  if (first !== undefined) yield [first, last === undefined ? 0 : heightOf(last)];
  if (last !== undefined) yield [last, 0];
};

export const edges = (columns: readonly Column[], left: number = page.left): readonly (Column & { readonly x: number })[] => {
  let x: number = left;
  return columns.map((column) => {
    const placed = { ...column, x };
    x += column.width;
    return placed;
  });
};

export const at = ({ x, width, align }: { readonly x: number; readonly width: number; readonly align: 'left' | 'right' }): number =>
  align === 'right' ? x + width : x;

export const textCell = (sheet: Sheet, text: Paragraph, align: 'left' | 'right', width: number): Cell => ({
  height: text.height,
  draw: (cell, x, y) => content(sheet, cell, 'P', () => drawText(sheet, text, { x: align === 'right' ? x + width : x, y }, align)),
});

export type Placed = ReturnType<typeof edges>;

export const drawRow = (sheet: Sheet, table: Element, placed: Placed, cells: readonly Cell[], y: number): void => {
  const row = group(sheet, table, 'TR');
  for (const [index, cell] of cells.entries()) {
    const first = index === 0;
    const element = group(sheet, row, first ? 'TH' : 'TD', first ? { scope: 'Row' } : {});
    cell.draw(element, placed[index]?.x ?? page.left, y + padding);
  }
};

const titlesOf = <One extends Column>(
  sheet: Sheet,
  columns: readonly One[],
): readonly { readonly column: One; readonly text: Paragraph }[] =>
  columns.map((column) => {
    const { title, width, gap = 0 } = column;
    return { column, text: sheet.typesetter.paragraph(title, styles.tableHead, width - gap) };
  });

const headHeightOf = (titles: ReturnType<typeof titlesOf>): number => Math.max(headHeight, ...titles.map(({ text }) => text.height + 10));

/** The same as `beginningHeight` where titles may have several lines. */
export const beginningHeightOf = (sheet: Sheet, columns: readonly Column[]): number =>
  headHeightOf(titlesOf(sheet, columns)) - headHeight + beginningHeight;

/**
 * A table over as many pages as it needs, with its head on each of them. `rows` are produced one at a time. `onNewPage` draws what is
 * above a repeated head.
 */
export const drawTable = async (
  sheet: Sheet,
  parent: Element,
  columns: readonly Column[],
  rows: Iterable<readonly Cell[]>,
  onNewPage: () => void = () => undefined,
): Promise<void> => {
  const placed = edges(columns);
  const titles = titlesOf(sheet, placed);
  const height = headHeightOf(titles);
  const underHead = (): void => {
    sheet.y += height;
    artifact(sheet, 'Layout', () => hairline(sheet, sheet.y - 3));
  };
  const drawTitle = ({ column, text }: (typeof titles)[number]): void =>
    drawText(sheet, text, { x: at(column), y: sheet.y + 4 }, column.align);

  const table = group(sheet, parent, 'Table');
  const head = group(sheet, table, 'TR');
  for (const title of titles) content(sheet, head, 'TH', () => drawTitle(title), { scope: 'Column' });
  underHead();

  for (const [cells, following] of withFollowing(rows)) {
    await pause();
    const rowHeight = heightOf(cells);
    if (!fits(sheet, rowHeight + following)) {
      newPage(sheet);
      onNewPage();
      // The head is in the structure once: a screen reader would read a repeated one on each page.
      artifact(sheet, 'Pagination', () => titles.forEach(drawTitle));
      underHead();
    }
    drawRow(sheet, table, placed, cells, sheet.y);
    sheet.y += rowHeight;
    artifact(sheet, 'Layout', () => hairline(sheet, sheet.y));
  }
};
