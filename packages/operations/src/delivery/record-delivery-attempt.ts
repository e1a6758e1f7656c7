import { deliveries, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { advanceDelivery } from '../support/delivery-state.ts';
import { record } from '../support/invitation-state.ts';
import type { DeliveryAttempt } from './attempt-delivery.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

type Recorded = {
  readonly assay: Assay;
  readonly delivery: ClaimedDelivery;
  readonly attempt: DeliveryAttempt;
  /** 0 to 1; spreads the retries of many. */
  readonly random: number;
};

/** Moves the delivery on while the lease holds. False: an attempt whose lease another worker has taken decides nothing. */
const applyOutcome = async (tx: Tx, row: ClaimedDelivery, now: number, { delivery, attempt, random }: Recorded): Promise<boolean> => {
  if (row.state !== 'pending' || row.lease_until !== delivery.lease_until) return false;
  const { outcome, error, destination } = attempt;
  const also = { last_error: error, destination, attempts_made: row.attempts_made + 1 };
  const recorded = await advanceDelivery(tx, row, { type: 'recordOutcome', now, outcome, random }, also);
  if (!recorded.ok) return false;
  const { type } = recorded.value.event;
  if ((type === 'delivery.delivered' || type === 'delivery.failed') && deliveries.isOfInvitation(row)) {
    const { delivery_id: deliveryId, kind } = row;
    await record(tx, row, now, { type, deliveryId, kind, ...(error === null ? {} : { error }) });
  }
  return true;
};

/** Adds an attempt to the ledger and, while the lease holds, moves the delivery on. */
export const recordDeliveryAttempt = (recorded: Recorded): Promise<void> =>
  recorded.assay.store.write(async (tx) => {
    const { delivery, attempt } = recorded;
    const { account_id, delivery_id } = delivery;
    const row = await deliveries.lock(tx, account_id, delivery_id);
    if (row === undefined) return;
    const now = await tx.now();
    const number = row.attempts_made + 1;
    // It was sent all the same, so the ledger shows it.
    if (!(await applyOutcome(tx, row, now, recorded))) await deliveries.countAttempt(tx, row, number);
    const { outcome, fault: _, ...made } = attempt;
    await deliveries.insertAttempt(tx, { account_id, delivery_id, number, at: now, outcome: outcome.type, ...made });
  });
