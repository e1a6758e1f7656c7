import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryKind, DeliveryOutcome } from '@assay/domain';
import {
  type Assay,
  attemptDelivery,
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryAttempt,
  recordDeliveryAttempt,
  releaseDeliveryLease,
} from '@assay/operations';
import { Gathering } from './gathering.ts';
import { Lanes } from './lanes.ts';
import { Rounds } from './rounds.ts';

const mostUnderWay = 2048;
const batch = 256;
/** Milliseconds. On SQLite attempts that end within them are recorded in one COMMIT, which the next claim shares. */
const gathering = 5;

/** One attempt, for the log and the metrics. */
export type AttemptSummary = {
  readonly accountId: number;
  readonly deliveryId: number;
  readonly kind: DeliveryKind;
  readonly outcome: DeliveryOutcome['type'];
  readonly durationMilliseconds: number;
  readonly error: string | null;
};

export type DeliveryFault = { readonly deliveryId: number; readonly error: unknown };

type Options = {
  readonly assay: Assay;
  /** Called after each attempt that is in the ledger. */
  readonly onAttempt: (attempt: AttemptSummary) => void;
  /** Called for an error of ours: a delivery cannot be composed, or the database failed and the lease runs out. */
  readonly onFault: (fault: DeliveryFault) => void;
  /** 0 to 1; spreads retries. */
  readonly random?: () => number;
};

/** Sends the deliveries of the outbox, each at least once; a slow receiver delays its own lane and no other. */
export class Deliverer {
  readonly #options: Options;
  readonly #lanes = new Lanes();
  readonly #rounds = new Rounds();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** Attempts that have ended and are not recorded. */
  readonly #ended = new Gathering(gathering, () => this.#options.assay.wake('deliveries'));
  #sending = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Claims what is due and fits, and starts sending it. Returns how many, with those that must wait for a quota; does not wait for them. */
  async run(): Promise<number> {
    const { assay } = this.#options;
    for (;;) {
      const limit = Math.min(batch, mostUnderWay - this.#underWay.size);
      if (this.#stopping.signal.aborted || limit <= 0) return 0;
      const { after } = this.#rounds;
      const further = { freed: this.#lanes.takeFreed(), after };
      const { claimed, postponed, reached } = await claimDeliveries({ assay, limit, roomIn: this.#lanes.roomIn, further });
      if (after !== undefined) this.#rounds.advance(reached);
      for (const delivery of claimed) this.#start(delivery);
      const found = claimed.length + postponed;
      if (found > 0 || !this.#rounds.isUnderWay) return found;
    }
  }

  /** Resolves when every started delivery has ended. One that takes longer than `milliseconds` is aborted and its lease released. */
  async drain(milliseconds: number): Promise<void> {
    const ended = new AbortController();
    const deadline = pause(milliseconds, undefined, { signal: ended.signal }).then(
      () => this.#stopping.abort(),
      () => undefined,
    );
    await Promise.all(this.#underWay);
    ended.abort();
    await deadline;
  }

  #start(delivery: ClaimedDelivery): void {
    const sending = this.#send(delivery).finally(() => {
      const wasFull = this.#underWay.size >= mostUnderWay;
      this.#underWay.delete(sending);
      if (wasFull) this.#options.assay.wake('deliveries');
    });
    this.#underWay.add(sending);
  }

  /** Sends it, after which its lane has room again. */
  async #attempt(delivery: ClaimedDelivery): Promise<DeliveryAttempt> {
    const leave = this.#lanes.enter(delivery.lane);
    this.#sending += 1;
    try {
      const attempt = await attemptDelivery({ assay: this.#options.assay, delivery, signal: this.#stopping.signal });
      this.#lanes.setProven(delivery.lane, { delivered: attempt.outcome.type === 'delivered', milliseconds: attempt.duration });
      return attempt;
    } finally {
      leave();
      this.#sending -= 1;
      const gathered = this.#ended.join();
      if (this.#sending === 0) this.#ended.end();
      await gathered;
    }
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    const { assay, onAttempt, onFault, random = Math.random } = this.#options;
    const { signal } = this.#stopping;
    const { account_id: accountId, delivery_id: deliveryId, kind } = delivery;
    try {
      const attempt = await this.#attempt(delivery);
      if (attempt.fault !== undefined) onFault({ deliveryId, error: attempt.fault });
      await recordDeliveryAttempt({ assay, delivery, attempt, random: random() });
      const { outcome, duration: durationMilliseconds, error } = attempt;
      onAttempt({ accountId, deliveryId, kind, outcome: outcome.type, durationMilliseconds, error });
    } catch (error) {
      if (!signal.aborted) return onFault({ deliveryId, error });
      await releaseDeliveryLease({ assay, delivery }).catch((fault: unknown) => onFault({ deliveryId, error: fault }));
    }
  }
}
