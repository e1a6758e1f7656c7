/**
 * A page by cursor of rows that were read with one more than `limit`: the extra row only tells that another page follows.
 * `cursorOf` gives the id of a row, after which the next page begins.
 */
export const pageOf = <Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => number) => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? String(cursorOf(last)) : null };
};
