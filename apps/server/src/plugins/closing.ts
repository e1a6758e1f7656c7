import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const every = 50;

/**
 * Node closes the connections that are idle when the server stops. One that is answered later would hold the process until its
 * keep-alive ends, so idle ones are closed again and again until none is left.
 */
export const closing = fp(async (app: FastifyInstance) => {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => app.server.closeIdleConnections(), every);
    done();
  });
  app.addHook('onClose', async () => clearInterval(sweep));
});
