/** In the long run `perSecond` requests are accepted, and `burst` of them at once: a token bucket. */
export type RateLimit = {
  /** What is counted: requests of one address (an IPv6 network of 64 bits counts as one), or with one credential in the path. */
  readonly by: 'address' | 'credential';
  readonly perSecond: number;
  readonly burst: number;
};

/** Requests that a server process accepts (docs/decisions/2026-11-22-rate-limits.md has the reasons for the numbers). */
export const rateLimits = {
  /** What a candidate sends with a take token; a page that was offline sends all it stored at once. */
  candidate: { by: 'credential', perSecond: 20, burst: 300 },
  /** Pictures of questions: a test has 1,000 at most, and a page loads them once. */
  picture: { by: 'credential', perSecond: 20, burst: 2000 },
  /** What needs no API key and no take token. An exam room of 1,000 opens its pages behind one address. */
  visitor: { by: 'address', perSecond: 100, burst: 6000 },
  /** Registrations with an access key: each makes a row or a mail. */
  registration: { by: 'address', perSecond: 5, burst: 600 },
  /** One access key, by all addresses: several times what one address may, or one address could close it to others. */
  target: { by: 'credential', perSecond: 300, burst: 20_000 },
  /** One report URL, by all addresses: each request draws a PDF, and only who has the URL can close it to others. */
  report: { by: 'credential', perSecond: 1, burst: 60 },
  /** API keys, take tokens, report tokens and access keys that do not exist. Valid ones are never counted with them. */
  failure: { by: 'address', perSecond: 5, burst: 300 },
} as const satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof rateLimits;
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;
