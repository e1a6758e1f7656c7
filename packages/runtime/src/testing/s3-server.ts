import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type S3Request = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders };

const fault = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

/** Requests signed with it are answered 403. */
export const refusedKey = 'refused-key';

/** As much of an S3-compatible server as putting and getting an object takes, with buckets in the path. Who signs with `refusedKey` is refused. */
export const openS3Server = async () => {
  const requests: S3Request[] = [];
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    const { pathname: path } = new URL(request.url ?? '/', 'http://s3.test');
    requests.push({ method, path, headers });
    const body = await buffer(request);
    const object = objects.get(path);
    if (headers.authorization?.includes(`Credential=${refusedKey}/`)) response.writeHead(403).end(fault('AccessDenied'));
    else if (method === 'PUT') {
      objects.set(path, body);
      response.writeHead(200, { etag: '"1"' }).end();
    } else if (object === undefined) response.writeHead(404).end(fault('NoSuchKey'));
    else response.writeHead(200, { 'content-length': object.length }).end(object);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    objects,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
