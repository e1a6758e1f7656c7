import { setTimeout as pause } from 'node:timers/promises';
import { decideDelivery, evolveDelivery } from '@assay/domain';
import { deliveries } from '@assay/store';
import { LRUCache } from 'lru-cache';
import type { Assay } from '../support/context.ts';
import { attemptDelivery, type DeliveryMade, giveBackDelivery, settleDelivery } from './deliver.ts';
import { columnsOf, stateOf } from './delivery-state.ts';
import { mailLane } from './enqueue.ts';

type Row = deliveries.Delivery;

// A lane is one host, or the mail server. One that has not proved itself gets one delivery at a time, so that a thousand dead
// hosts hold a thousand sockets and nobody up.
const laneLimits = { mail: 4, proven: 8, unproven: 1 } as const;
const mostInFlight = 2048;
// However many dead hosts there are, lanes that work keep room.
const mostUnproven = 1792;
const batch = 256;
const rememberedLanes = 10_000;

type Options = {
  readonly assay: Assay;
  readonly onMade: (made: DeliveryMade) => void;
  /** Told of what should not happen: a delivery cannot be composed, or the database failed meanwhile and the lease runs out. */
  readonly onFault: (fault: { readonly deliveryId: number; readonly error: unknown }) => void;
  /** 0 to 1; spreads retries. */
  readonly random?: () => number;
};

/** Makes the deliveries of the outbox, at least once each; a slow receiver holds up its own lane and no other. */
export class Deliverer {
  readonly #options: Options;
  readonly #lanes = new Map<string, number>();
  #unproven = 0;
  readonly #proven = new LRUCache<string, true>({ max: rememberedLanes });
  readonly #inFlight = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Claims what is due and fits, and starts sending it. Returns how many; does not wait for them. */
  async run(): Promise<number> {
    if (this.#stopping.signal.aborted || this.#inFlight.size >= mostInFlight) return 0;
    const claimed = await this.#claim();
    for (const row of claimed) this.#launch(row);
    return claimed.length;
  }

  /** Resolves when all that was started has ended. What takes longer than `milliseconds` is broken off and its lease given back. */
  async drain(milliseconds: number): Promise<void> {
    const ended = new AbortController();
    const deadline = pause(milliseconds, undefined, { signal: ended.signal }).then(
      () => this.#stopping.abort(),
      () => undefined,
    );
    await Promise.all(this.#inFlight);
    ended.abort();
    await deadline;
  }

  #isProven(lane: string): boolean {
    return lane === mailLane || this.#proven.has(lane);
  }

  #limitOf(lane: string): number {
    if (lane === mailLane) return laneLimits.mail;
    return this.#isProven(lane) ? laneLimits.proven : laneLimits.unproven;
  }

  #hasRoom(lane: string): boolean {
    return (this.#lanes.get(lane) ?? 0) < this.#limitOf(lane);
  }

  #occupy(lane: string, change: 1 | -1): void {
    const count = (this.#lanes.get(lane) ?? 0) + change;
    if (count === 0) this.#lanes.delete(lane);
    else this.#lanes.set(lane, count);
  }

  #claim(): Promise<Row[]> {
    const full = this.#unproven >= mostUnproven;
    const lanes = full
      ? { only: [mailLane, ...this.#proven.keys()].filter((lane) => this.#hasRoom(lane)) }
      : { except: [...this.#lanes.keys()].filter((lane) => !this.#hasRoom(lane)) };
    const room = Math.min(batch, mostInFlight - this.#inFlight.size);
    const { store, timings } = this.#options.assay;
    return store.write(async (tx) => {
      const now = await tx.now();
      const claimed: Row[] = [];
      // Counted apart: this may run more than once.
      const taken = new Map<string, number>();
      for (const row of await deliveries.lockDue(tx, { now, lanes, limit: room })) {
        const count = (taken.get(row.lane) ?? this.#lanes.get(row.lane) ?? 0) + 1;
        if (count > this.#limitOf(row.lane)) continue;
        const event = decideDelivery(stateOf(row), {
          type: 'claim',
          now,
          leaseMilliseconds: row.kind === 'callback' ? timings.callbackLeaseMs : timings.mailLeaseMs,
        });
        if (!event.ok) continue;
        const columns = columnsOf(evolveDelivery(stateOf(row), event.value));
        if (!(await deliveries.update(tx, row, columns))) continue;
        taken.set(row.lane, count);
        claimed.push({ ...row, ...columns });
      }
      return claimed;
    });
  }

  #launch(row: Row): void {
    this.#occupy(row.lane, 1);
    const unproven = this.#isProven(row.lane) ? 0 : 1;
    this.#unproven += unproven;
    const flight = this.#make(row).finally(() => {
      this.#occupy(row.lane, -1);
      this.#unproven -= unproven;
      this.#inFlight.delete(flight);
      this.#options.assay.wake('deliveries');
    });
    this.#inFlight.add(flight);
  }

  async #make(row: Row): Promise<void> {
    const { assay, onMade, onFault, random = Math.random } = this.#options;
    const { signal } = this.#stopping;
    try {
      const attempt = await attemptDelivery(assay, row, signal);
      if (attempt.outcome.type === 'delivered') this.#proven.set(row.lane, true);
      else if (attempt.status === null) this.#proven.delete(row.lane);
      if (attempt.fault !== undefined) onFault({ deliveryId: row.delivery_id, error: attempt.fault });
      await settleDelivery(assay, row, attempt, random());
      const { outcome, duration: durationMilliseconds, error } = attempt;
      const { account_id: accountId, delivery_id: deliveryId, kind } = row;
      onMade({ accountId, deliveryId, kind, outcome: outcome.type, durationMilliseconds, error });
    } catch (error) {
      if (!signal.aborted) return onFault({ deliveryId: row.delivery_id, error });
      await giveBackDelivery(assay, row).catch((fault: unknown) => onFault({ deliveryId: row.delivery_id, error: fault }));
    }
  }
}
