import { pause } from '../../pause.ts';
import { drawText, hairline } from '../drawing/draw.ts';
import { artifact, content, type Element, group, newPage, type Sheet } from '../drawing/sheet.ts';
import { at, type Cell, type Column, drawRow, edges, headHeight, heightOf, type Placed } from '../drawing/table.ts';
import { contentWidth, page, styles } from '../drawing/theme.ts';
import type { Paragraph } from '../drawing/typesetter.ts';

const gutter = 28;
/** Of each of the two columns. */
export const sideWidth = (contentWidth - gutter) / 2;

/** How many rows go into the left column and into the right one: as balanced as they fit, or as many as fit. */
const split = (heights: readonly number[], room: number): readonly [left: number, right: number] => {
  const fitting = (from: number, to: number): number => {
    let [used, count] = [0, 0];
    for (const height of heights.slice(from, to)) {
      used += height;
      if (used > room) break;
      count += 1;
    }
    return count;
  };
  const half = Math.ceil(heights.length / 2);
  if (fitting(0, half) + fitting(half, heights.length) === heights.length) return [half, heights.length - half];
  // A row that is taller than a page is drawn all the same.
  const left = Math.max(1, fitting(0, heights.length));
  const right = fitting(left, heights.length);
  // The last row never stands alone on a page.
  return [left, heights.length - left - right === 1 ? right - 1 : right];
};

/** A table whose rows stand in two columns, the first half of a page's rows in the left one. */
export const drawGrid = async (
  sheet: Sheet,
  parent: Element,
  columns: readonly Column[],
  rows: Iterable<readonly Cell[]>,
  onNewPage: () => void,
): Promise<void> => {
  const all: (readonly Cell[])[] = [];
  for (const row of rows) {
    await pause();
    all.push(row);
  }
  const width = columns.reduce((total, column) => total + column.width, 0);
  const sides = [edges(columns), edges(columns, page.left + width + gutter)] as const;
  const titles = columns.map((column) => sheet.typesetter.paragraph(column.title, styles.tableHead, column.width));
  const drawTitle = (place: Placed[number], title: Paragraph | undefined): void => {
    if (title !== undefined) drawText(sheet, title, { x: at(place), y: sheet.y + 4 }, place.align);
  };
  const table = group(sheet, parent, 'Table');
  let done = 0;
  while (done < all.length) {
    const rest = all.slice(done);
    const [left, right] = split(rest.map(heightOf), page.bottom - sheet.y - headHeight);
    const top = sheet.y;
    let bottom = top;
    for (const [side, placed] of sides.entries()) {
      const own = side === 0 ? rest.slice(0, left) : rest.slice(left, left + right);
      if (own.length === 0) continue;
      sheet.y = top;
      if (done === 0 && side === 0) {
        const head = group(sheet, table, 'TR');
        for (const [index, place] of placed.entries())
          content(sheet, head, 'TH', () => drawTitle(place, titles[index]), { scope: 'Column' });
      } else {
        artifact(sheet, 'Pagination', () => {
          for (const [index, place] of placed.entries()) drawTitle(place, titles[index]);
        });
      }
      const from = placed[0]?.x ?? page.left;
      const line = (): void => artifact(sheet, 'Layout', () => hairline(sheet, sheet.y, { from, to: from + width }));
      sheet.y += headHeight - 3;
      line();
      sheet.y += 3;
      for (const cells of own) {
        await pause();
        drawRow(sheet, table, placed, cells, sheet.y);
        sheet.y += heightOf(cells);
        line();
      }
      bottom = Math.max(bottom, sheet.y);
    }
    sheet.y = bottom;
    done += left + right;
    if (done < all.length) {
      newPage(sheet);
      onNewPage();
    }
  }
};
