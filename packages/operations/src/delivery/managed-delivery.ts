import { formatInstant, type ManagedDelivery } from '@assay/domain';
import type { deliveries } from '@assay/store';

type Row = deliveries.Delivery;

/**
 * The same in every attempt and redelivery, so that a receiver can recognize repeats. The nonce tells it from one that had the same id
 * before a restore: a receiver would ignore a callback that it takes for a repeat.
 */
export const messageIdOf = ({ account_id, delivery_id, nonce }: Pick<Row, 'account_id' | 'delivery_id' | 'nonce'>): string =>
  `msg_${account_id.toString(36)}_${delivery_id.toString(36)}_${nonce}`;

/** A delivery as the management API shows it. */
export const managedDelivery = (row: Row): ManagedDelivery => ({
  deliveryId: row.delivery_id,
  kind: row.kind,
  state: row.state,
  testId: row.test_id,
  testInvitationId: row.invitation_id,
  destination: row.destination,
  messageId: messageIdOf(row),
  sequence: row.sequence,
  attemptsMade: row.attempts_made,
  nextAttemptAt: row.state === 'pending' ? formatInstant(Math.max(row.not_before, row.lease_until)) : null,
  lastError: row.last_error,
  createdAt: formatInstant(row.created_at),
  settledAt: row.settled_at === null ? null : formatInstant(row.settled_at),
});
