import type { Id } from './inputs.ts';

/** What a page holds, and whether another follows. */
type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

/** Every item, a page at a time: the next page is fetched when the items of the one before are used up. */
export async function* byCursor<Item>(
  fetchPage: (cursor: Id | undefined) => Promise<Page<Item>>,
  from?: Id | undefined,
): AsyncGenerator<Item, void, undefined> {
  let cursor = from;
  do {
    const { items, nextCursor } = await fetchPage(cursor);
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * Every item of pages that are counted from 1, of which each tells how many items there are in all. An item that comes again, because
 * new ones pushed it to a later page, is given once.
 */
export async function* byNumber<Item>(
  fetchPage: (pageNo: number) => Promise<{ readonly items: readonly Item[]; readonly total: number }>,
  identify: (item: Item) => number,
  from: Id = 1,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<number>();
  let size = 0;
  for (let pageNo = Number(from); ; pageNo += 1) {
    const { items, total } = await fetchPage(pageNo);
    for (const item of items) {
      if (seen.has(identify(item))) continue;
      seen.add(identify(item));
      yield item;
    }
    size = Math.max(size, items.length);
    if (items.length === 0 || pageNo * size >= total) return;
  }
}
