import { AssayProtocolError, AssayRefusal, AssayTimeout, AssayUnreachable } from '../errors.ts';
import type { ClientOperation } from '../operations.ts';
import { attempt, type Call } from './attempt.ts';
import { delayOf, isTransient } from './backoff.ts';
import { buildRequest, type Input } from './build-request.ts';
import { pause } from './leash.ts';
import { type Settings, timeoutOf } from './settings.ts';

export type CallOptions = {
  /** Ends the call at once, also while it waits to try again; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Same key and same request within 24 h: done once, answered the same. Made anew for each write when left out. */
  readonly idempotencyKey?: string | undefined;
  /** Milliseconds for each attempt. */
  readonly timeoutMs?: number | undefined;
};

const longestKey = 255;

const idempotencyKeyOf = ({ repeat }: ClientOperation, given: string | undefined): string | undefined => {
  if (repeat !== 'by-key') return undefined;
  if (given !== undefined && !(given.length <= longestKey && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(given)))
    throw new TypeError(`idempotencyKey: must be 1 to ${longestKey} ASCII characters`);
  return given ?? crypto.randomUUID();
};

/** Whether another try may succeed, and what the server asked to wait before it. */
const worthAnother = (error: unknown): { readonly retryAfterMs: number | null } | undefined => {
  if (error instanceof AssayUnreachable || error instanceof AssayTimeout) return { retryAfterMs: null };
  if (error instanceof AssayRefusal || error instanceof AssayProtocolError) return isTransient(error.httpStatus) ? error : undefined;
  return undefined;
};

/** Tries until there is an answer, or no further try is safe or of use; the last error is thrown. */
const insist = async ({ retry }: Settings, call: Call): Promise<unknown> => {
  const { repeat } = call.operation;
  const attempts = repeat === 'never' || (repeat === 'by-key' && !retry.writes) ? 1 : retry.attempts;
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(call, number);
    } catch (error) {
      const again = number < attempts ? worthAnother(error) : undefined;
      if (again === undefined || (again.retryAfterMs ?? 0) > retry.maxRetryAfterMs) throw error;
      await pause(delayOf(retry, number, again.retryAfterMs, Math.random()), call.signal);
    }
  }
};

/** One call of an operation, with all its tries. */
export const makeCall = async (
  settings: Settings,
  name: string,
  operation: ClientOperation,
  input: Input,
  { signal, idempotencyKey, timeoutMs }: CallOptions,
): Promise<unknown> => {
  const { target, body } = buildRequest(operation, input);
  const key = idempotencyKeyOf(operation, idempotencyKey);
  return insist(settings, {
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
    timeoutMs: timeoutMs === undefined ? settings.timeoutMs : timeoutOf(timeoutMs),
  });
};
