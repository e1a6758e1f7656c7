import { AssayTimeout, AssayUnreachable } from '../errors.ts';
import type { ClientOperation } from '../operations.ts';
import { type Download, downloadOf } from '../response/download.ts';
import { readEnvelope, readFailure } from '../response/read-envelope.ts';
import { protocolError, type ResponseInfo, responseInfo } from '../response/response-info.ts';
import { createDeadline, TimedOut } from './deadline.ts';
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

/** The message of the innermost cause: `fetch` itself says only `fetch failed`. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message !== '' ? error.message : 'code' in error ? String(error.code) : error.name;
};

/** A browser does not tell a script whether the server is down or does not allow the page: both are `Failed to fetch`. */
const hintFor = (origin: string): string => {
  // Undefined in Node, whose types do not know it.
  const location: { readonly origin: string } | undefined = Reflect.get(globalThis, 'location');
  const page = location?.origin;
  return page === undefined || page === origin ? '' : `; if it is up, it must allow this page: ASSAY_CORS_ORIGINS=${page}`;
};

/** Converts a network error or a timeout into a client error; an abort by the caller gives the signal's reason. */
const clientErrorOf = (call: Call, attempts: number) => (error: unknown) => {
  const { name: operation, url, signal, timeoutMs } = call;
  if (signal?.aborted === true) return signal.reason;
  if (error instanceof TimedOut) return new AssayTimeout({ operation, timeoutMs, attempts });
  const { origin } = new URL(url);
  const message = `${operation}: ${origin} is not reachable: ${reasonOf(error)}${hintFor(origin)}`;
  return new AssayUnreachable({ operation, message, attempts, cause: error });
};

const isFile = ({ httpStatus, contentType }: ResponseInfo): boolean =>
  httpStatus >= 200 && httpStatus < 300 && !/^\s*(application\/json|text\/html)\b/i.test(contentType ?? '');

const send = ({ fetch, operation, url, headers, body }: Call, signal: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body }),
    signal,
    // Following a redirect would send the API key to another host and turn a POST into a GET.
    redirect: 'manual',
    // Cancel and reattempt are GETs that change data: a cached response would skip the change.
    cache: 'no-store',
  });

const redirectError = (info: ResponseInfo, response: Response) => {
  const to = response.headers.get('location');
  const message = `the server redirects${to === null ? '' : ` to ${to}`}; give the address it really has as baseUrl`;
  return protocolError(info, { reason: 'redirect', message, text: '' });
};

/**
 * Sends the request once and reads the response: a value or a Download. Throws AssayRefusal, AssayProtocolError, AssayUnreachable,
 * AssayTimeout or the reason of the caller's signal.
 *
 * @param number this attempt's number, from 1
 */
export const attempt = async (call: Call, number: number): Promise<unknown> => {
  const { name, operation } = call;
  const toClientError = clientErrorOf(call, number);
  const deadline = createDeadline(call);
  const exchange = async () => {
    const response = await send(call, deadline.signal);
    const info = responseInfo(name, operation.path.startsWith('/manage/'), response);
    const isDownload = operation.result === 'file' && isFile(info);
    return { response, info, text: isDownload ? undefined : await response.text() };
  };
  let streaming = false;
  try {
    const { response, info, text } = await deadline.race(exchange).catch((error: unknown) => {
      throw toClientError(error);
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw redirectError(info, response);
    if (text === undefined) {
      streaming = true;
      return downloadOf(response, deadline, toClientError) satisfies Download;
    }
    if (operation.result === 'file') throw readFailure(info, text);
    return readEnvelope(info, text, operation.result);
  } finally {
    if (!streaming) deadline.release();
  }
};
