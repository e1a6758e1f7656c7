import { encodeSuccess } from '@assay/domain';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** `GET /healthz`: the process is up. `GET /readyz`: the database answers, else the `503.1` envelope. */
export const health = fp(async (app: FastifyInstance, { ping }: { ping: () => Promise<void> }) => {
  app.get('/healthz', async () => encodeSuccess('up'));
  app.get('/readyz', async () => {
    await ping();
    return encodeSuccess('ready');
  });
});
