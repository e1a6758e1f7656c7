import type { StyleName } from './styles.ts';
import { styleIndex } from './styles.ts';

export type CellValue = string | number | null;
export type Cell = { readonly style: StyleName; readonly value: CellValue };

/** Excel's limit of a cell. */
export const longestText = 32_767;
const daysTo1970 = 25_569;
const millisecondsOfDay = 86_400_000;

// Characters that XML 1.0 forbids even as a character reference.
const forbidden = /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;
// Excel reads `_x0041_` as `A`; escaping the first underscore keeps such a text literal.
const looksEscaped = /_(?=x[0-9a-f]{4}_)/giu;
const formulaStart = /^[=+\-@\t]/u;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML content and attributes, without characters that XML forbids; a lone surrogate becomes U+FFFD. */
export const escapeXml = (text: string): string =>
  text
    .replace(/\r\n?/gu, '\n')
    .replace(loneSurrogate, '\u{FFFD}')
    .replace(forbidden, '')
    .replace(/[&<>"]/gu, (character) => entities[character] ?? '');

/** At most `most` UTF-16 units, without cutting a surrogate pair. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** Excel's day number of an instant in milliseconds since 1970 UTC. */
export const excelDate = (instant: number): number => instant / millisecondsOfDay + daysTo1970;

const columnNames: string[] = [];

/** `A`, `Z`, `AA`: the letters of a column, from 0. Cached: each cell needs them. */
export const columnName = (column: number): string => {
  columnNames[column] ??= (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));
  return columnNames[column];
};

// Most texts: nothing to escape, no formula, not too long for a cell.
const harmless = /^[\p{L}\p{N}][\p{L}\p{N} .,:@()-]{0,1000}$/u;

const textCell = (place: string, style: StyleName, text: string): string => {
  if (harmless.test(text)) return `<c r="${place}" s="${styleIndex(style)}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  // `quotePrefix` keeps the text from becoming a formula when somebody edits the cell.
  const index = styleIndex(style === 'plain' && formulaStart.test(text) ? 'quoted' : style);
  const shown = escapeXml(cutText(text, longestText)).replace(looksEscaped, '_x005F_');
  return `<c r="${place}" s="${index}" t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
};

/** A cell's XML: text is never a formula, `null` is an empty cell. Throws RangeError for NaN and infinities. */
export const cellXml = (column: number, row: number, { style, value }: Cell): string => {
  if (value === null) return '';
  const place = `${columnName(column)}${row}`;
  if (typeof value === 'string') return textCell(place, style, value);
  if (!Number.isFinite(value)) throw new RangeError(`Cell ${place}: ${value} is not a number that a sheet can hold.`);
  return `<c r="${place}" s="${styleIndex(style)}"><v>${value}</v></c>`;
};
