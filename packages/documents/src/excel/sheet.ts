import type { Cell, CellValue } from './cell.ts';
import type { StyleName } from './styles.ts';

/** A worksheet. `header` is frozen, filtered, and repeated if the rows continue in another sheet. */
export type Sheet = {
  readonly name: string;
  /** In characters, one per column. */
  readonly widths: readonly number[];
  readonly header: readonly Cell[] | null;
  /** Iterated once, a row at a time as the bytes are read. */
  readonly rows: () => AsyncIterable<readonly Cell[]>;
};

export type Column<Row> = {
  readonly title: string;
  readonly width: number;
  readonly style: StyleName;
  readonly value: (row: Row) => CellValue;
};

const figures: ReadonlySet<StyleName> = new Set(['figure', 'percent', 'average']);

/** A title, aligned like the column's values. */
export const headerCell = ({ title, style }: { readonly title: string; readonly style: StyleName }): Cell => ({
  style: figures.has(style) ? 'headerOfFigures' : 'header',
  value: title,
});

export const rowCells = <Row>(columns: readonly Column<Row>[], row: Row): readonly Cell[] =>
  columns.map(({ style, value }) => ({ style, value: value(row) }));

/** A sheet with one row for each of `rows`. */
export const tableSheet = <Row>(name: string, columns: readonly Column<Row>[], rows: () => AsyncIterable<Row> | Iterable<Row>): Sheet => ({
  name,
  widths: columns.map(({ width }) => width),
  header: columns.map(headerCell),
  rows: async function* () {
    for await (const row of rows()) yield rowCells(columns, row);
  },
});
