import type { ManagedTestStatus } from '@assay/domain';
import { listedDeliveryStates } from '../../output/tones.ts';

/** Rows per request of a list. */
export const pageSize = 100;

const idsPerState = 1e13;

/** Cursors of a list that shows one state after another, the newest rows first in each: `rank:cursor within that state`. */
export const rankedCursors = <State extends string>(states: readonly State[]) => {
  const parse = (cursor: string | null): { rank: number; cursor: string | null } => {
    const [rank, rest] = (cursor ?? '0:').split(':');
    return { rank: Number(rank), cursor: rest === undefined || rest === '' ? null : rest };
  };
  return {
    states,
    parse,
    of: (state: State, id: number): string => `${states.indexOf(state)}:${id}`,
    /** Ascending down the list. */
    order: (text: string): number => {
      const { rank, cursor } = parse(text);
      return rank * idsPerState + (cursor === null ? 0 : idsPerState - Number(cursor));
    },
    /** The cursor after a page of the state `rank`; null after the last state. `next`: the cursor within that state. */
    next: (rank: number, next: string | null): string | null => {
      if (next !== null) return `${rank}:${next}`;
      return rank + 1 < states.length ? `${rank + 1}:` : null;
    },
  };
};

/** The active tests first. Archived tests are not in the list. */
export const testCursors = rankedCursors(['Active', 'Inactive'] as const satisfies readonly ManagedTestStatus[]);

export const deliveryCursors = rankedCursors(listedDeliveryStates);
