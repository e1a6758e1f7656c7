/**
 * What a slice of a search found, newest first, and how many rows it read. The next slice begins below the id `next`; undefined: all was
 * read.
 */
export type Found = { readonly ids: readonly number[]; readonly read: number; readonly next: number | undefined };

/** A slice begins below the id `before` and finds at most `limit` rows. */
export type Below = { readonly before: number; readonly limit: number };

/** Rows that a slice reads one by one: a millisecond or two. */
export const rowsPerSlice = 1000;
