import { AssayProtocolError, AssayRefusal, AssayTimeout, AssayUnreachable } from '../errors.ts';
import type { ClientOperation } from '../operations.ts';
import { attempt, type Call } from './attempt.ts';
import { delayOf, isTransient } from './backoff.ts';
import { buildRequest, type Input } from './build-request.ts';
import { pause } from './deadline.ts';
import { type RetryPlan, type Settings, timeoutOf } from './settings.ts';

export type CallOptions = {
  /** Ends the call at once, even in the pause before a retry. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The same key and request within 24 h: done once, with the same response. By default each write gets a new key. */
  readonly idempotencyKey?: string | undefined;
  /** Milliseconds per attempt. */
  readonly timeoutMs?: number | undefined;
};

const longestKey = 255;

const idempotencyKeyOf = ({ repeat }: ClientOperation, key: string | undefined): string | undefined => {
  if (repeat !== 'by-key') return undefined;
  if (key !== undefined && !(key.length <= longestKey && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key)))
    throw new TypeError(`idempotencyKey: must be 1 to ${longestKey} ASCII characters`);
  return key ?? crypto.randomUUID();
};

/** The wait that the server requests before a retry; undefined if a retry cannot succeed. */
const retryable = (error: unknown, { timeouts }: RetryPlan): { readonly retryAfterMs: number | null } | undefined => {
  if (error instanceof AssayUnreachable || (timeouts && error instanceof AssayTimeout)) return { retryAfterMs: null };
  if (error instanceof AssayRefusal || error instanceof AssayProtocolError) return isTransient(error.httpStatus) ? error : undefined;
  return undefined;
};

/** Retries as long as that is safe and may succeed; throws the last error. */
const callWithRetries = async ({ retry }: Settings, call: Call): Promise<unknown> => {
  const { repeat } = call.operation;
  const attempts = repeat === 'never' || (repeat === 'by-key' && !retry.writes) ? 1 : retry.attempts;
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(call, number);
    } catch (error) {
      const next = number < attempts ? retryable(error, retry) : undefined;
      if (next === undefined || (next.retryAfterMs ?? 0) > retry.maxRetryAfterMs) throw error;
      await pause(delayOf(retry, number, next.retryAfterMs, Math.random()), call.signal);
    }
  }
};

/** Calls an operation, with retries. */
export const callOperation = async (
  settings: Settings,
  name: string,
  operation: ClientOperation,
  input: Input,
  { signal, idempotencyKey, timeoutMs }: CallOptions,
): Promise<unknown> => {
  const { target, body } = buildRequest(operation, input);
  const key = idempotencyKeyOf(operation, idempotencyKey);
  return callWithRetries(settings, {
    fetch: settings.fetch,
    name,
    operation,
    url: settings.baseUrl + target,
    headers: {
      'x-api-key': settings.apiKey,
      'content-type': 'application/json;charset=utf-8',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body,
    signal,
    timeoutMs: timeoutMs === undefined ? (settings.timeoutMs ?? operation.timeoutMs) : timeoutOf(timeoutMs),
  });
};
