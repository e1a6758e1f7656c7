import { encodeSuccess, refusal } from '@assay/domain';
import { type Assay, authenticate, type Context } from '@assay/operations';
import type { FastifyInstance } from 'fastify';
import type { SendRefusal } from '../plugins/envelope.ts';
import type { ApiRoute } from './api-route.ts';
import { sendDownload } from './downloads.ts';

const callerOf = 'caller';
const longestIdempotencyKey = 255;
const keyTooLong = refusal('request.invalid', `Idempotency-Key: must be at most ${longestIdempotencyKey} characters`);

/** Registers the routes of a table: key → verb → envelope or file. */
export const registerApi = (app: FastifyInstance, assay: Assay, sendRefusal: SendRefusal, routes: readonly ApiRoute[]): void => {
  if (!app.hasRequestDecorator(callerOf)) app.decorateRequest(callerOf, null);
  for (const route of routes) {
    const { method, url, unsafe, bodyLimit } = route;
    app.route<{ Params: Record<string, string>; Querystring: Record<string, string | undefined> }>({
      method,
      url,
      exposeHeadRoute: unsafe !== true,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      // Before the body is read: nobody without a key makes the server parse megabytes.
      onRequest: async (request, reply) => {
        const key = request.headers['x-api-key'];
        const caller = await authenticate({ assay, apiKey: typeof key === 'string' ? key : undefined });
        if (!caller.ok) return sendRefusal(request, reply, caller.error);
        request.setDecorator(callerOf, caller.value);
      },
      handler: async (request, reply) => {
        const caller = request.getDecorator<Context>(callerOf);
        const idempotencyKey = request.headers['idempotency-key'];
        const given = typeof idempotencyKey === 'string' && idempotencyKey !== '';
        if (given && idempotencyKey.length > longestIdempotencyKey) return sendRefusal(request, reply, keyTooLong);
        const ctx = given ? { ...caller, idempotencyKey } : caller;
        const asked = { params: request.params, query: request.query, body: request.body };
        if (typeof route.result === 'string') {
          const file = await route.run(ctx, asked);
          return file.ok ? sendDownload(reply, route.result, file.value) : sendRefusal(request, reply, file.error);
        }
        const result = await route.run(ctx, asked);
        return result.ok ? encodeSuccess(result.value) : sendRefusal(request, reply, result.error);
      },
    });
  }
};
