import { type Delivery, formatInstant, type ManagedDelivery } from '@assay/domain';
import type { deliveries } from '@assay/store';
import { match } from 'ts-pattern';

type Row = deliveries.Delivery;

/** The aggregate that a row holds. */
export const stateOf = (row: Row): Delivery =>
  match(row.state)
    .returnType<Delivery>()
    .with('waiting', (status) => ({ status }))
    .with('pending', (status) => ({ status, failures: row.failures, notBefore: row.not_before, leaseUntil: row.lease_until }))
    .with('delivered', 'failed', (status) => ({ status, at: row.settled_at ?? 0 }))
    .exhaustive();

/** The columns that hold a state. */
export const columnsOf = (state: Delivery): Partial<Row> =>
  match(state)
    .returnType<Partial<Row>>()
    .with({ status: 'waiting' }, ({ status }) => ({ state: status }))
    .with({ status: 'pending' }, ({ status, failures, notBefore, leaseUntil }) => ({
      state: status,
      failures,
      not_before: notBefore,
      lease_until: leaseUntil,
      settled_at: null,
    }))
    .with({ status: 'delivered' }, { status: 'failed' }, ({ status, at }) => ({ state: status, settled_at: at, lease_until: 0 }))
    .exhaustive();

/** The same in every attempt and redelivery, so that a receiver can drop repeats. */
export const messageIdOf = ({ account_id, delivery_id }: Pick<Row, 'account_id' | 'delivery_id'>): string =>
  `msg_${account_id.toString(36)}_${delivery_id.toString(36)}`;

/** A delivery as the management API shows it. */
export const managedDelivery = (row: Row): ManagedDelivery => ({
  deliveryId: row.delivery_id,
  kind: row.kind,
  state: row.state,
  testId: row.test_id,
  testInvitationId: row.invitation_id,
  destination: row.destination,
  messageId: messageIdOf(row),
  attemptsMade: row.attempts_made,
  nextAttemptAt: row.state === 'pending' ? formatInstant(Math.max(row.not_before, row.lease_until)) : null,
  lastError: row.last_error,
  createdAt: formatInstant(row.created_at),
  settledAt: row.settled_at === null ? null : formatInstant(row.settled_at),
});
