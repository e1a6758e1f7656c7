import { isWhole, keyOf, type Plain, partOf, showValue } from '../similarity/plain.ts';
import { type Difference, excerpt } from './difference.ts';
import { numbersClose, type Tolerance } from './numerals.ts';

type Row = readonly Plain[];

/** Rows of a query; `ordered` if it orders them. The runner has the same shape. */
export type Rows = { readonly rows: readonly Row[]; readonly ordered: boolean };

/**
 * Sums and averages of reals depend on the order in which rows were added, which no query promises. Integers are exact, also when one
 * side has them as reals.
 */
const ofReals: Tolerance = { absolute: 1e-9, relative: 1e-9 };

const numeralOf = (cell: Plain): string | undefined => {
  const part = partOf(cell);
  return part.is === 'number' ? part.key : undefined;
};

/** NULL is NULL here: the question is whether the rows are the same, not what SQL makes of it. */
const sameCell = (left: Plain, right: Plain): boolean => {
  const [l, r] = [numeralOf(left), numeralOf(right)];
  if (l === undefined || r === undefined) return keyOf(left) === keyOf(right);
  return l === r || (!(isWhole(l) && isWhole(r)) && numbersClose(l, r, ofReals));
};

const sameRow = (left: Row, right: Row): boolean =>
  left.length === right.length &&
  left.every((cell, column) => {
    const other = right[column];
    return other !== undefined && sameCell(cell, other);
  });

/** Columns that hold a number that is not whole, on either side. */
const realColumns = (rows: readonly Row[]): ReadonlySet<number> => {
  const columns = new Set<number>();
  for (const row of rows)
    for (const [column, cell] of row.entries()) {
      const numeral = numeralOf(cell);
      if (numeral !== undefined && !isWhole(numeral)) columns.add(column);
    }
  return columns;
};

const realsOf = (row: Row, reals: ReadonlySet<number>): readonly number[] =>
  [...reals].map((column) => Number(numeralOf(row[column] ?? null) ?? Number.NaN));

/** Exact columns come first and reals are rounded, so that rows that are the same but for the last digits get one key. */
const keyRow = (row: Row, reals: ReadonlySet<number>): string => {
  const exact = row.filter((_, column) => !reals.has(column)).map(keyOf);
  const rounded = [...reals].map((column) => {
    const cell = row[column] ?? null;
    const numeral = numeralOf(cell);
    return numeral === undefined ? keyOf(cell) : Number(numeral).toPrecision(12);
  });
  return [...exact, ...rounded].join();
};

type Keyed = { readonly row: Row; readonly key: string; readonly reals: readonly number[] };

const byKey = (left: Keyed, right: Keyed): number => {
  if (left.key !== right.key) return left.key < right.key ? -1 : 1;
  const at = left.reals.findIndex((value, index) => value !== right.reals[index]);
  return (left.reals[at] ?? 0) - (right.reals[at] ?? 0) || 0;
};

const keyed = (rows: readonly Row[], reals: ReadonlySet<number>): readonly Keyed[] =>
  rows.map((row) => ({ row, key: keyRow(row, reals), reals: realsOf(row, reals) })).sort(byKey);

const shown = (row: Row | undefined): string | null => (row === undefined ? null : excerpt(showValue(row)));

const compareOrdered = (expected: readonly Row[], actual: readonly Row[]): Difference | undefined => {
  for (let at = 0; at < Math.max(expected.length, actual.length); at += 1) {
    const [left, right] = [expected[at], actual[at]];
    if (!left || !right || !sameRow(left, right)) return { unit: 'row', place: at + 1, expected: shown(left), actual: shown(right) };
  }
  return undefined;
};

/** The first of the rows, in their own order, that the others do not have as often. */
const firstBeyond = (
  rows: readonly Row[],
  others: readonly Keyed[],
  reals: ReadonlySet<number>,
): { row: Row; place: number } | undefined => {
  const counts = new Map<string, number>();
  for (const { key } of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [index, row] of rows.entries()) {
    const key = keyRow(row, reals);
    const count = counts.get(key) ?? 0;
    if (count === 0) return { row, place: index + 1 };
    counts.set(key, count - 1);
  }
  return undefined;
};

/** Of too many rows one more than expected are read: one of them must be too much, and what is missing could be among the others. */
const compareUnordered = (expected: readonly Row[], actual: readonly Row[]): Difference | undefined => {
  const given = actual.slice(0, expected.length + 1);
  const reals = realColumns([...expected, ...given]);
  const left = keyed(expected, reals);
  const right = keyed(given, reals);
  const at = left.findIndex(({ row }, index) => !sameRow(row, right[index]?.row ?? []));
  if (at === -1 && left.length === right.length) return undefined;
  const missing = given.length < actual.length ? undefined : firstBeyond(expected, right, reals);
  const extra = firstBeyond(given, left, reals);
  if (missing || extra)
    return { unit: 'row', place: extra?.place ?? missing?.place ?? 1, expected: shown(missing?.row), actual: shown(extra?.row) };
  return { unit: 'row', place: at + 1, expected: shown(left[at]?.row), actual: shown(right[at]?.row) };
};

/**
 * The first difference between the rows of the solution and those of a query; undefined if they are the same. They must come in the same
 * order only if the solution orders. The names of columns do not count.
 */
export const compareRows = (expected: Rows, actual: Rows): Difference | undefined =>
  expected.ordered ? compareOrdered(expected.rows, actual.rows) : compareUnordered(expected.rows, actual.rows);
