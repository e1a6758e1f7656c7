import { LRUCache } from 'lru-cache';

const watchedSeconds = 20;
const slowest = 8 * 1024;

/** What came in each of the last seconds. */
export class Pace {
  readonly #since: number;
  readonly #recent = new Array<number>(watchedSeconds).fill(0);
  #second: number;

  constructor(now: number) {
    this.#since = now;
    this.#second = Math.floor(now / 1000);
  }

  add(bytes: number, now: number): void {
    this.#forget(now);
    this.#recent[this.#second % watchedSeconds] = (this.#recent[this.#second % watchedSeconds] ?? 0) + bytes;
  }

  /** Bytes per second over the last 20 s, or since it began. */
  perSecond(now: number): number {
    this.#forget(now);
    const seconds = Math.min(watchedSeconds, Math.max(1, (now - this.#since) / 1000));
    return this.#recent.reduce((sum, bytes) => sum + bytes, 0) / seconds;
  }

  /** Whether it came below 8 KB/s for 20 s. */
  isSlow(now: number): boolean {
    return now - this.#since >= watchedSeconds * 1000 && this.perSecond(now) < slowest;
  }

  #forget(now: number): void {
    const second = Math.floor(now / 1000);
    const passed = Math.min(watchedSeconds, second - this.#second);
    for (let step = 0; step < passed; step += 1) this.#recent[(second - step) % watchedSeconds] = 0;
    this.#second = second;
  }
}

/** More than there are attempts whose uploads break off within 20 s. */
const mostAttempts = 20_000;

/**
 * Of uploads that broke off, by attempt. The next one of the attempt goes on with it for 20 s: a client that connects again in time would
 * otherwise never be slow.
 */
export class BrokenOff {
  readonly #left = new LRUCache<string, readonly { readonly pace: Pace; readonly at: number }[]>({ max: mostAttempts });

  add(attempt: string, pace: Pace, now: number): void {
    this.#left.set(attempt, [...this.#recent(attempt, now), { pace, at: now }]);
  }

  take(attempt: string, now: number): Pace | undefined {
    const [first, ...others] = this.#recent(attempt, now);
    if (others.length > 0) this.#left.set(attempt, others);
    else this.#left.delete(attempt);
    return first?.pace;
  }

  #recent(attempt: string, now: number) {
    return (this.#left.get(attempt) ?? []).filter(({ at }) => now - at < watchedSeconds * 1000);
  }
}
