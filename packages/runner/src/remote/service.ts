import { setTimeout as pause } from 'node:timers/promises';

/** Why a service that runs programs for us gave no result: always our side's failure, never a verdict. */
export class ServiceFault extends Error {}

export type ServiceOptions = {
  /** How messages name it. */
  readonly name: string;
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Requests for one result, and seconds before the second one; each further pause is twice as long. */
  readonly attempts: number;
  readonly firstPause: number;
  /** Seconds of an attempt at most, whatever its request allows. */
  readonly requestSeconds: number;
};

export type ServiceRequest = {
  readonly method?: 'GET' | 'POST';
  /** Below the base. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** Fewer than usual: who asks comes again by itself. */
  readonly attempts?: number;
  /** Of each attempt. */
  readonly seconds: number;
  /** Of the response. */
  readonly mostBytes: number;
};

export type ServiceResponse = { readonly status: number; readonly json: unknown };

type Attempt = ServiceResponse | { readonly status: number; readonly wanted: number | undefined };

/** A service that says so, or does not come up to it, may do better later. Any 5xx: a proxy in front of it gives all of them. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

const longestPause = 10;
/** A service that wants a longer pause gets no further request for this result. */
const longestAskedPause = 60;

/** `Retry-After` is seconds or a date. */
const askedPause = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

const bodyOf = async (name: string, response: Response, most: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > most) throw new ServiceFault(`${name} sent more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const jsonOf = (name: string, body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ServiceFault(`${name} sent no JSON`);
  }
};

/** What went wrong below HTTP, in a word: the cause tells more than `fetch failed`. */
const networkFault = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'failed';
};

/**
 * Requests with bounds: time, size, and a number of attempts when the network or the service is in trouble for a while. Redirects are
 * refused, because the credentials in our headers would go with them. Rejects with a `ServiceFault`, or when `signal` aborts.
 */
export const openService = ({ name, base, headers, attempts, firstPause, requestSeconds }: ServiceOptions) => {
  const folder = new URL(base.pathname.endsWith('/') ? base : `${base.origin}${base.pathname}/`);
  folder.username = '';
  folder.password = '';

  const once = async ({ method = 'GET', path, body, signal, seconds, mostBytes }: ServiceRequest): Promise<Attempt> => {
    const response = await fetch(new URL(path, folder), {
      method,
      redirect: 'error',
      headers: { accept: 'application/json', ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(seconds, requestSeconds) * 1000)]),
    });
    const { status } = response;
    if (isPassing(status)) {
      await response.body?.cancel();
      return { status, wanted: askedPause(response.headers.get('retry-after'), Date.now()) };
    }
    if (status === 401 || status === 403) {
      await response.body?.cancel();
      throw new ServiceFault(`${name} refuses the credentials in its URL (${status})`);
    }
    return { status, json: jsonOf(name, await bodyOf(name, response, mostBytes)) };
  };

  return async (request: ServiceRequest): Promise<ServiceResponse> => {
    for (let attempt = 1; ; attempt += 1) {
      let fault: string;
      let wanted: number | undefined;
      try {
        const response = await once(request);
        if ('json' in response) return response;
        fault = `answered ${response.status}`;
        wanted = response.wanted;
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof ServiceFault) throw error;
        fault = `could not be reached: ${networkFault(error)}`;
      }
      if (attempt >= (request.attempts ?? attempts) || (wanted ?? 0) > longestAskedPause) throw new ServiceFault(`${name} ${fault}`);
      const seconds = wanted ?? Math.min(longestPause, firstPause * 2 ** (attempt - 1));
      await pause(seconds * 1000, undefined, { signal: request.signal });
    }
  };
};

export type Service = ReturnType<typeof openService>;

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (name: string, value: unknown): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ServiceFault(`${name} sent an unknown shape`);
  return { ...value };
};

export const listOf = (name: string, value: unknown): readonly Fields[] => {
  if (!Array.isArray(value)) throw new ServiceFault(`${name} sent an unknown shape`);
  return value.map((item) => fieldsOf(name, item));
};

export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

/** A number, also one that is written as text; null for anything else. */
export const numberIn = (fields: Fields, name: string): number | null => {
  const value = fields[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};
