import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core';

/** What a test expects to go wrong, or to be led to. Everything else fails it. */
export type Allowed = {
  /** Texts of console errors, such as the browser's own line for each answer of 4xx. */
  readonly errors?: readonly RegExp[];
  /** Origins besides the server's: where a redirect leads. */
  readonly origins?: readonly string[];
};

export type Watch = {
  /** From now on these are allowed as well, for example while offline. */
  allow(more: Allowed): void;
  /** What was seen and is not allowed; empty for a clean page. */
  faults(): readonly string[];
};

/** What Chromium says when the connection is lost while it fetches a service worker. */
export const workerNotFetched = /An unknown error occurred when fetching the script/;

/** Console errors the browser writes when it has no network. */
export const offlineErrors: Allowed = {
  errors: [
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_NETWORK_CHANGED/,
    // The service worker, while the browser fetched it.
    workerNotFetched,
  ],
};

/** The browser's line for an answer of this HTTP status, such as a refusal. */
export const answersOf = (...statuses: readonly number[]): Allowed => ({
  errors: statuses.map((status) => new RegExp(`the server responded with a status of ${status}\\b`)),
});

const reporter = 'assayPolicyViolated';
const isWeb = (url: string): boolean => /^(https?|wss?):/.test(url);

/** Listens to every page of the context, from before its first request. */
export const watchContext = async (context: BrowserContext, origin: string, allowed: Allowed = {}): Promise<Watch> => {
  const errors: string[] = [];
  const requests: string[] = [];
  const patterns = [...(allowed.errors ?? [])];
  const origins = new Set([origin, ...(allowed.origins ?? [])]);
  // The browser's console line does not come for every kind of violation; the event does.
  await context.exposeFunction(reporter, (told: string) => errors.push(`Content-Security-Policy violated: ${told}`));
  await context.addInitScript((name) => {
    const report = Reflect.get(window, name);
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
      report(`${violatedDirective} by ${blockedURI} at ${sourceFile}:${lineNumber}`);
    });
  }, reporter);
  context.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(`console error: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => errors.push(`page error: ${webError.error().stack ?? webError.error().message}`));
  context.on('page', (page: Page) => page.on('crash', () => errors.push('the page crashed')));
  context.on('request', (request: Request) => {
    if (isWeb(request.url())) requests.push(request.url());
  });
  return {
    allow: (more) => {
      patterns.push(...(more.errors ?? []));
      for (const one of more.origins ?? []) origins.add(one);
    },
    faults: () => [
      ...errors.filter((text) => !patterns.some((pattern) => pattern.test(text))),
      ...requests.filter((url) => !origins.has(new URL(url).origin)).map((url) => `request to another origin: ${url}`),
    ],
  };
};
