import { encodeSuccess, refusal } from '@assay/domain';
import { describeError } from '@assay/runtime';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import packageFile from '../../package.json' with { type: 'json' };
import type { SendRefusal } from './envelope.ts';

type HealthOptions = {
  readonly ping: () => Promise<void>;
  /** What it says while it is ready. */
  readonly readiness: () => string;
  readonly sendRefusal: SendRefusal;
  readonly onRequest: onRequestHookHandler;
};

/** `GET /healthz`: the process is up; the header `x-assay-version` has its version. `GET /readyz`: the database responds and can write, otherwise `503.1`; and what else to know. */
export const health = fp(async (app: FastifyInstance, { ping, readiness, sendRefusal, onRequest }: HealthOptions) => {
  app.get('/healthz', { onRequest }, async (_request, reply) => {
    reply.header('x-assay-version', packageFile.version);
    return encodeSuccess('up');
  });
  app.get('/readyz', { onRequest }, async (request, reply) => {
    try {
      await ping();
    } catch (error) {
      request.log.error({ err: describeError(error) }, 'the database is not available');
      return sendRefusal(request, reply, refusal('service.unavailable', 'The database does not answer or cannot write'));
    }
    return encodeSuccess(readiness());
  });
});
