import { PassThrough } from 'node:stream';
import { run } from '../../program.ts';
import type { Context } from '../../support/context.ts';

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
};
/** What the fake server answers: the `result` of a success, or a whole Response. */
type Answer = (asked: Asked) => unknown;
/** By method and path, as `GET /manage/v1/tests/3`. */
export type Routes = Readonly<Record<string, Answer>>;

export const refuse = (statuscode: string, result: string): Response =>
  Response.json({ statuscode, description: 'No', result }, { status: Number.parseInt(statuscode, 10) });

type Given = {
  readonly routes?: Routes;
  readonly env?: Readonly<Record<string, string>>;
  readonly configDirectory?: string;
  /** Answers to questions, in their order; given, everything is a terminal. */
  readonly answers?: readonly string[];
  readonly columns?: number;
  /** What is piped in. */
  readonly piped?: string;
  readonly interrupt?: AbortController;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: number;
};

export type Ran = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly asked: readonly Asked[];
  readonly opened: readonly { readonly url: string; readonly profile: string | null }[];
};

export const server = 'http://assay.test';
export const connected = { ASSAY_URL: server, ASSAY_API_KEY: 'key-of-the-tests-0123456789' };

/** Runs a command line in this process, against a server that answers by `routes`. */
export const runCli = async (args: readonly string[], given: Given = {}): Promise<Ran> => {
  const { routes = {}, env = connected, answers, columns = 80, interrupt = new AbortController() } = given;
  const isTTY = answers !== undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY });
  if (!isTTY) stdin.end(given.piped ?? '');
  const left = [...(answers ?? [])];
  const written = { out: '', err: '' };
  const asked: Asked[] = [];
  const opened: { url: string; profile: string | null }[] = [];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const one: Asked = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    asked.push(one);
    const answer = routes[`${one.method} ${one.path}`];
    if (answer === undefined) return refuse('404.2', `No route ${one.method} ${one.path}`);
    const result = await answer(one);
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
        // A question ends where the cursor waits.
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
  return { code, ...written, asked, opened };
};
