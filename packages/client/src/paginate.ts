import type { Id } from './inputs.ts';

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

/** Yields the items of all pages. The next page is fetched when the items of the current one have been read. */
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
 * Yields the items of pages numbered from 1, each with the total number of items. New items can push one to a later page, where it
 * appears a second time: it is yielded once.
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
