import autocannon from 'autocannon';
import { cpuTime, type Started } from './processes.ts';

export type Load = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Record<string, string>;
  /** Creates the path and body of each request. */
  readonly next?: () => { readonly path?: string; readonly body?: string };
};

/**
 * `milliseconds` is the mean time of a request, for ratios: the others are whole. `cpu`: microseconds of processor time of the server for each request; other programs on the machine change it less than the
 * rate.
 */
export type Measured = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly milliseconds: number;
  readonly cpu: number;
};

type Run = { readonly connections: number; readonly seconds: number; readonly of: Started };

/** Requests per second and latency in milliseconds. Fails on any status but 2xx: errors are fast and would distort the result. */
export const measure = async (
  { url, method = 'GET', headers = {}, next }: Load,
  { connections, seconds, of: { pid } }: Run,
): Promise<Measured> => {
  const before = await cpuTime(pid);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
    ...(next === undefined ? {} : { requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...next() }) }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  const cpu = ((await cpuTime(pid)) - before) / result.requests.total;
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    milliseconds: (1000 * connections) / result.requests.average,
    cpu,
  };
};
