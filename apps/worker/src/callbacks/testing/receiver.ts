import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Receiver = {
  readonly port: number;
  readonly url: string;
  /** Every connection that was opened, whether or not anything came through it. */
  readonly sockets: readonly Socket[];
  readonly received: readonly Received[];
};

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/${name}.pem`, import.meta.url), 'utf8');

/** For receiver.test and 127.0.0.1, self-signed: valid until 2120, and one that expired in 2020. */
export const certificates = { receiver: fixture('receiver-certificate'), expired: fixture('expired-certificate') };

const listen = async <Kind extends TcpServer>(server: Kind, host: string, port: number) => {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  return { port: (server.address() as AddressInfo).port, sockets };
};

type Where = { readonly host?: string; readonly port?: number; readonly certificate?: keyof typeof certificates };

/** A real HTTP receiver for the length of one test; it keeps each request that came whole, then answers through `answer`. */
export const startReceiver = async (answer: RequestListener, where: Where = {}): Promise<Receiver> => {
  const { host = '127.0.0.1', port = 0, certificate } = where;
  const received: Received[] = [];
  const onRequest: RequestListener = (request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(request, response);
    });
  };
  const server: Server =
    certificate === undefined
      ? createServer(onRequest)
      : createTlsServer({ key: fixture('receiver-key'), cert: certificates[certificate] }, onRequest);
  const { port: taken, sockets } = await listen(server, host, port);
  return {
    port: taken,
    url: `${certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${taken}/`,
    sockets,
    received,
  };
};

/** A receiver below HTTP: `answer` gets the socket once the whole request head has come. */
export const startRawReceiver = async (answer: (socket: Socket) => void): Promise<Receiver> => {
  const server = createTcpServer((socket) => socket.once('data', () => answer(socket)));
  const { port, sockets } = await listen(server, '127.0.0.1', 0);
  return { port, url: `http://127.0.0.1:${port}/`, sockets, received: [] };
};

/** A port of 127.0.0.1 where nothing listens: it was free a moment ago. */
export const findClosedPort = async (): Promise<number> => {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
