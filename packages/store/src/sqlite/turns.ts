import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs what it is given one after another, each in a turn of the event loop of its own: what is ready meanwhile runs in between. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#last.then(() => nextTurn()).then(work);
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
}
