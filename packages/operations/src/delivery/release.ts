import { decideDelivery, evolveDelivery } from '@assay/domain';
import { deliveries, type Tx } from '@assay/store';
import { columnsOf, stateOf } from './delivery-state.ts';

/** What waited for the report of an attempt may go, in the transaction that generates it. */
export const releaseDeliveries = async (
  tx: Tx,
  attempt: { accountId: number; invitationId: number; attempt: number },
  now: number,
): Promise<void> => {
  for (const row of await deliveries.lockWaiting(tx, attempt)) {
    const event = decideDelivery(stateOf(row), { type: 'release', now });
    if (event.ok) await deliveries.update(tx, row, columnsOf(evolveDelivery(stateOf(row), event.value)));
  }
};
