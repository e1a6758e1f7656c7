import { PassThrough } from 'node:stream';
import { run } from '../../program.ts';
import type { Context } from '../../support/context.ts';

export type RecordedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
};
/** The response of the fake server: the `result` of a success, or a whole Response. */
type Respond = (requests: RecordedRequest) => unknown;
/** By method and path, as `GET /manage/v1/tests/3`. */
export type Routes = Readonly<Record<string, Respond>>;

export const refuse = (statuscode: string, result: string): Response =>
  Response.json({ statuscode, description: 'No', result }, { status: Number.parseInt(statuscode, 10) });

type Given = {
  readonly routes?: Routes;
  readonly env?: Readonly<Record<string, string>>;
  readonly configDirectory?: string;
  /** Answers to questions, in order; with them all streams are terminals. */
  readonly answers?: readonly string[];
  readonly columns?: number;
  /** Standard input. */
  readonly piped?: string;
  readonly interrupt?: AbortController;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: number;
};

export type Ran = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly requests: readonly RecordedRequest[];
  readonly opened: readonly { readonly url: string; readonly profile: string | null }[];
};

export const server = 'http://assay.test';
export const connected = { ASSAY_URL: server, ASSAY_API_KEY: 'key-of-the-tests-0123456789' };

/** Runs a command line in this process, against a server that responds by `routes`. */
export const runCli = async (args: readonly string[], given: Given = {}): Promise<Ran> => {
  const { routes = {}, env = connected, answers, columns = 80, interrupt = new AbortController() } = given;
  const isTTY = answers !== undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY });
  if (!isTTY) stdin.end(given.piped ?? '');
  const left = [...(answers ?? [])];
  const written = { out: '', err: '' };
  const requests: RecordedRequest[] = [];
  const opened: { url: string; profile: string | null }[] = [];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const one: RecordedRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    requests.push(one);
    const respond = routes[`${one.method} ${one.path}`];
    if (respond === undefined) return refuse('404.2', `No route ${one.method} ${one.path}`);
    const result = await respond(one);
    return result instanceof Response ? result : Response.json({ statuscode: '200.1', description: 'Done', result });
  };

  const context: Context = {
    args,
    env,
    stdin,
    stdout: {
      isTTY,
      columns,
      write: (content) => (written.out += typeof content === 'string' ? content : Buffer.from(content).toString('latin1')),
    },
    stderr: {
      isTTY,
      columns,
      write: (content) => {
        written.err += String(content);
        // A question ends with `: ` or `] `.
        if (/(: |\] )$/.test(String(content)) && left.length > 0) stdin.write(`${left.shift()}\n`);
      },
    },
    interrupt,
    fetch: given.fetch ?? fetch,
    now: () => given.now ?? Date.parse('2026-11-21T12:00:00Z'),
    configDirectory: async () => given.configDirectory ?? '/nonexistent/assay',
    openScreens: async ({ url, profile }) => {
      opened.push({ url, profile });
    },
  };
  const code = await run(context);
  return { code, ...written, requests, opened };
};
