import { createClient } from '../create-client.ts';
import type { ClientOptions } from '../transport/settings.ts';

export type Sent = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  readonly init: RequestInit;
};

/** The server's response to one request. The last reply of a script repeats. */
export type Reply = (sent: Sent) => Response | Promise<Response>;

const json = (body: unknown, { status, headers = {} }: { status: number; headers?: Record<string, string> }): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req-7', ...headers },
  });

export const success =
  (result: unknown): Reply =>
  () =>
    json({ statuscode: '200.1', description: 'The request has succeeded.', result }, { status: 200 });

type RefusalReply = { readonly result?: unknown; readonly status?: number; readonly headers?: Record<string, string> };

export const refusal =
  (statuscode: string, { result = 'No such thing', status = Number.parseInt(statuscode, 10), headers }: RefusalReply = {}): Reply =>
  () =>
    json({ statuscode, description: 'Described', result }, { status, ...(headers === undefined ? {} : { headers }) });

export const htmlPage =
  (status: number, body = '<html><h1>Hello</h1></html>'): Reply =>
  () =>
    new Response(body, { status, headers: { 'content-type': 'text/html' } });

/** What Node's `fetch` throws. */
export const networkFailure =
  (message = 'connect ECONNREFUSED 127.0.0.1:8080'): Reply =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: new Error(message) }));

/** Never responds; rejects when the request is aborted. */
export const noResponse: Reply = ({ init }) =>
  new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
  });

/** A client of a fake server that replies as the script says, and the requests it received. */
export const createTestClient = (script: readonly Reply[], options: Partial<ClientOptions> = {}) => {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'https://assay.example',
    apiKey: 'ask_secret',
    fetch: async (url, init) => {
      const request: Sent = {
        method: init.method ?? 'GET',
        url: new URL(url),
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        init,
      };
      sent.push(request);
      const reply = script[Math.min(sent.length, script.length) - 1];
      if (reply === undefined) throw new Error('the script is empty');
      return reply(request);
    },
    ...options,
  });
  return { client, sent };
};

/** The error that `work` rejects with. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`did not fail: ${JSON.stringify(outcome.value)}`);
};
