import { rankedCursors } from './ranked-cursors.ts';

/** Cursors of the list of tests: the active ones first. Archived tests are not in it. */
export const testCursors = rankedCursors(['Active', 'Inactive']);
