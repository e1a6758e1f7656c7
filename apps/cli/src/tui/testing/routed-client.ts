import { type Client, createClient } from '@assay/client';

export type RecordedRequest = { readonly route: string; readonly query: Readonly<Record<string, string>>; readonly body: unknown };
/** By method and path, as `GET /manage/v1/tests/3`: the `result` of a success, or a whole Response. */
export type Routes = Readonly<Record<string, (requests: RecordedRequest) => unknown>>;

export const refused = (statuscode: string, result: string): Response =>
  Response.json({ statuscode, description: 'No', result }, { status: Number.parseInt(statuscode, 10) });

/** The real client and a server in memory that responds by `routes`; each request is in `requests`. */
export const routedClient = (routes: Routes): { client: Client; requests: RecordedRequest[] } => {
  const requests: RecordedRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const route = `${init?.method ?? 'GET'} ${url.pathname}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const one: RecordedRequest = { route, query: Object.fromEntries(url.searchParams), body };
    requests.push(one);
    const respond = routes[route];
    if (respond === undefined) return refused('404.2', `No route ${route}`);
    const result = await respond(one);
    return result instanceof Response ? result : Response.json({ statuscode: '200.1', description: 'Done', result });
  };
  return { client: createClient({ baseUrl: 'http://assay.test', apiKey: 'key-of-the-tests-0123456789', fetch }), requests };
};
