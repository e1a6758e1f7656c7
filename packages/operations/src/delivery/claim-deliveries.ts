import { deliveries } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { advanceDelivery } from '../support/delivery-state.ts';

/** A delivery that this process holds the lease of. */
export type ClaimedDelivery = deliveries.Delivery;

/** The lanes to claim from. A lane is one host of callbacks, or the mail server. */
export type ClaimedLanes = { readonly only: readonly string[] } | { readonly except: readonly string[] };

type Claim = {
  readonly assay: Assay;
  readonly lanes: ClaimedLanes;
  readonly limit: number;
  /** How many more deliveries a lane may have under way. */
  readonly roomIn: (lane: string) => number;
};

/** Takes the lease of deliveries that are due; other workers skip them until the lease ends. */
export const claimDeliveries = ({ assay: { store, timings }, lanes, limit, roomIn }: Claim): Promise<ClaimedDelivery[]> =>
  store.write(async (tx) => {
    const now = await tx.now();
    const claimed: ClaimedDelivery[] = [];
    // Counted inside the transaction, because it may run more than once.
    const counts = new Map<string, number>();
    for (const row of await deliveries.lockDue(tx, { now, lanes, limit })) {
      const count = (counts.get(row.lane) ?? 0) + 1;
      if (count > roomIn(row.lane)) continue;
      const leaseMilliseconds = row.kind === 'callback' ? timings.callbackLeaseMs : timings.mailLeaseMs;
      const claim = await advanceDelivery(tx, row, { type: 'claim', now, leaseMilliseconds });
      if (!claim.ok) continue;
      counts.set(row.lane, count);
      claimed.push(claim.value.row);
    }
    return claimed;
  });
