import type { ManagedDelivery } from '@assay/domain';
import { rankedCursors } from './ranked-cursors.ts';

/** The states in the order of the list: what needs someone first. */
export const deliveryStates = ['failed', 'pending', 'waiting', 'delivered'] as const satisfies readonly ManagedDelivery['state'][];

export const {
  of: deliveryCursor,
  order: deliveryOrder,
  parse: parseDeliveryCursor,
  next: nextDeliveryCursor,
} = rankedCursors(deliveryStates);
