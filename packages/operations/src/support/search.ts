import { mostCounted } from '@assay/domain';
import type { Below, Db, Found, Store } from '@assay/store';

/** A page that needs more ends before, and the next one goes on from there. It is some 20 ms. */
const mostRead = 20_000;

/** One look may take longer, three times as long at worst. */
const sliceMilliseconds = 1;

/** Finds ids below one, newest first. `first`: nothing was read before. */
type FindSlice = (db: Db, below: Below, first: boolean) => Promise<Found>;

/**
 * A page of what a search finds, in slices that leave others their turns. No page reads a whole list: what takes longer to find takes
 * several pages, which may have few rows or none. The first says how many there are unless that would read too much.
 */
export const searchPage = async (
  store: Store,
  find: FindSlice,
  { accountId, cursor, limit }: { accountId: number; cursor: number | undefined; limit: number },
) => {
  const ids: number[] = [];
  let read = 0;
  let next: number | undefined = cursor ?? Number.MAX_SAFE_INTEGER;
  let first = true;
  const readOn = async (most: number): Promise<void> => {
    const missing = () => next !== undefined && ids.length < most && (first || read < mostRead);
    const readSlice = async (db: Db): Promise<void> => {
      for (const until = performance.now() + sliceMilliseconds; next !== undefined && missing() && performance.now() < until; ) {
        const found = await find(db, { before: next, limit: most - ids.length }, first);
        ids.push(...found.ids);
        read += found.read;
        next = found.next;
        first = false;
      }
    };
    while (missing()) await store.readSlice(accountId, readSlice);
  };
  // One more tells that another page follows.
  await readOn(limit + 1);
  const page = ids.slice(0, limit);
  const goesOn = ids.length > limit ? page.at(-1) : next;
  if (cursor === undefined && goesOn !== undefined) await readOn(mostCounted + 1);
  const total = cursor !== undefined || ids.length > mostCounted ? null : next === undefined ? ids.length : undefined;
  return { ids: page, nextCursor: goesOn === undefined ? null : String(goesOn), ...(total === undefined ? {} : { total }) };
};
