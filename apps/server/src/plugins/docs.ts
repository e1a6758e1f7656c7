import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type FileRequest = FastifyRequest<{ Params: { file?: string } }>;
type Page = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

/** The only form of a file's name that is kept: another spelling of the same name would be another entry. */
const fileName = /^[a-z\d][a-z\d.-]*$/;
const kept = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'last-modified', 'location'];

/**
 * `/docs`: the API reference. It is loaded with its first request: creating the document would add 60 ms to every start. Each of its files
 * is read once and sent from memory: the largest has 1.7 MB, and anybody may request it.
 */
export const docs = async (app: FastifyInstance, { publicUrl }: { publicUrl: () => string }): Promise<void> => {
  let reference: Promise<FastifyInstance> | undefined;
  const getReference = (): Promise<FastifyInstance> => {
    reference ??= import('./docs-app.ts').then(({ createDocsApp }) => createDocsApp(publicUrl));
    return reference;
  };
  app.addHook('onClose', async () => (await reference)?.close());

  const make = async (path: string): Promise<Page> => {
    const response = await (await getReference()).inject({ url: path });
    if (response.statusCode >= 500) throw new Error(`the API reference failed: ${response.body}`);
    const headers = Object.fromEntries(
      kept.flatMap((name) => (response.headers[name] === undefined ? [] : [[name, String(response.headers[name])]])),
    );
    return { status: response.statusCode, headers, body: response.rawPayload };
  };
  const pages = new Map<string, Promise<Page>>();
  const pageOf = (path: string): Promise<Page> => {
    // The document contains the public URL, which is known only after the server listens.
    const key = `${publicUrl()} ${path}`;
    const page = pages.get(key) ?? make(path);
    pages.set(key, page);
    const forget = () => pages.delete(key);
    page.then(({ status }) => status === 404 && forget(), forget);
    return page;
  };

  const send = (path: string) => async (request: FileRequest, reply: FastifyReply) => {
    const { file } = request.params;
    if (file !== undefined && !fileName.test(file)) return reply.callNotFound();
    const { status, headers, body } = await pageOf(path.replace(':file', file ?? ''));
    if (status === 404) return reply.callNotFound();
    reply.headers(headers);
    if (headers.etag !== undefined && request.headers['if-none-match'] === headers.etag) return reply.code(304).send();
    // For an empty buffer Fastify would set the content type application/octet-stream.
    return reply.code(status).send(body.length > 0 ? body : undefined);
  };
  for (const url of ['/docs', '/docs/json', '/docs/yaml', '/docs/static/:file']) app.get(url, send(url));
};
