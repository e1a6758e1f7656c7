import { PassThrough } from 'node:stream';
import { run } from '../program.ts';
import type { Context, ScreenRoute } from '../support/context.ts';
import { apiKey, type RecordedRequest, type Routes, routedFetch, server } from './routed-fetch.ts';

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
  readonly onErr?: (text: string) => void;
};

export type Ran = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly requests: readonly RecordedRequest[];
  readonly opened: readonly { readonly url: string; readonly profile: string | null; readonly route?: ScreenRoute }[];
};

export const connected = { ASSAY_URL: server, ASSAY_API_KEY: apiKey };

/** Runs a command line in this process, against a server that responds by `routes`. */
export const runCli = async (args: readonly string[], given: Given = {}): Promise<Ran> => {
  const { routes = {}, env = connected, answers, columns = 80, interrupt = new AbortController() } = given;
  const isTTY = answers !== undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY });
  if (!isTTY) stdin.end(given.piped ?? '');
  const left = [...(answers ?? [])];
  const written = { out: '', err: '' };
  const { fetch, requests } = routedFetch(routes);
  const opened: Ran['opened'][number][] = [];

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
        given.onErr?.(String(content));
        // A question ends with `: ` or `] `.
        if (/(: |\] )$/.test(String(content)) && left.length > 0) stdin.write(`${left.shift()}\n`);
      },
    },
    interrupt,
    fetch: given.fetch ?? fetch,
    now: () => given.now ?? Date.parse('2026-11-21T12:00:00Z'),
    configDirectory: async () => given.configDirectory ?? '/nonexistent/assay',
    openScreens: async ({ url, profile }, route) => {
      opened.push({ url, profile, ...(route && { route }) });
    },
  };
  const code = await run(context);
  return { code, ...written, requests, opened };
};
