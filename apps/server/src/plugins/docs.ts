import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const urls = ['/docs', '/docs/json', '/docs/yaml', '/docs/static/index.html', '/docs/static/swagger-initializer.js', '/docs/static/*'];

/** `/docs`: the API reference. It is loaded with its first request: creating the document would add 60 ms to every start. */
export const docs = async (app: FastifyInstance, { publicUrl }: { publicUrl: () => string }): Promise<void> => {
  let reference: Promise<FastifyInstance> | undefined;
  const getReference = (): Promise<FastifyInstance> => {
    reference ??= import('./docs-app.ts').then(({ createDocsApp }) => createDocsApp(publicUrl));
    return reference;
  };
  app.addHook('onClose', async () => (await reference)?.close());

  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await (await getReference()).inject({ url: request.url, headers: request.headers });
    if (response.statusCode === 404) return reply.callNotFound();
    if (response.statusCode >= 500) throw new Error(`the API reference failed: ${response.body}`);
    // For an empty buffer Fastify would set the content type application/octet-stream.
    const body = response.rawPayload.length > 0 ? response.rawPayload : undefined;
    return reply.code(response.statusCode).headers(response.headers).send(body);
  };
  for (const url of urls) app.get(url, forward);
};
