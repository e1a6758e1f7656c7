import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const urls = ['/docs', '/docs/json', '/docs/yaml', '/docs/static/index.html', '/docs/static/swagger-initializer.js', '/docs/static/*'];

/**
 * `/docs`: the API reference, an application of its own that is loaded with the first request for it: making the document would add
 * 60 ms to every start.
 */
export const docs = async (app: FastifyInstance, { publicUrl }: { publicUrl: () => string }): Promise<void> => {
  let made: Promise<FastifyInstance> | undefined;
  const getReference = (): Promise<FastifyInstance> => {
    made ??= import('./docs-app.ts').then(({ makeDocsApp }) => makeDocsApp(publicUrl));
    return made;
  };
  app.addHook('onClose', async () => (await made)?.close());

  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const reference = await getReference();
    const response = await reference.inject({ url: request.url, headers: request.headers });
    if (response.statusCode === 404) return reply.callNotFound();
    if (response.statusCode >= 500) throw new Error(`the API reference failed: ${response.body}`);
    // Of an empty buffer Fastify would say that it is octets.
    const body = response.rawPayload.length > 0 ? response.rawPayload : undefined;
    return reply.code(response.statusCode).headers(response.headers).send(body);
  };
  for (const url of urls) app.get(url, forward);
};
