import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const intervalMilliseconds = 50;

/**
 * When the server stops, Node closes connections that are idle at that moment. One that becomes idle later would keep the process alive
 * until its keep-alive timeout, so idle connections are closed repeatedly until the server is closed. One that has sent nothing is not idle
 * for Node, which gives it a minute for its headers.
 */
export const closeIdleConnections = fp(async (app: FastifyInstance) => {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let ticker: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    ticker = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, intervalMilliseconds);
    done();
  });
  app.addHook('onClose', async () => clearInterval(ticker));
});
