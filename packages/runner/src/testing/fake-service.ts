import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FakeRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};
export type FakeResponse = { readonly status: number; readonly json: unknown };

/** What goes wrong with a request instead of its response. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

export const faults = {
  status:
    (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
    (_, response) =>
      response.writeHead(status, headers).end('trouble'),
  garbage: ((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>{')) satisfies Fault,
  reset: ((request) => request.socket.destroy()) satisfies Fault,
  /** The connection ends within the body. */
  torn: ((request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"a":');
    setImmediate(() => request.socket.destroy());
  }) satisfies Fault,
  oversized: ((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const part = ' '.repeat(1024 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', more);
    more();
  }) satisfies Fault,
  redirect: ((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()) satisfies Fault,
  silent: (() => undefined) satisfies Fault,
} as const;

/** A real HTTP server whose next requests of a kind can fail. */
export const startFake = async (respond: (request: FakeRequest) => FakeResponse) => {
  const requests: FakeRequest[] = [];
  const planned: { readonly path: string; readonly fault: Fault }[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const seen = { method: request.method ?? '', url, headers: request.headers, body: text === '' ? undefined : JSON.parse(text) };
    requests.push(seen);
    const at = planned.findIndex(({ path }) => `${seen.method} ${url.pathname}`.endsWith(path));
    if (at >= 0) return planned.splice(at, 1)[0]?.fault(request, response);
    const { status, json } = respond(seen);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    /** The next requests whose method and path end like this fail, each by one of the faults. */
    fail: (path: string, ...all: readonly Fault[]): void => {
      planned.push(...all.map((fault) => ({ path, fault })));
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** What the programs of these services do: the source is a list of words. */
export const wordsOf = (source: string): { readonly word: string; readonly number: number } => {
  const [word = '', number = '0'] = source.split(' ');
  return { word, number: Number(number) };
};
