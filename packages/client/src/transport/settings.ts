/** The part of the global `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type RetryOptions = {
  /** Attempts per call, the first included; 1 means no retries. By default 3. */
  readonly attempts?: number | undefined;
  /** Upper limit of the random pause before the first retry; it doubles with each retry. By default 250. */
  readonly initialDelayMs?: number | undefined;
  /** The highest value of that limit. By default 8,000. */
  readonly maxDelayMs?: number | undefined;
  /** If the server's `Retry-After` is longer than this, its refusal is thrown instead. By default 60,000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** False: only reads are retried. For API v2 servers without support for Idempotency-Key. By default true. */
  readonly writes?: boolean | undefined;
  /** False: a call whose time is over is not retried, so that `timeoutMs` is the longest wait for an answer. By default true. */
  readonly timeouts?: boolean | undefined;
};

export type ClientOptions = {
  /** The server's address without `/v2`; may have a path prefix. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: Fetch | undefined;
  readonly retry?: RetryOptions | undefined;
  /** Milliseconds per attempt; for a file, until it starts and then for each chunk. By default 30,000; for the import of a test, 150,000. */
  readonly timeoutMs?: number | undefined;
};

export type RetryPlan = { readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]> };

export type Settings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly retry: RetryPlan;
  /** Undefined: as long as the operation takes. */
  readonly timeoutMs: number | undefined;
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
  // `fetch` rejects a key that no header can hold, and that error looks like a network failure.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('apiKey: must be an API key, without spaces or line breaks');
  return key;
};

/** Fills in the defaults. Throws a TypeError that names an invalid option. */
export const resolveSettings = ({ baseUrl, apiKey, fetch, retry = {}, timeoutMs }: ClientOptions): Settings => ({
  baseUrl: baseOf(baseUrl),
  apiKey: keyOf(apiKey),
  fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
  retry: {
    attempts: Math.floor(positive('retry.attempts', retry.attempts ?? 3)),
    initialDelayMs: notNegative('retry.initialDelayMs', retry.initialDelayMs ?? 250),
    maxDelayMs: notNegative('retry.maxDelayMs', retry.maxDelayMs ?? 8_000),
    maxRetryAfterMs: notNegative('retry.maxRetryAfterMs', retry.maxRetryAfterMs ?? 60_000),
    writes: retry.writes ?? true,
    timeouts: retry.timeouts ?? true,
  },
  timeoutMs: timeoutMs === undefined ? undefined : timeoutOf(timeoutMs),
});
