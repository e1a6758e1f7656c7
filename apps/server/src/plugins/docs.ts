import type { FastifyInstance } from 'fastify';
import type { ReferenceFile } from '../reference/page/reference-files.ts';

const paths = ['/docs', '/docs/codes', '/docs/json', '/docs/yaml', '/docs/static/reference.js', '/docs/static/reference.css'] as const;

/**
 * `/docs`: the API reference. It is made by its first request, because the document takes a while and most servers never show it, and then
 * sent from memory: anybody may request it.
 */
export const docs = async (app: FastifyInstance, { publicUrl }: { publicUrl: () => string }): Promise<void> => {
  const made = new Map<string, Promise<ReadonlyMap<string, ReferenceFile>>>();
  // The files contain the public URL, which is known only after the server listens.
  const filesFor = (url: string) => {
    const files = made.get(url) ?? import('../reference/page/reference-files.ts').then(({ makeReferenceFiles }) => makeReferenceFiles(url));
    made.set(url, files);
    files.catch(() => made.delete(url));
    return files;
  };
  for (const path of paths)
    app.get(path, async (request, reply) => {
      const file = (await filesFor(publicUrl())).get(path);
      if (file === undefined) return reply.callNotFound();
      reply.headers(file.headers);
      if (request.headers['if-none-match'] === file.headers.etag) return reply.code(304).send();
      const readsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
      return readsGzip ? reply.header('content-encoding', 'gzip').send(file.compressed) : reply.send(file.body);
    });
};
