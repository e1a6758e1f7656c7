import type { Output } from '../../output/output.ts';

export type PagingOptions = { readonly limit: number; readonly all?: boolean };
type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };
type PageRequest = { readonly limit: number; readonly cursor: string | undefined };

const largestPage = 100;

/** Fetches pages until `limit` or all items are there; `more` says whether items are left. */
export const collect = async <Item>(
  { limit, all }: PagingOptions,
  out: Output,
  fetchPage: (request: PageRequest) => Promise<Page<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly more: boolean }> => {
  const wanted = all === true ? Number.POSITIVE_INFINITY : limit;
  const items: Item[] = [];
  let cursor: string | undefined;
  try {
    do {
      const page = await fetchPage({ limit: Math.min(largestPage, wanted - items.length), cursor });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
      if (cursor !== undefined) out.progress(`${items.length} read …`);
    } while (cursor !== undefined && items.length < wanted);
  } finally {
    out.progress(null);
  }
  return { items, more: cursor !== undefined };
};

/** The remark that there is more than what is printed. */
export const moreRemark = ({ more, items }: { readonly more: boolean; readonly items: readonly unknown[] }): string | undefined =>
  more ? `There are more than these ${items.length}: --limit N or --all shows them.` : undefined;
