import { targetOf, topFor } from './selection.ts';

/**
 * A list too long to hold in memory: pages in order, of which only those near the screen have their rows. `from` is the cursor that
 * fetches the page; `size` stays known when the rows are dropped. A last page that is not `loaded` has not been fetched yet.
 */
export type Page<Row> = {
  readonly from: string | null;
  readonly rows: readonly Row[] | null;
  readonly size: number;
  readonly loaded: boolean;
};

export type PagedRows<Row> = {
  readonly pages: readonly Page<Row>[];
  readonly pending: readonly (string | null)[];
  /** How many rows the server counted; `many` when they are too many to count, null while it has not said. */
  readonly counted: number | 'many' | null;
  readonly id: number | null;
  readonly index: number;
  readonly top: number;
  /** Moving to the last row: every page that arrives requests the next. */
  readonly seekingEnd: boolean;
};

/** `cursor` of a row fetches the rows after it; `order` makes cursors comparable: ascending down the list. */
export type RowKeys<Row> = {
  readonly id: (row: Row) => number;
  readonly cursor: (row: Row) => string;
  readonly order: (cursor: string) => number;
};

const keptAround = 3;
const aheadRows = 100;

const unloaded = <Row>(from: string | null): Page<Row> => ({ from, rows: null, size: 0, loaded: false });

export const emptyPages = <Row>(): PagedRows<Row> => ({
  pages: [unloaded(null)],
  pending: [],
  counted: null,
  id: null,
  index: 0,
  top: 0,
  seekingEnd: false,
});

export const totalOf = <Row>(list: PagedRows<Row>): number => list.pages.reduce((sum, page) => sum + page.size, 0);

/** Whether every page was fetched once, so that the total is the number of all rows. */
export const isComplete = <Row>(list: PagedRows<Row>): boolean => list.pages.every((page) => page.size > 0 || page.loaded);

/** How many rows there are in all, as far as that is known; null while there may be more than were read. */
export const knownTotal = <Row>(list: PagedRows<Row>): number | 'many' | null => {
  const read = totalOf(list);
  if (isComplete(list)) return read;
  return typeof list.counted === 'number' && list.counted < read ? null : list.counted;
};

export const hasLoaded = <Row>(list: PagedRows<Row>): boolean => list.pages.some((page) => page.loaded || page.size > 0);

/** The row at an index of the whole list; undefined while it is not loaded. */
export const rowAt = <Row>(list: PagedRows<Row>, index: number): Row | undefined => {
  let offset = 0;
  for (const page of list.pages) {
    if (index < offset + page.size) return page.rows?.[index - offset];
    offset += page.size;
  }
  return undefined;
};

/** The indexes from `from` up to but without `to`, with the rows that are loaded. */
export const rowsBetween = <Row>(list: PagedRows<Row>, from: number, to: number): { index: number; row: Row | undefined }[] =>
  Array.from({ length: Math.max(0, Math.min(to, totalOf(list)) - from) }, (_, line) => ({
    index: from + line,
    row: rowAt(list, from + line),
  }));

export const selectedRow = <Row>(list: PagedRows<Row>): Row | undefined => rowAt(list, list.index);

const overlapping = <Row>(list: PagedRows<Row>, from: number, to: number): number[] => {
  let offset = 0;
  return list.pages.flatMap((page, position) => {
    const start = offset;
    offset += page.size;
    return start <= to && offset >= from ? [position] : [];
  });
};

const forget = <Row>(list: PagedRows<Row>, height: number): PagedRows<Row> => {
  const near = overlapping(list, list.top, list.top + height);
  const first = (near[0] ?? 0) - keptAround;
  const last = (near.at(-1) ?? 0) + keptAround;
  const far = (position: number): boolean => position < first || position > last;
  if (!list.pages.some((page, position) => page.rows !== null && far(position))) return list;
  return {
    ...list,
    pages: list.pages.map((page, position) => (page.rows !== null && far(position) ? { ...page, rows: null, loaded: false } : page)),
  };
};

/** The pages to fetch now: those on the screen or soon on it that are not loaded. Marks them as pending. */
export const pagesToFetch = <Row>(list: PagedRows<Row>, height: number): { list: PagedRows<Row>; cursors: (string | null)[] } => {
  const kept = forget(list, height);
  const cursors = overlapping(kept, kept.top - height, kept.top + height + aheadRows).flatMap((position) => {
    const page = kept.pages[position];
    return page === undefined || page.loaded || kept.pending.includes(page.from) ? [] : [page.from];
  });
  return { list: cursors.length === 0 ? kept : { ...kept, pending: [...kept.pending, ...cursors] }, cursors };
};

/** The pages on the screen, to be fetched again, except pending ones. */
export const pagesToRefetch = <Row>(list: PagedRows<Row>, height: number): { list: PagedRows<Row>; cursors: (string | null)[] } => {
  const cursors = overlapping(list, list.top, list.top + Math.max(0, height - 1)).flatMap((position) => {
    const page = list.pages[position];
    return page === undefined || list.pending.includes(page.from) ? [] : [page.from];
  });
  return { list: { ...list, pending: [...list.pending, ...cursors] }, cursors };
};

export const withoutPending = <Row>(list: PagedRows<Row>, cursor: string | null): PagedRows<Row> => ({
  ...list,
  seekingEnd: false,
  pending: list.pending.filter((one) => one !== cursor),
});

const replaced = <Row>(
  pages: readonly Page<Row>[],
  position: number,
  rows: readonly Row[],
  next: string | null,
  keys: RowKeys<Row>,
): Page<Row>[] => {
  const from = pages[position]?.from ?? null;
  const page: Page<Row> = { from, rows, size: rows.length, loaded: true };
  const before = pages.slice(0, position);
  const after = pages.slice(position + 1);
  const end = after[0]?.from ?? null;
  if (end === null) return next === null ? [...before, page] : [...before, page, unloaded(next)];
  if (next !== null && keys.order(next) < keys.order(end)) {
    // New rows came in between: the page is split in half, so that the next few do not split it again.
    const half = Math.max(1, Math.floor(rows.length / 2));
    const kept = rows.slice(0, half);
    const rest = rows.slice(half);
    const cut = kept.at(-1);
    const first: Page<Row> = { ...page, rows: kept, size: kept.length };
    return cut === undefined
      ? [...pages]
      : [...before, first, { from: keys.cursor(cut), rows: rest, size: rest.length, loaded: false }, ...after];
  }
  const own = rows.filter((row) => keys.order(keys.cursor(row)) <= keys.order(end));
  return [...before, { ...page, rows: own, size: own.length }, ...after];
};

const indexOfId = <Row>(list: PagedRows<Row>, keys: RowKeys<Row>): number | undefined => {
  let offset = 0;
  for (const page of list.pages) {
    const found = list.id === null || page.rows === null ? -1 : page.rows.findIndex((row) => keys.id(row) === list.id);
    if (found >= 0) return offset + found;
    offset += page.size;
  }
  return undefined;
};

/** `total`: how many rows the whole list has, where the page says it. */
export type Arrived<Row> = {
  readonly from: string | null;
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly total?: number | null | undefined;
};

const countedBy = (total: number | null | undefined): number | 'many' | null => (total === undefined ? null : (total ?? 'many'));

/** The list with a page that arrived. The selected row stays selected, wherever it is in the list now. */
export const addPage = <Row>(list: PagedRows<Row>, page: Arrived<Row>, keys: RowKeys<Row>, height: number): PagedRows<Row> => {
  const pending = list.pending.filter((cursor) => cursor !== page.from);
  const position = list.pages.findIndex(({ from }) => from === page.from);
  if (position < 0) return { ...list, pending };
  const pages = replaced(list.pages, position, page.rows, page.next, keys);
  const moved = { ...list, pages, pending, counted: page.from === null ? countedBy(page.total) : list.counted };
  const total = totalOf(moved);
  const seekingEnd = list.seekingEnd && !isComplete(moved);
  const index = list.seekingEnd ? Math.max(0, total - 1) : Math.max(0, Math.min(total - 1, indexOfId(moved, keys) ?? list.index));
  // At the top of the list new rows come into view; further down the visible rows stay where they are.
  const shift = list.seekingEnd || list.top === 0 ? 0 : index - list.index;
  const top = topFor(Math.max(0, Math.min(total - 1, list.top + shift)), index, height);
  const row = rowAt({ ...moved, index }, index);
  return { ...moved, seekingEnd, index, top, id: row === undefined ? list.id : keys.id(row) };
};

/** The list after a movement; undefined when the command is not one. */
export const movePages = <Row>(list: PagedRows<Row>, command: string, keys: RowKeys<Row>, height: number): PagedRows<Row> | undefined => {
  const index = targetOf(list.index, command, totalOf(list), height);
  if (index === undefined) return undefined;
  const row = rowAt(list, index);
  return {
    ...list,
    seekingEnd: command === 'last' && !isComplete(list),
    index,
    top: topFor(list.top, index, height),
    id: row === undefined ? null : keys.id(row),
  };
};
