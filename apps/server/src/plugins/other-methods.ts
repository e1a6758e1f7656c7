import { refusal } from '@assay/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SendRefusal } from './envelope.ts';

const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const otherMethod = { isOtherMethod: true } as const;

/** Whether the path of a request is known and its method is not one of the path's. */
export const isOtherMethod = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean => 'isOtherMethod' in routeOptions.config;

/**
 * Records the methods of each path. Call the returned function after all routes are registered: it responds to the other methods with
 * 405, where Fastify itself would respond with 404.
 */
export const watchMethods = (app: FastifyInstance, sendRefusal: SendRefusal): (() => void) => {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set<string>();
    for (const name of [method].flat()) methods.add(name);
    methodsOf.set(url, methods);
  });
  return () => {
    for (const [url, methods] of [...methodsOf]) {
      const others = all.filter((method) => !methods.has(method));
      if (others.length === 0 || url.includes('*')) continue;
      const allowed = [...methods].join(', ');
      app.route({
        method: others,
        url,
        config: otherMethod,
        handler: (request, reply) =>
          sendRefusal(
            request,
            reply.header('allow', allowed),
            refusal('method.not-allowed', `${request.method} is not allowed here; use ${allowed}`),
          ),
      });
    }
  };
};
