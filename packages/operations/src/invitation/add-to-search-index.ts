import { setTimeout as pause } from 'node:timers/promises';
import { search } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** Some milliseconds of the database's only writer. */
const rowsAtOnce = 250;
/** Of the time that adding takes: registrations come first, and until it has their rows a search reads them one by one. */
const pausesPerRun = 9;

/** Adds invitations to the index that searches read, where the database does not do it by itself. Returns how many. */
export const addToSearchIndex = async ({ assay: { store } }: { assay: Assay }): Promise<number> => {
  if (!(await store.read((db) => search.isBehind(db)))) return 0;
  const from = performance.now();
  const added = await store.write((tx) => search.addToIndex(tx, rowsAtOnce));
  await pause((performance.now() - from) * pausesPerRun);
  return added;
};
