import type { Env } from '../step.ts';

/** Tries of one thing. `at`: when the next one is due (monotonic ms); null when none is planned. */
export type Retry = { readonly failures: number; readonly at: number | null };

export const noRetry: Retry = { failures: 0, at: null };

export const isDue = (at: number | null, now: number): boolean => at !== null && at <= now;

/**
 * After one more failure: the next try in 1 s doubling to 30 s, cut by up to a half at random so that many devices do not retry at once.
 * `atLeastMs` is what the server asked for.
 */
export const retryLater = (
  { failures }: Retry,
  { now, random }: Pick<Env, 'now' | 'random'>,
  atLeastMs = 0,
  atMostMs = Number.POSITIVE_INFINITY,
): Retry => {
  const longest = Math.min(30_000, 1_000 * 2 ** failures);
  return { failures: failures + 1, at: now + Math.min(atMostMs, Math.max(atLeastMs, longest * (0.5 + random / 2))) };
};
