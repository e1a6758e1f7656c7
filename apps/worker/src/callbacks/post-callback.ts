import type { CallbackResult } from '@assay/domain';
import type { Agent, Dispatcher } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { describeFailure } from './describe-failure.ts';
import { CallbackRefused, makeGuardedAgent } from './guarded-agent.ts';
import { makeHostResolver, type Resolve } from './resolve-host.ts';
import { readRetryAfter } from './retry-after.ts';

export type CallbackRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal;
};

export type CallbackPoster = {
  /**
   * Rejects with the reason of `signal` when that aborts before the status is received. A network failure is a result. More than 8
   * posts at a time to one origin wait for a connection, while their time-out runs.
   */
  readonly post: (request: CallbackRequest) => Promise<CallbackResult>;
  /** Waits for the posts under way, then closes every connection. */
  readonly close: () => Promise<void>;
};

export type CallbackPosterOptions = {
  readonly policy: AddressPolicy;
  readonly resolve?: Resolve;
  /** For the whole exchange, from the look-up of the name to the end of the response. */
  readonly timeoutMilliseconds: number;
};

const bodyLimit = 4_096;
const keptLimit = 1_024;

const readUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new CallbackRefused('the callback URL is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new CallbackRefused(`a callback goes to http or https, not to ${url.protocol.slice(0, 40)}`);
  }
  if (url.username !== '' || url.password !== '') throw new CallbackRefused('a callback URL carries no user name and no password');
  return url;
};

/** undici aborts a request only once it has a connection; the caller does not wait for that. */
const unlessAborted = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

const readStart = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= bodyLimit) break;
    }
  } catch {
    // Cut off, too slow or aborted: the status has been received, and it decides.
  }
  const kept = Buffer.concat(chunks).subarray(0, keptLimit);
  // `stream` drops a character that the limit has cut in two.
  return new TextDecoder().decode(kept, { stream: size > keptLimit }).replaceAll('\0', '');
};

const exchange = async (agent: Agent, url: URL, { headers, body }: CallbackRequest, signal: AbortSignal) => {
  const request = agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: { ...headers, 'user-agent': 'Assay', 'accept-encoding': 'identity' },
    body,
    signal,
    highWaterMark: bodyLimit,
  });
  const response = await unlessAborted(request, signal);
  const retryAfter = readRetryAfter(response.headers['retry-after'], Date.now());
  return { type: 'responded', status: response.statusCode, retryAfter, response: await readStart(response.body) } as const;
};

/** Posts callbacks to addresses that `policy` permits. Redirects are not followed: a 3xx is a result. */
export const makeCallbackPoster = ({
  policy,
  resolve = makeHostResolver(),
  timeoutMilliseconds,
}: CallbackPosterOptions): CallbackPoster => {
  const stopping = new AbortController();
  const agent = makeGuardedAgent({ policy, resolve, signal: stopping.signal });
  const underWay = new Set<Promise<CallbackResult>>();

  const postOnce = async (request: CallbackRequest): Promise<CallbackResult> => {
    request.signal?.throwIfAborted();
    const start = performance.now();
    const elapsed = () => Math.round(performance.now() - start);
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error('out of time')), timeoutMilliseconds);
    const onAbort = () => ending.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const answered = await exchange(agent, readUrl(request.url), request, ending.signal);
      return { ...answered, durationMilliseconds: elapsed() };
    } catch (error) {
      request.signal?.throwIfAborted();
      if (error instanceof CallbackRefused) return { type: 'refused', error: error.message, durationMilliseconds: elapsed() };
      const words = ending.signal.aborted ? `no answer within ${timeoutMilliseconds / 1_000} s` : describeFailure(error);
      if (words === null) throw error;
      return { type: 'unreachable', error: words, durationMilliseconds: elapsed() };
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
    }
  };

  return {
    post: async (request) => {
      if (stopping.signal.aborted) throw new Error('the callback poster is closed');
      const posting = postOnce(request);
      underWay.add(posting);
      return posting.finally(() => underWay.delete(posting));
    },
    close: async () => {
      await Promise.allSettled(underWay);
      stopping.abort(new Error('the callback poster is closed'));
      await agent.destroy();
    },
  };
};
