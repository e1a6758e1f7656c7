import {
  type Delivery,
  type DeliveryCommand,
  type DeliveryEvent,
  decideDelivery,
  evolveDelivery,
  ok,
  type Refusal,
  type Result,
} from '@assay/domain';
import { deliveries, type Tx } from '@assay/store';
import { match } from 'ts-pattern';
import { changedMeanwhile } from './refusals.ts';

type Row = deliveries.Delivery;

/** The aggregate that a row holds. */
const stateOf = (row: Row): Delivery =>
  match(row.state)
    .returnType<Delivery>()
    .with('waiting', (status) => ({ status }))
    .with('pending', (status) => ({ status, failures: row.failures, notBefore: row.not_before, leaseUntil: row.lease_until }))
    .with('delivered', 'failed', (status) => ({ status, at: row.settled_at ?? 0 }))
    .exhaustive();

/** The columns that hold a state. */
const columnsOf = (state: Delivery): Partial<Row> =>
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

type Advanced = { readonly event: DeliveryEvent; readonly row: Row };

/**
 * Decides a command on a delivery and writes the state that follows, with the columns of `also`. A conflict when another process
 * changed the row after it was read.
 */
export const advanceDelivery = async (
  tx: Tx,
  row: Row,
  command: DeliveryCommand,
  also: Partial<Row> = {},
): Promise<Result<Advanced, Refusal>> => {
  const state = stateOf(row);
  const event = decideDelivery(state, command);
  if (!event.ok) return event;
  const columns = { ...columnsOf(evolveDelivery(state, event.value)), ...also };
  return (await deliveries.update(tx, row, columns)) ? ok({ event: event.value, row: { ...row, ...columns } }) : changedMeanwhile;
};
