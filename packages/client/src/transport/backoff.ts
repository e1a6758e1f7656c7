import type { RetryPlan } from './settings.ts';

/** Milliseconds that `Retry-After` asks for, as seconds or as a date; null when it is absent or says nothing. */
export const retryAfterOf = (headers: Headers, now: number): number | null => {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/[a-z]{3}/i.test(text)) return null;
  const until = Date.parse(text);
  // By the server's own clock where it tells it: ours may be off by more than the wait.
  const sent = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(until) ? null : Math.max(0, until - (Number.isNaN(sent) ? now : sent));
};

/**
 * The pause before try number `attempt + 1`: full jitter, a random part of a limit that doubles. What the server asked for is never
 * cut short; jitter comes on top, so that all who were sent away do not come back together.
 *
 * @param random 0 to 1
 */
export const delayOf = (plan: RetryPlan, attempt: number, retryAfterMs: number | null, random: number): number =>
  retryAfterMs === null
    ? Math.round(random * Math.min(plan.maxDelayMs, plan.initialDelayMs * 2 ** (attempt - 1)))
    : Math.round(retryAfterMs + random * plan.initialDelayMs);

/** Statuses after which the same request may succeed. */
export const isTransient = (httpStatus: number): boolean => httpStatus === 408 || httpStatus === 429 || httpStatus >= 500;
