/** As the global `fetch`, of which only this much is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type RetryOptions = {
  /** How often a call is tried in all; 1 never tries again. 3 when left out. */
  readonly attempts?: number | undefined;
  /** The first pause is a random part of this, each later one of twice as much. 250 when left out. */
  readonly initialDelayMs?: number | undefined;
  /** No pause of our own is longer. 8,000 when left out. */
  readonly maxDelayMs?: number | undefined;
  /** A server that asks to wait longer (`Retry-After`) is not waited for: its refusal is thrown. 60,000 when left out. */
  readonly maxRetryAfterMs?: number | undefined;
  /** False: only reads are tried again. For servers of API v2 that know no Idempotency-Key. */
  readonly writes?: boolean | undefined;
};

export type ClientOptions = {
  /** Where the server is, without `/v2`; a path prefix is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: Fetch | undefined;
  readonly retry?: RetryOptions | undefined;
  /** Milliseconds for each attempt; of a file, for its start and for each piece. 30,000 when left out. */
  readonly timeoutMs?: number | undefined;
};

export type RetryPlan = { readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]> };

export type Settings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly retry: RetryPlan;
  readonly timeoutMs: number;
};

const positive = (name: string, value: number): number => {
  if (!(value > 0)) throw new TypeError(`${name}: must be above 0`);
  return value;
};

const notNegative = (name: string, value: number): number => {
  if (!(value >= 0)) throw new TypeError(`${name}: must not be negative`);
  return value;
};

export const timeoutOf = (value: number): number => positive('timeoutMs', value);

const baseOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl: must be an absolute http or https URL');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl: must have no user, query or fragment');
  return url.href.replace(/\/+$/, '');
};

const keyOf = (text: string): string => {
  const key = text.trim();
  // What no header can carry would look like a broken line otherwise.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('apiKey: must be an API key, without spaces or line breaks');
  return key;
};

/** Throws a TypeError that names the option which cannot be. */
export const settle = ({ baseUrl, apiKey, fetch, retry = {}, timeoutMs = 30_000 }: ClientOptions): Settings => ({
  baseUrl: baseOf(baseUrl),
  apiKey: keyOf(apiKey),
  fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
  retry: {
    attempts: Math.floor(positive('retry.attempts', retry.attempts ?? 3)),
    initialDelayMs: notNegative('retry.initialDelayMs', retry.initialDelayMs ?? 250),
    maxDelayMs: notNegative('retry.maxDelayMs', retry.maxDelayMs ?? 8_000),
    maxRetryAfterMs: notNegative('retry.maxRetryAfterMs', retry.maxRetryAfterMs ?? 60_000),
    writes: retry.writes ?? true,
  },
  timeoutMs: timeoutOf(timeoutMs),
});
