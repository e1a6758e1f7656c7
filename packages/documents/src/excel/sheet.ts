import type { Cell, CellValue } from './cell.ts';
import type { StyleName } from './styles.ts';

/** Cells of a column that show their number as a bar too, from row to row; to the last row if no end is given. */
export type Bars = { readonly column: number; readonly from: number; readonly to?: number };

/** Columns of the numbers in one column of cells, named by those of another; beside the cells, from the column `place` on. */
export type Chart = {
  readonly title: string;
  readonly names: { readonly column: number; readonly title: string };
  readonly numbers: { readonly column: number; readonly title: string };
  readonly from: number;
  readonly to: number;
  readonly place: number;
};

/** A worksheet. `header` is frozen, filtered, and repeated if the rows continue in another sheet. */
export type Sheet = {
  readonly name: string;
  /** Tabs stand in this order, whatever order the sheets are written in. */
  readonly place: number;
  /** So many columns stay in view, and stand on every page: who the row is about. */
  readonly frozen: number;
  readonly bars: readonly Bars[];
  readonly chart?: Chart;
  /** The column whose text goes over several lines. */
  readonly wraps: number | null;
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
  /** Each row may look different. */
  readonly look?: (row: Row) => StyleName;
  readonly bar?: boolean;
};

const figures: ReadonlySet<StyleName> = new Set(['figure', 'percent', 'average']);

/** A title, aligned like the column's values. */
export const headerCell = ({ title, style }: { readonly title: string; readonly style: StyleName }): Cell => ({
  style: figures.has(style) ? 'headerOfFigures' : style === 'headerOfScores' ? style : 'header',
  value: title,
});

export const rowCells = <Row>(columns: readonly Column<Row>[], row: Row): readonly Cell[] =>
  columns.map(({ style, value, look }) => ({ style: look?.(row) ?? style, value: value(row) }));

type Table<Row> = Pick<Sheet, 'name' | 'place'> & { readonly frozen?: number; readonly columns: readonly Column<Row>[] };

/** A sheet with one row for each of `rows`. */
export const tableSheet = <Row>(
  { name, place, frozen = 0, columns }: Table<Row>,
  rows: () => AsyncIterable<Row> | Iterable<Row>,
): Sheet => ({
  name,
  place,
  frozen,
  bars: columns.flatMap(({ bar = false }, column) => (bar ? [{ column, from: 2 }] : [])),
  wraps: columns.some(({ style }) => style === 'wrapped') ? columns.findIndex(({ style }) => style === 'wrapped') : null,
  widths: columns.map(({ width }) => width),
  header: columns.map(headerCell),
  rows: async function* () {
    for await (const row of rows()) yield rowCells(columns, row);
  },
});
