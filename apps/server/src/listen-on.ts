import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { probePort } from './probe-port.ts';

/**
 * Connections that the system keeps until they are accepted, if it allows so many. Of more it drops the first packet, which the other side sends
 * again after a second, and then after two: Node's 511 are full as soon as somebody opens a thousand at once.
 */
const backlog = 4096;

/**
 * Sockets that listen. Node accepts one connection of each in a turn of the event loop: with one socket a thousand new connections keep
 * everybody else's waiting for a thousand turns.
 */
const atOnce = 16;

/** Only Linux spreads the connections over the sockets of one port; a Node that does not know `reusePort` (before 22.12) has one as well. */
const canShare = process.platform === 'linux';

const add = async (app: FastifyInstance, { address: host, port }: AddressInfo): Promise<Server | undefined> => {
  // As Node's HTTP server has it, which takes the connections as its own.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket));
  try {
    server.listen({ port, host, backlog, reusePort: true });
    await once(server, 'listening');
    return server;
  } catch (error) {
    app.log.debug({ err: error }, 'one socket listens');
    return undefined;
  }
};

/** Listens with several sockets where the system can, and resolves to the URL. They close with the application. */
export const listenOn = async (app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<string> => {
  // Sockets that share a port would share it with another server of the same user too, which nobody would notice.
  await probePort(port, host);
  const more: Server[] = [];
  // Before the port is open: the application takes no hook later. When it closes, connections are answered to their end.
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    closed = Promise.all(more.map((server) => once(server.close(), 'close')));
  });
  app.addHook('onClose', async () => {
    await closed;
  });
  const url = await app.listen({ port, host, backlog, ...(canShare && { reusePort: true }) });
  const address = app.server.address();
  if (!canShare || address === null || typeof address === 'string') return url;
  while (more.length < atOnce - 1) {
    const server = await add(app, address);
    if (server === undefined) break;
    more.push(server);
  }
  return url;
};
