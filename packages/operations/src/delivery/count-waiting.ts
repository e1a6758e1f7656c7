import { deliveries } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** Deliveries of all accounts that are due or wait for a retry, by kind: for the metrics. */
export const countWaitingDeliveries = ({ assay }: { assay: Assay }): Promise<{ kind: string; count: number }[]> =>
  assay.store.read((db) => deliveries.countPending(db));
