import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds. A shorter turn is one in which nobody else did anything. */
const idleTurn = 0.02;

/** Milliseconds without anything to do after which nobody is waited for: longer than a client takes to send its next request. */
const quiet = 0.25;

/** How many times as long others get as the slice before took, if they have so much to do. */
const othersShare = 2;

type Slice = () => Promise<void>;

/**
 * Runs what it is given one after another, each in a turn of the event loop of its own, and leaves most of the time to others. Accounts
 * take turns.
 */
export class Turns {
  readonly #now: () => number;
  /** The account whose turn is next comes first. */
  readonly #waiting = new Map<number, Slice[]>();
  #working: Promise<void> | undefined;
  #took = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  run<Value>(accountId: number, work: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const slices = this.#waiting.get(accountId) ?? [];
      slices.push(() => this.#measured(work).then(resolve, reject));
      this.#waiting.set(accountId, slices);
      this.#working ??= this.#work();
    });
  }

  /** Resolves when nothing waits or runs. */
  async idle(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.size > 0) {
      await this.#othersTurns();
      const [[accountId, slices] = [0, []]] = this.#waiting;
      const slice = slices.shift();
      this.#waiting.delete(accountId);
      if (slices.length > 0) this.#waiting.set(accountId, slices);
      await slice?.();
    }
    this.#working = undefined;
  }

  async #measured<Value>(work: () => Promise<Value>): Promise<Value> {
    const start = this.#now();
    try {
      return await work();
    } finally {
      this.#took = this.#now() - start;
    }
  }

  async #othersTurns(): Promise<void> {
    let now = this.#now();
    let busyAt = now;
    const end = now + othersShare * this.#took;
    do {
      await nextTurn();
      const before = now;
      now = this.#now();
      if (now - before > idleTurn) busyAt = now;
    } while (now < end && now - busyAt < quiet);
  }
}
