import { type Cell, cellXml, columnName } from './cell.ts';
import type { Sheet } from './sheet.ts';

/** One `sheetN.xml`: a sheet, or as much of it as Excel's limit allows. `lastRow` is known when it is written. */
export type Piece = { readonly sheet: Sheet; readonly name: string; lastRow: number };

/** `next` is the next row, if any; `take` removes it, so that a part can end before it. */
export type Rows = { next(): Promise<readonly Cell[] | undefined> };

const charactersOfChunk = 32_768;

/** The range of the filter, `A1:P9`; null in a sheet without a header. */
export const filterRange = ({ sheet, lastRow }: Piece): string | null =>
  sheet.header === null ? null : `A1:${columnName(sheet.header.length - 1)}${lastRow}`;

const rowXml = (number: number, cells: readonly Cell[]): string =>
  `<row r="${number}">${cells.map((cell, column) => cellXml(`${columnName(column)}${number}`, cell)).join('')}</row>`;

const opening = (sheet: Sheet): string => {
  const columns = sheet.widths.map((width, column) => `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`);
  const frozen =
    sheet.header === null
      ? ''
      : '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`;
};

const closing = (filter: string | null): string =>
  `</sheetData>${filter === null ? '' : `<autoFilter ref="${filter}"/>`}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>`;

/** The XML in chunks of some 32,000 characters, with at most `mostRows` rows, header included. */
export async function* worksheetXml(piece: Piece, rows: Rows, mostRows: number): AsyncGenerator<string> {
  const { header } = piece.sheet;
  let chunk = opening(piece.sheet);
  if (header !== null) {
    piece.lastRow = 1;
    chunk += rowXml(1, header);
  }
  while (piece.lastRow < mostRows) {
    const row = await rows.next();
    if (row === undefined) break;
    piece.lastRow += 1;
    chunk += rowXml(piece.lastRow, row);
    if (chunk.length >= charactersOfChunk) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk + closing(filterRange(piece));
}
