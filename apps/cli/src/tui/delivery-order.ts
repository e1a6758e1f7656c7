import type { ManagedDelivery } from '@assay/domain';

/** The states in the order of the list: what needs someone first. */
export const deliveryStates = ['failed', 'pending', 'waiting', 'delivered'] as const satisfies readonly ManagedDelivery['state'][];

export const deliveryRank = (state: ManagedDelivery['state']): number => deliveryStates.indexOf(state);

const idsPerState = 1e13;

/** A cursor of the list is `rank:cursor of that state`, the latter empty at its beginning. */
export const parseDeliveryCursor = (cursor: string | null): { rank: number; cursor: string | null } => {
  const [rank, rest] = (cursor ?? '0:').split(':');
  return { rank: Number(rank), cursor: rest === undefined || rest === '' ? null : rest };
};

/** Ascending down the list: by state, then newest first. */
export const deliveryOrder = (cursor: string): number => {
  const parsed = parseDeliveryCursor(cursor);
  return parsed.rank * idsPerState + (parsed.cursor === null ? 0 : idsPerState - Number(parsed.cursor));
};

/** The cursor after a page of the state `rank`; null after the last state. */
export const nextDeliveryCursor = (rank: number, next: string | null): string | null => {
  if (next !== null) return `${rank}:${next}`;
  return rank + 1 < deliveryStates.length ? `${rank + 1}:` : null;
};
