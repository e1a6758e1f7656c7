/** So many submits within `window` milliseconds are a burst; fewer leave the process capacity for both. */
const submits = 10;
const window = 60;
/** Reports and deliveries wait no longer than this in one burst. */
const longest = 3000;
/** What comes sooner after a burst belongs to it: a busy process answers many submits in one turn, and the next ones when that is over. */
const gap = 1000;

/**
 * Candidates whose time ends together submit together. Their responses come before reports and deliveries, which share the thread.
 * Times are milliseconds of a clock that is never set back.
 */
export class SubmitBurst {
  /** When the last submits came, in a ring; `#next` is the oldest. */
  readonly #times = Array.from({ length: submits }, () => Number.NEGATIVE_INFINITY);
  #next = 0;
  #began = Number.NEGATIVE_INFINITY;
  #lastSeen = Number.NEGATIVE_INFINITY;

  submitted(now: number = performance.now()): void {
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % submits;
    if (this.#end <= now) return;
    if (now - this.#lastSeen > gap) this.#began = now;
    this.#lastSeen = now;
  }

  /** Milliseconds that other work waits at least. */
  left(now: number = performance.now()): number {
    return Math.max(0, Math.min(this.#end, this.#began + longest) - now);
  }

  /** When the burst is over, if no more submits come. */
  get #end(): number {
    return (this.#times[this.#next] ?? 0) + window;
  }
}
