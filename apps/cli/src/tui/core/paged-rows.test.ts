import { describe, expect, it } from 'vitest';
import {
  addPage,
  emptyPages,
  isComplete,
  knownTotal,
  movePages,
  type PagedRows,
  pagesToFetch,
  pagesToRefetch,
  type RowKeys,
  rowAt,
  rowsBetween,
  selectedRow,
  totalOf,
} from './paged-rows.ts';

type Row = { readonly id: number; readonly name: string };

const keys: RowKeys<Row> = { id: (row) => row.id, cursor: (row) => String(row.id), order: (cursor) => -Number(cursor) };
const height = 20;
const rowsFrom = (newest: number, oldest = 1): Row[] =>
  Array.from({ length: newest - oldest + 1 }, (_, place) => ({ id: newest - place, name: `r${newest - place}` }));

const pageOf = (all: readonly Row[], from: string | null, limit = 100) => {
  const fits = all.filter((row) => from === null || row.id < Number(from));
  const rows = fits.slice(0, limit);
  return { from, rows, next: fits.length > limit ? String(rows.at(-1)?.id) : null };
};

/** Answers every page that is wanted, until none is. */
const reselect = (list: PagedRows<Row>, all: readonly Row[]): { list: PagedRows<Row>; fetched: number } => {
  let fetched = 0;
  for (let now = pagesToFetch(list, height); ; now = pagesToFetch(list, height)) {
    list = now.list;
    if (now.cursors.length === 0) return { list, fetched };
    for (const cursor of now.cursors) {
      list = addPage(list, pageOf(all, cursor), keys, height);
      fetched += 1;
    }
  }
};

const heldRows = (list: PagedRows<Row>): number => list.pages.reduce((sum, page) => sum + (page.rows?.length ?? 0), 0);

describe('a list of 50,000 rows', () => {
  const all = rowsFrom(50_000);

  it('reads the first pages only', () => {
    const { list, fetched } = reselect(emptyPages<Row>(), all);
    expect(fetched).toBe(2);
    expect(selectedRow(list)).toEqual({ id: 50_000, name: 'r50000' });
    expect(isComplete(list)).toBe(false);
  });

  it('is scrolled to its end with a window of pages, and back with the same rows', () => {
    let { list } = reselect(emptyPages<Row>(), all);
    list = movePages(list, 'last', keys, height) ?? list;
    ({ list } = reselect(list, all));
    expect(totalOf(list)).toBe(50_000);
    expect(isComplete(list)).toBe(true);
    expect(list.seekingEnd).toBe(false);
    expect(selectedRow(list)).toEqual({ id: 1, name: 'r1' });
    expect(heldRows(list)).toBeLessThanOrEqual(1_000);
    list = movePages(list, 'first', keys, height) ?? list;
    expect(rowAt(list, 0)).toBeUndefined();
    ({ list } = reselect(list, all));
    expect(rowsBetween(list, 0, height).map(({ row }) => row?.id)).toEqual(all.slice(0, height).map((row) => row.id));
    expect(totalOf(list)).toBe(50_000);
  });

  it('has the selected row loaded while one scrolls down page by page', () => {
    let { list } = reselect(emptyPages<Row>(), all);
    for (let page = 0; page < 200; page += 1) {
      list = movePages(list, 'page-down', keys, height) ?? list;
      // The rows are loaded before they are needed: the next page was fetched ahead.
      expect(rowsBetween(list, list.top, list.top + height).every(({ row }) => row !== undefined)).toBe(true);
      ({ list } = reselect(list, all));
      expect(selectedRow(list)?.id).toBe(50_000 - list.index);
    }
  });
});

describe('a list that changes while it is shown', () => {
  const refresh = (list: PagedRows<Row>, all: readonly Row[]): PagedRows<Row> => {
    const requested = pagesToRefetch(list, height);
    const fresh = requested.cursors.reduce((next, cursor) => addPage(next, pageOf(all, cursor), keys, height), requested.list);
    return reselect(fresh, all).list;
  };

  it('keeps the selected row when new ones come, and shows them at the top', () => {
    let { list } = reselect(emptyPages<Row>(), rowsFrom(30));
    list = movePages(list, 'down', keys, height) ?? list;
    list = refresh(list, rowsFrom(33));
    expect(selectedRow(list)?.id).toBe(29);
    expect(list.index).toBe(4);
    expect(list.top).toBe(0);
    expect(rowAt(list, 0)?.id).toBe(33);
  });

  it('further down nothing moves: the selected row stays on its line', () => {
    let { list } = reselect(emptyPages<Row>(), rowsFrom(90));
    for (let line = 0; line < 40; line += 1) list = movePages(list, 'down', keys, height) ?? list;
    const place = list.index - list.top;
    list = refresh(list, rowsFrom(95));
    expect(selectedRow(list)?.id).toBe(50);
    expect(list.index - list.top).toBe(place);
  });

  it('loses and repeats no row when a full page grows several times', () => {
    let { list } = reselect(emptyPages<Row>(), rowsFrom(350));
    for (let newest = 351; newest <= 700; newest += 7) list = refresh(movePages(list, 'first', keys, height) ?? list, rowsFrom(newest));
    list = movePages(list, 'last', keys, height) ?? list;
    ({ list } = reselect(list, rowsFrom(694)));
    expect(totalOf(list)).toBe(694);
    const seen: (number | undefined)[] = [];
    for (let index = 0; index < 694; index += 1) {
      if (rowAt(list, index) === undefined) ({ list } = reselect({ ...list, id: null, index, top: index }, rowsFrom(694)));
      seen.push(rowAt(list, index)?.id);
    }
    expect(seen).toEqual(rowsFrom(694).map((row) => row.id));
  });

  it('selects the neighbour when the selected row is gone', () => {
    let { list } = reselect(emptyPages<Row>(), rowsFrom(30));
    list = movePages(list, 'last', keys, height) ?? list;
    list = refresh(list, rowsFrom(30, 2));
    expect(selectedRow(list)?.id).toBe(2);
  });

  it.each([
    ['counted', 250, 250],
    ['too many to count', null, 'many'],
    ['not told', undefined, null],
    ['counted before more came', 90, null],
  ])('knows before all pages are read how many there are, if the server says it: %s', (_, total, known) => {
    const list = addPage(emptyPages<Row>(), { ...pageOf(rowsFrom(250), null), total }, keys, height);
    expect(knownTotal(list)).toBe(known);
    expect(knownTotal(addPage(list, { ...pageOf(rowsFrom(250), '151'), total: null }, keys, height))).toBe(known);
  });

  it('knows how many there are when as many were read as were counted, before it is known that no page follows', () => {
    const list = addPage(emptyPages<Row>(), { ...pageOf(rowsFrom(250), null), total: 100 }, keys, height);
    expect(knownTotal(list)).toBe(100);
  });

  it('knows how many there are once all are read', () => {
    const list = addPage(emptyPages<Row>(), { ...pageOf(rowsFrom(90), null), total: undefined }, keys, height);
    expect(knownTotal(list)).toBe(90);
  });
});
