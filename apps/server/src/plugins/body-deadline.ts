import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuseMalformed } from './malformed.ts';

/** For Node, which has one limit for all requests: that of a file of 10 MiB on a line of 300 kbit/s. */
export const longestBodyMs = 300_000;

const usualMs = 30_000;

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Leaves the body of a request the longest time: it may be a file on a slow line. */
export const letBodyTakeLonger = ({ raw }: Pick<FastifyRequest, 'raw'>): void => clearTimeout(deadlines.get(raw));

/** Ends requests whose body does not come. A connection that sends a byte now and then would otherwise stay for minutes. */
export const bodyDeadline = fp<{ readonly withinMs?: number }>(async (app, { withinMs = usualMs }) => {
  // Otherwise it grows with the longest time of a request.
  app.server.headersTimeout = withinMs;
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      const end = () => {
        // A request that is injected has no connection.
        if (!raw.complete && raw.socket.writable) refuseMalformed(new Error('the body did not come in time'), raw.socket);
      };
      const timer = setTimeout(end, withinMs);
      deadlines.set(raw, timer);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
});
