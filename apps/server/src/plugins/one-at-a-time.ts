import type { ServerResponse } from 'node:http';
import fp from 'fastify-plugin';

/** Requests of one connection that may wait for the response before them. */
const mostWaiting = 16;

type Line = { last: ServerResponse; waiting: number };

/**
 * HTTP/1.1 lets a client send requests before it has read the responses to earlier ones, thousands in 64 KiB. Node begins them all and
 * stores their responses; here the next one begins when the response before it was taken.
 */
export const oneAtATime = fp(async (app) => {
  const lines = new WeakMap<object, Line>();
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, { last: raw, waiting: 0 });
      return done();
    }
    const before = line.last;
    line.last = raw;
    if (before.closed) return done();
    if (line.waiting >= mostWaiting) return void socket.destroy();
    line.waiting += 1;
    before.once('close', () => {
      line.waiting -= 1;
      // A connection that is closed meanwhile begins nothing: nobody would learn what came of it.
      if (!socket.destroyed) done();
    });
  });
});
