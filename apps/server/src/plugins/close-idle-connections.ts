import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const intervalMilliseconds = 50;

/**
 * When the server stops, Node closes connections that are idle at that moment. One that becomes idle later would keep the process alive
 * until its keep-alive timeout, so idle connections are closed repeatedly until the server is closed.
 */
export const closeIdleConnections = fp(async (app: FastifyInstance) => {
  let ticker: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    ticker = setInterval(() => app.server.closeIdleConnections(), intervalMilliseconds);
    done();
  });
  app.addHook('onClose', async () => clearInterval(ticker));
});
