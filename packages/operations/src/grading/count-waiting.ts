import { mostCounted } from '@assay/domain';
import { gradings } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** Gradings of all accounts that are not done: for the metrics. */
export const countWaitingGradings = ({ assay }: { assay: Assay }): Promise<number> =>
  assay.store.read((db) => gradings.countWaiting(db, mostCounted));
