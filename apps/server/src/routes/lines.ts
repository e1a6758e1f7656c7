import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

// A stream of the one process that has the run: a poll would reach any process, so each case would have to be in the database. EventSource
// sends no body.
const type = 'application/x-ndjson';

export const readsLines = ({ headers }: FastifyRequest): boolean => headers.accept?.includes(type) ?? false;

/** A proxy ends a connection on which nothing comes; most wait a minute. */
const everyMs = 5_000;

/** A response of lines of JSON that begins with its first one: until then it may be any other, with its own status. */
export const createLines = (reply: FastifyReply) => {
  let body: Readable | undefined;
  let timer: NodeJS.Timeout | undefined;
  const begin = (): Readable => {
    const started = new Readable({ read: () => undefined });
    timer = setInterval(() => started.push('\n'), everyMs);
    started.once('close', () => clearInterval(timer));
    // Nginx passes nothing on before the end, unless it is told to.
    reply.type(type).header('x-accel-buffering', 'no').header('cache-control', 'no-store').send(started);
    return started;
  };
  return {
    write: (line: object): void => {
      body ??= begin();
      if (!body.destroyed) body.push(`${JSON.stringify(line)}\n`);
    },
    /** False if there was no line yet: the caller sends another response. */
    end: (last: object): boolean => {
      if (body === undefined) return false;
      clearInterval(timer);
      if (!body.destroyed) {
        body.push(`${JSON.stringify(last)}\n`);
        body.push(null);
      }
      return true;
    },
    /** Ends it so that the client sees that more was to come. */
    breakOff: (): void => void body?.destroy(new Error('the rest of a response could not be made')),
  };
};
