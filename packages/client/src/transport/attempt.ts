import { type Answer, answerOf, protocolError } from '../answer/answer.ts';
import { type Download, downloadOf } from '../answer/download.ts';
import { readEnvelope, readFailure } from '../answer/read-envelope.ts';
import { AssayTimeout, AssayUnreachable } from '../errors.ts';
import type { ClientOperation } from '../operations.ts';
import { makeLeash, TimedOut } from './leash.ts';
import type { Fetch } from './settings.ts';

export type Call = {
  readonly fetch: Fetch;
  /** The operationId. */
  readonly name: string;
  readonly operation: ClientOperation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
};

/** `fetch failed` says nothing; what it was caused by does. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message !== '' ? error.message : 'code' in error ? String(error.code) : error.name;
};

/** What went wrong between us and the server, as an error of ours; the caller's own abort as it is. */
const explainer = (call: Call, attempts: number) => (error: unknown) => {
  const { name: operation, url, signal, timeoutMs } = call;
  if (signal?.aborted === true) return signal.reason;
  if (error instanceof TimedOut) return new AssayTimeout({ operation, timeoutMs, attempts });
  const message = `${operation}: ${new URL(url).origin} is not reachable: ${reasonOf(error)}`;
  return new AssayUnreachable({ operation, message, attempts, cause: error });
};

const isFile = ({ httpStatus, contentType }: Answer): boolean =>
  httpStatus >= 200 && httpStatus < 300 && !/^\s*(application\/json|text\/html)\b/i.test(contentType ?? '');

const send = ({ fetch, operation, url, headers, body }: Call, signal: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body }),
    signal,
    // Followed, a redirect would take the API key along to another host, and turn a POST into a GET.
    redirect: 'manual',
    // Cancel and reattempt are GETs: no cache may answer for the server.
    cache: 'no-store',
  });

const redirected = (answer: Answer, response: Response) => {
  const to = response.headers.get('location');
  const message = `the server redirects${to === null ? '' : ` to ${to}`}; give the address it really has as baseUrl`;
  return protocolError(answer, { reason: 'redirect', message, text: '' });
};

/**
 * Sends once and reads the answer: a value, or a Download. Throws AssayRefusal, AssayProtocolError, AssayUnreachable, AssayTimeout or
 * the reason of the caller's abort.
 *
 * @param number of this attempt, from 1
 */
export const attempt = async (call: Call, number: number): Promise<unknown> => {
  const { name, operation } = call;
  const explain = explainer(call, number);
  const leash = makeLeash(call);
  const across = <Value>(work: () => Promise<Value>): Promise<Value> =>
    leash.hold(work).catch((error: unknown) => {
      throw explain(error);
    });
  let streaming = false;
  try {
    const { response, text } = await across(async () => {
      const response = await send(call, leash.signal);
      const file = operation.result === 'file' && isFile(answerOf(name, false, response));
      return { response, text: file ? undefined : await response.text() };
    });
    const answer = answerOf(name, operation.path.startsWith('/manage/'), response);
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw redirected(answer, response);
    if (text === undefined) {
      streaming = true;
      return downloadOf(response, leash, explain) satisfies Download;
    }
    if (operation.result === 'file') throw readFailure(answer, text);
    return readEnvelope(answer, text, operation.result);
  } finally {
    if (!streaming) leash.release();
  }
};
