import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuseMalformed } from './malformed.ts';

/** For Node, which has one limit for all requests: that of a file of 10 MiB at 8 KB/s, the pace at which an upload keeps its place. */
export const longestBodyMs = 25 * 60_000;

const usualMs = 30_000;

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Leaves the body of a request the longest time: it may be a file on a slow line. */
export const letBodyTakeLonger = ({ raw }: Pick<FastifyRequest, 'raw'>): void => clearTimeout(deadlines.get(raw));

/** Ends requests whose body does not come. A connection that sends a byte now and then would otherwise stay for minutes. */
export const bodyDeadline = fp<{ readonly withinMs?: number }>(async (app, { withinMs = usualMs }) => {
  // Otherwise it grows with the longest time of a request.
  app.server.headersTimeout = withinMs;
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      const end = () => {
        // A request that is injected has no connection.
        if (raw.complete || !raw.socket.writable) return;
        if (reply.raw.headersSent) raw.socket.destroy();
        else refuseMalformed(new Error('the body did not come in time'), raw.socket);
      };
      // A browser sees the response once it has sent all of the body, which nobody reads any more.
      reply.raw.once('finish', () => {
        if (raw.complete) return;
        clearTimeout(deadlines.get(raw));
        deadlines.set(raw, setTimeout(end, withinMs));
      });
      deadlines.set(raw, setTimeout(end, withinMs));
      raw.once('close', () => clearTimeout(deadlines.get(raw)));
    }
    done();
  });
});
