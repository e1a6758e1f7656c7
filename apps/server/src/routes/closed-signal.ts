import type { FastifyReply } from 'fastify';

/** Aborts when the connection closes, or the response has been sent. */
export const closedSignal = (reply: FastifyReply): AbortSignal => {
  const closed = new AbortController();
  if (reply.raw.closed) closed.abort();
  else reply.raw.once('close', () => closed.abort());
  return closed.signal;
};
