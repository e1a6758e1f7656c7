import { encodeSuccess, refusal } from '@assay/domain';
import { type Assay, authenticate } from '@assay/operations';
import type { FastifyInstance } from 'fastify';
import type { SendRefusal } from '../plugins/envelope.ts';
import type { ApiRoute } from './api-route.ts';

const longestIdempotencyKey = 255;
const keyTooLong = refusal('request.invalid', `Idempotency-Key: must be at most ${longestIdempotencyKey} characters`);

/** Registers the routes of a table: key → verb → envelope. */
export const registerApi = (app: FastifyInstance, assay: Assay, sendRefusal: SendRefusal, routes: readonly ApiRoute[]): void => {
  for (const { method, url, run, unsafe, bodyLimit } of routes) {
    app.route<{ Params: Record<string, string>; Querystring: Record<string, string | undefined> }>({
      method,
      url,
      exposeHeadRoute: unsafe !== true,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      handler: async (request, reply) => {
        const key = request.headers['x-api-key'];
        const caller = await authenticate({ assay, apiKey: typeof key === 'string' ? key : undefined });
        if (!caller.ok) return sendRefusal(request, reply, caller.error);
        const idempotencyKey = request.headers['idempotency-key'];
        if (typeof idempotencyKey === 'string' && idempotencyKey.length > longestIdempotencyKey)
          return sendRefusal(request, reply, keyTooLong);
        const ctx = typeof idempotencyKey === 'string' ? { ...caller.value, idempotencyKey } : caller.value;
        const result = await run(ctx, { params: request.params, query: request.query, body: request.body });
        return result.ok ? encodeSuccess(result.value) : sendRefusal(request, reply, result.error);
      },
    });
  }
};
