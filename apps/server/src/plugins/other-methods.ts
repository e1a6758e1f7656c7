import { refusal } from '@assay/domain';
import type { FastifyInstance } from 'fastify';
import type { SendRefusal } from './envelope.ts';

const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Watches which methods each path gets. The function it returns, called when all routes are there, answers the other methods with
 * 405: Fastify itself would say 404.
 */
export const watchMethods = (app: FastifyInstance, sendRefusal: SendRefusal): (() => void) => {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set<string>();
    for (const one of [method].flat()) methods.add(one);
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
