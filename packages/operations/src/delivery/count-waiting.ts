import { deliveryKinds } from '@assay/domain';
import { deliveries } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** Counted no further: it takes less than a millisecond, where each process took 20 ms for 300,000. */
export const mostCounted = 10_000;

/** Deliveries of all accounts that are due or wait for a retry, by kind: for the metrics. */
export const countWaitingDeliveries = ({ assay }: { assay: Assay }): Promise<{ kind: string; count: number }[]> =>
  assay.store.read(async (db) => {
    const counts: { kind: string; count: number }[] = [];
    for (const kind of deliveryKinds) counts.push({ kind, count: await deliveries.countPending(db, { kind, most: mostCounted }) });
    return counts;
  });
