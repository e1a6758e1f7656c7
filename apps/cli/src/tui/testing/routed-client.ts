import { type Client, createClient } from '@assay/client';

export type Asked = { readonly route: string; readonly query: Readonly<Record<string, string>>; readonly body: unknown };
/** By method and path, as `GET /manage/v1/tests/3`: the `result` of a success, or a whole Response. */
export type Routes = Readonly<Record<string, (asked: Asked) => unknown>>;

export const refused = (statuscode: string, result: string): Response =>
  Response.json({ statuscode, description: 'No', result }, { status: Number.parseInt(statuscode, 10) });

/** The real client, before a server that answers by `routes`; each request is in `asked`. */
export const routedClient = (routes: Routes): { client: Client; asked: Asked[] } => {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const route = `${init?.method ?? 'GET'} ${url.pathname}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const one: Asked = { route, query: Object.fromEntries(url.searchParams), body };
    asked.push(one);
    const answer = routes[route];
    if (answer === undefined) return refused('404.2', `No route ${route}`);
    const result = await answer(one);
    return result instanceof Response ? result : Response.json({ statuscode: '200.1', description: 'Done', result });
  };
  return { client: createClient({ baseUrl: 'http://assay.test', apiKey: 'key-of-the-tests-0123456789', fetch }), asked };
};
