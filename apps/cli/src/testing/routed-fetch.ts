import { type Client, createClient } from '@assay/client';

/** `route` is method and path, as `GET /manage/v1/tests/3`. */
export type RecordedRequest = {
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly body: unknown;
};
/** By route: the `result` of a success, or a whole Response. */
export type Routes = Readonly<Record<string, (request: RecordedRequest) => unknown>>;

export const server = 'http://assay.test';
export const apiKey = 'key-of-the-tests-0123456789';

export const refuse = (statuscode: string, result: string): Response =>
  Response.json({ statuscode, description: 'No', result }, { status: Number.parseInt(statuscode, 10) });

/** A server in memory that responds by `routes`; each request is in `requests`. */
export const routedFetch = (routes: Routes): { fetch: typeof globalThis.fetch; requests: RecordedRequest[] } => {
  const requests: RecordedRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const route = `${init?.method ?? 'GET'} ${url.pathname}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = { route, query: Object.fromEntries(url.searchParams), headers: new Headers(init?.headers), body };
    requests.push(request);
    const respond = routes[route];
    if (respond === undefined) return refuse('404.2', `No route ${route}`);
    const result = await respond(request);
    return result instanceof Response ? result : Response.json({ statuscode: '200.1', description: 'Done', result });
  };
  return { fetch, requests };
};

/** The real client over such a server. */
export const routedClient = (routes: Routes): { client: Client; requests: RecordedRequest[] } => {
  const { fetch, requests } = routedFetch(routes);
  return { client: createClient({ baseUrl: server, apiKey, fetch }), requests };
};
