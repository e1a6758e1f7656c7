import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds. A shorter turn is one in which nobody else did anything. */
const idleTurn = 0.02;

/** Milliseconds without anything to do after which nobody is waited for: longer than a client takes to send its next request. */
const quiet = 0.25;

/** How many times as long others get as the slice before took, if they have so much to do. */
const othersShare = 2;

/** Runs what it is given one after another, each in a turn of the event loop of its own, and leaves most of the time to others. */
export class Turns {
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #took = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#last.then(() => this.#othersTurns()).then(() => this.#measured(work));
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Resolves when nothing waits or runs. */
  async idle(): Promise<void> {
    for (let last: Promise<unknown> | undefined; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
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
