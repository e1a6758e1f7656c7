import type { RateLimit } from '@assay/domain';
import { LRUCache } from 'lru-cache';

/** More than there are callers at the same time. Beyond it the bucket unused for longest is forgotten, and is full when it is used again. */
const mostBuckets = 20_000;

/**
 * A token bucket for each key. A bucket is one number, the instant when it will be full again (GCRA), so that nothing has to be refilled
 * and the wait is exact. Refused requests do not make the wait longer.
 */
export class TokenBuckets {
  readonly #fullAt = new LRUCache<string, number>({ max: mostBuckets });
  readonly #msPerToken: number;
  readonly #burstMs: number;
  readonly #now: () => number;

  constructor({ perSecond, burst }: Pick<RateLimit, 'perSecond' | 'burst'>, now: () => number) {
    this.#msPerToken = 1000 / perSecond;
    this.#burstMs = burst * this.#msPerToken;
    this.#now = now;
  }

  /** Takes a token and returns 0; the milliseconds until there is one if the bucket is empty. */
  take(key: string): number {
    const now = this.#now();
    const fullAt = Math.max(this.#fullAt.get(key) ?? now, now) + this.#msPerToken;
    const wait = fullAt - now - this.#burstMs;
    if (wait > 0) return wait;
    this.#fullAt.set(key, fullAt);
    return 0;
  }
}
