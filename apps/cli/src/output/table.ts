import type { Paint, Tone } from './paint.ts';
import { cell, oneLine, truncate, widthOf } from './text.ts';

export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => string | number | null;
  readonly right?: boolean;
  /** Never cut: part of an id or an address is useless. */
  readonly whole?: boolean;
  /** Left out when the terminal is too narrow for all columns, the last one first. */
  readonly spare?: boolean;
  readonly tone?: (row: Row) => Tone | undefined;
};

const gap = 2;
const narrowest = 6;

const widthOfRow = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, gap * (widths.length - 1));

/** Narrows the widest columns that may be cut until the row fits. */
const fit = (wanted: readonly number[], mayCut: readonly boolean[], width: number): readonly number[] => {
  const widths = [...wanted];
  let over = widthOfRow(widths) - width;
  while (over > 0) {
    let widest = -1;
    for (const [index, one] of widths.entries())
      if (mayCut[index] === true && one > narrowest && one > (widths[widest] ?? 0)) widest = index;
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over -= 1;
  }
  return widths;
};

type Laid<Row> = { readonly column: Column<Row>; readonly texts: readonly string[]; readonly width: number };

const layOut = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Laid<Row>[] =>
  columns.map((column) => {
    const texts = rows.map((row) => oneLine(String(column.cell(row) ?? '-')));
    return { column, texts, width: texts.reduce((most, text) => Math.max(most, widthOf(text)), widthOf(column.head)) };
  });

const withoutSpare = <Row>(laid: readonly Laid<Row>[], width: number): readonly Laid<Row>[] => {
  if (widthOfRow(laid.map((one) => one.width)) <= width) return laid;
  const last = laid.findLastIndex(({ column }) => column.spare === true);
  return last < 0 ? laid : withoutSpare(laid.toSpliced(last, 1), width);
};

/** Rows under a heading, aligned by terminal cells; `width` is the terminal's, Infinity for a file or a pipe. */
export const formatTable = <Row>(
  all: readonly Column<Row>[],
  rows: readonly Row[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string => {
  const laid = withoutSpare(layOut(all, rows), width);
  const columns = laid.map(({ column }) => column);
  const widths = fit(
    laid.map((one) => one.width),
    columns.map(({ whole }) => whole !== true),
    width,
  );
  const line = (cells: readonly string[], tones: readonly (Tone | undefined)[]): string =>
    columns
      .map(({ right }, index) => {
        const size = widths[index] ?? 0;
        const text = cells[index] ?? '';
        const last = index === columns.length - 1 && right !== true;
        const padded = last ? truncate(text, size) : cell(text, size, right === true ? 'right' : 'left');
        const tone = tones[index];
        return tone === undefined ? padded : paint(tone, padded);
      })
      .join(' '.repeat(gap));
  const heads = line(
    columns.map(({ head }) => head),
    columns.map(() => 'strong'),
  );
  const body = rows.map((row, index) =>
    line(
      laid.map(({ texts }) => texts[index] ?? ''),
      columns.map(({ tone }) => tone?.(row)),
    ),
  );
  return [heads, ...body].map((one) => one.trimEnd()).join('\n');
};

/** `Name   value` lines; null and undefined values are left out. */
export const formatFacts = (facts: readonly (readonly [string, string | number | null | undefined])[], paint: Paint): string => {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined);
  const width = shown.reduce((most, [name]) => Math.max(most, widthOf(name)), 0);
  return shown.map(([name, value]) => `${paint('quiet', cell(name, width))}  ${oneLine(String(value))}`).join('\n');
};
