import autocannon from 'autocannon';

export type Load = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Record<string, string>;
  /** Creates the path and body of each request. */
  readonly next?: () => { readonly path?: string; readonly body?: string };
};

export type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number };

/** Requests in flight. Group commit shares one disk write among them, so results of writes depend on this number. */
export const connections = Number(process.argv[3] ?? 128);

/** Requests per second and latency in milliseconds. Fails on any status but 2xx: errors are fast and would distort the result. */
export const measure = async ({ url, method = 'GET', headers = {}, next }: Load, seconds: number): Promise<Measured> => {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
    ...(next === undefined ? {} : { requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...next() }) }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
};
