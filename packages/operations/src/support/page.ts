import { mostCounted } from '@assay/domain';

/**
 * A page by cursor of rows that were read with one more than `limit`: the extra row only tells that another page follows.
 * `cursorOf` gives the id of a row, after which the next page begins.
 */
export const pageOf = <Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => number) => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? String(cursorOf(last)) : null };
};

/**
 * What a page says of the whole list: the first page, how many rows there are, unless there are more than `mostCounted`; a later one,
 * nothing. `count` counts no further than it is told.
 */
export const totalOf = async (
  { page, nextCursor }: { readonly page: readonly unknown[]; readonly nextCursor: string | null },
  cursor: number | undefined,
  count: (most: number) => Promise<number>,
): Promise<number | null> => {
  if (cursor !== undefined) return null;
  const rows = nextCursor === null ? page.length : await count(mostCounted + 1);
  return rows > mostCounted ? null : rows;
};
