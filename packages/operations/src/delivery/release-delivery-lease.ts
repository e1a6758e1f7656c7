import type { Assay } from '../support/context.ts';
import { advanceDelivery } from '../support/delivery-state.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** Makes a claimed delivery due again without counting an attempt: the process stops before it knows how the send ended. */
export const releaseDeliveryLease = ({ assay, delivery }: { assay: Assay; delivery: ClaimedDelivery }): Promise<void> =>
  assay.store.write(async (tx) => {
    await advanceDelivery(tx, delivery, { type: 'releaseLease', now: await tx.now() });
  });
