import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * While the process stops, every answer is the last on its connection. Node closes only the connections that are idle at that moment;
 * one that is answered later would hold the process until its keep-alive ends.
 */
export const closing = fp(async (app: FastifyInstance) => {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
});
