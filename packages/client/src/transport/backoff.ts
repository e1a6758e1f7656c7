import type { RetryPlan } from './settings.ts';

/** `Retry-After`, given in seconds or as a date, in milliseconds; null if it is absent or malformed. */
export const retryAfterOf = (headers: Headers, now: number): number | null => {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/[a-z]{3}/i.test(text)) return null;
  const until = Date.parse(text);
  // Measured from the server's `Date` header if there is one: our clock may be wrong by more than the wait.
  const sent = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(until) ? null : Math.max(0, until - (Number.isNaN(sent) ? now : sent));
};

/**
 * The pause before attempt number `attempt + 1`: exponential backoff with full jitter. The pause is never shorter than `Retry-After`;
 * jitter is added to it, so that clients that were refused together do not retry together.
 *
 * @param random 0 to 1
 */
export const delayOf = (plan: RetryPlan, attempt: number, retryAfterMs: number | null, random: number): number =>
  retryAfterMs === null
    ? Math.round(random * Math.min(plan.maxDelayMs, plan.initialDelayMs * 2 ** (attempt - 1)))
    : Math.round(retryAfterMs + random * plan.initialDelayMs);

/** Whether the same request may succeed later. */
export const isTransient = (httpStatus: number): boolean => httpStatus === 408 || httpStatus === 429 || httpStatus >= 500;
