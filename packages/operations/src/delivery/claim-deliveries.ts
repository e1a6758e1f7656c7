import { deliveries, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { advanceDelivery } from '../support/delivery-state.ts';
import { keepToQuotas } from './keep-to-quotas.ts';

/** A delivery that this process holds the lease of. */
export type ClaimedDelivery = deliveries.Delivery;

/**
 * Where to look when more is due than one claim looks at. A table of lanes with their next due time would be a row that every completion
 * updates, and lanes in memory miss rows that become visible later than the time that they carry.
 */
type Further = {
  /** Lanes in which something has just ended. */
  readonly freed: Iterable<string>;
  /** The lanes that follow this one by name; undefined: none of them. */
  readonly after: string | undefined;
};

type Claim = {
  readonly assay: Assay;
  readonly limit: number;
  /** How many more deliveries a lane may have under way. A lane is one host of callbacks, or the mail server. */
  readonly roomIn: (lane: string) => number;
  readonly further: Further;
};

type Claimed = {
  /** Those that may be sent. */
  readonly claimed: ClaimedDelivery[];
  /** Those that were due and wait for the next day, because a quota of their account is used up. */
  readonly postponed: number;
  /** The lane after which to look next; undefined when all lanes have been looked at. */
  readonly reached: string | undefined;
};

/** The deliveries, and the lanes, that one claim looks at: more would hold up other requests, fewer make more claims. */
const mostDue = 256;
const mostLanes = 128;

/**
 * The lanes to claim from: those of what has been due longest. Behind a backlog, which is more than a claim looks at, also those that were
 * just busy, and some others by name, so that its length costs nothing and its lanes hide no other.
 */
const chooseLanes = async (
  tx: Tx,
  now: number,
  { freed, after }: Further,
): Promise<{ lanes: Set<string>; reached: string | undefined }> => {
  const lanes = await deliveries.listDue(tx, { now, most: mostDue });
  if (lanes.length < mostDue) return { lanes: new Set(lanes), reached: undefined };
  const next = after === undefined ? [] : await deliveries.listLanes(tx, { now, after, most: mostLanes });
  const due = next.filter(({ isDue }) => isDue).map(({ lane }) => lane);
  return { lanes: new Set([...freed, ...lanes, ...due]), reached: next.length < mostLanes ? undefined : next.at(-1)?.lane };
};

/** Takes the lease of deliveries that are due; other workers skip them until the lease ends. */
const claim = ({ assay: { store, timings }, limit, roomIn, further }: Claim): Promise<Pick<Claimed, 'claimed' | 'reached'>> =>
  store.write(async (tx) => {
    const now = await tx.now();
    const { lanes, reached } = await chooseLanes(tx, now, further);
    const claimed: ClaimedDelivery[] = [];
    for (const lane of lanes) {
      const room = Math.min(roomIn(lane), limit - claimed.length);
      if (room <= 0) continue;
      for (const row of await deliveries.lockDue(tx, { now, lane, limit: room })) {
        const leaseMilliseconds = row.kind === 'callback' ? timings.callbackLeaseMs : timings.mailLeaseMs;
        const taken = await advanceDelivery(tx, row, { type: 'claim', now, leaseMilliseconds });
        if (taken.ok) claimed.push(taken.value.row);
      }
    }
    return { claimed, reached };
  });

/** Takes the lease of deliveries that are due and that their accounts may send today. */
export const claimDeliveries = async (options: Claim): Promise<Claimed> => {
  const { claimed, reached } = await claim(options);
  const admitted = await keepToQuotas({ assay: options.assay, claimed });
  return { claimed: admitted, postponed: claimed.length - admitted.length, reached };
};
