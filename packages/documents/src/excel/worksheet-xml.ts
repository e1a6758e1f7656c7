import type { Pause } from '../pause.ts';
import { type Cell, cellXml, columnName } from './cell.ts';
import { officeRelations } from './relations.ts';
import type { Chart, Sheet } from './sheet.ts';
import { barColor } from './styles.ts';

/** One `sheetN.xml`: a sheet, or as much of it as Excel's limit allows. `lastRow` is known when it is written. */
export type Piece = { readonly sheet: Sheet; readonly name: string; lastRow: number };

/** Stands in the first part of a sheet, where its cells are. */
export const chartOf = ({ sheet, name }: Piece): Chart | undefined => (name === sheet.name ? sheet.chart : undefined);

/** `next` is the next row, if any; `take` removes it, so that a part can end before it. */
export type Rows = { next(): Promise<readonly Cell[] | undefined> };

const charactersOfChunk = 32_768;

/** The range of the filter, `A1:P9`; null in a sheet without a header. */
export const filterRange = ({ sheet, lastRow }: Piece): string | null =>
  sheet.header === null ? null : `A1:${columnName(sheet.header.length - 1)}${lastRow}`;

const rowHeight = 15;
/** Excel's limit is 409.5. */
const tallestRow = 405;

/** Only Excel makes a row as high as its text by itself. */
const heightOf = (cells: readonly Cell[], { wraps, widths }: Sheet): string => {
  const text = wraps === null ? undefined : cells[wraps]?.value;
  const width = wraps === null ? undefined : widths[wraps];
  if (typeof text !== 'string' || width === undefined) return '';
  const lines = text.split('\n').reduce((total, line) => total + Math.max(1, Math.ceil(line.length / width)), 0);
  return lines === 1 ? '' : ` ht="${Math.min(lines * rowHeight, tallestRow)}" customHeight="1"`;
};

const rowStart = (number: number, cells: readonly Cell[], sheet: Sheet): string =>
  `<row r="${number}"${sheet.wraps === null ? '' : heightOf(cells, sheet)}>`;

/** The header, and the columns that say who a row is about, stay in view. */
const frozenPane = ({ header, frozen }: Sheet): string => {
  const [rows, place] = [header === null ? 0 : 1, `${columnName(frozen)}${header === null ? 1 : 2}`];
  if (rows === 0 && frozen === 0) return '';
  const pane = frozen === 0 ? 'bottomLeft' : rows === 0 ? 'topRight' : 'bottomRight';
  const splits = `${frozen === 0 ? '' : `xSplit="${frozen}" `}${rows === 0 ? '' : `ySplit="${rows}" `}`;
  return `<pane ${splits}topLeftCell="${place}" activePane="${pane}" state="frozen"/><selection pane="${pane}" activeCell="${place}" sqref="${place}"/>`;
};

const barsXml = ({ sheet, lastRow }: Piece): string =>
  sheet.bars
    .filter(({ from }) => from <= lastRow)
    .map(({ column, from, to = lastRow }, index) => {
      const name = columnName(column);
      const rule = `<cfRule type="dataBar" priority="${index + 1}"><dataBar minLength="0" maxLength="100"><cfvo type="num" val="0"/><cfvo type="max"/><color rgb="${barColor}"/></dataBar></cfRule>`;
      return `<conditionalFormatting sqref="${name}${from}:${name}${to}">${rule}</conditionalFormatting>`;
    })
    .join('');

/** Characters that an A4 page has room for at a size that can be read. A little more is not worth another page of few columns. */
const charactersOfPage = 150;
const mostBeyond = 0.1;

const pagesWide = ({ widths }: Sheet): number =>
  Math.max(1, Math.ceil(widths.reduce((total, width) => total + width, 0) / charactersOfPage - mostBeyond));

const opening = (sheet: Sheet): string => {
  const columns = sheet.widths.map((width, column) => `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeRelations}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${frozenPane(sheet)}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="${rowHeight}"/><cols>${columns.join('')}</cols><sheetData>`;
};

const closing = (piece: Piece): string => {
  const filter = filterRange(piece);
  return `</sheetData>${filter === null ? '' : `<autoFilter ref="${filter}"/>`}${barsXml(piece)}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="${pagesWide(piece.sheet)}" fitToHeight="0"/>${chartOf(piece) === undefined ? '' : '<drawing r:id="rId1"/>'}</worksheet>`;
};

/** The XML in chunks of some 32,000 characters, with at most `mostRows` rows, header included. */
export async function* worksheetXml(piece: Piece, rows: Rows, mostRows: number, pause: Pause): AsyncGenerator<string> {
  const { sheet } = piece;
  let chunk = opening(sheet);
  let cells = sheet.header ?? (await rows.next());
  while (cells !== undefined) {
    piece.lastRow += 1;
    chunk += rowStart(piece.lastRow, cells, sheet);
    for (const [column, cell] of cells.entries()) {
      chunk += cellXml(column, piece.lastRow, cell);
      // Also within a row: a cell has 32,767 characters, and a row 16,384 cells.
      if (chunk.length < charactersOfChunk) continue;
      yield chunk;
      chunk = '';
      await pause();
    }
    chunk += '</row>';
    cells = piece.lastRow < mostRows ? await rows.next() : undefined;
  }
  yield chunk + closing(piece);
}
