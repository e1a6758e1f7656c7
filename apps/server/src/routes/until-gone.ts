import type { FastifyReply } from 'fastify';

/** Aborts when the caller has gone, or has the whole answer. */
export const untilGone = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  if (reply.raw.closed) gone.abort();
  else reply.raw.once('close', () => gone.abort());
  return gone.signal;
};
