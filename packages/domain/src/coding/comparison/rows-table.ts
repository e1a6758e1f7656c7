import { type Plain, showValue } from '../similarity/plain.ts';
import type { Rows } from './compare-rows.ts';

/** Characters of a cell that are shown, and rows by which the width of a column is found. */
const shownOf = { cell: 100, rows: 500 } as const;

const cellOf = (value: Plain): string => {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') return showValue(value, shownOf.cell);
  const oneLine = value.slice(0, shownOf.cell).replace(/\s/g, ' ');
  return value.length > shownOf.cell ? `${oneLine}…` : oneLine;
};

/** Rows as a table of text, at most about `budget` characters of it: what comes after that is left out. */
export const rowsTable = ({ columns, rows }: Rows & { readonly columns: readonly string[] }, budget: number): string => {
  const cells = rows.slice(0, shownOf.rows).map((row) => row.map(cellOf));
  const names = columns.map(cellOf);
  const widths = names.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd();
  const lines = [lineOf(names), widths.map((width) => '-'.repeat(width)).join('-+-')];
  let left = budget;
  for (const row of cells) {
    const line = lineOf(row);
    left -= line.length;
    if (left < 0) break;
    lines.push(line);
  }
  const shown = lines.length - 2;
  if (shown < rows.length) lines.push(`… ${shown} / ${rows.length}`);
  return `${lines.join('\n')}\n`;
};
