import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type S3Request = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders };

const fault = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

/** Requests signed with it are answered 403. */
export const refusedKey = 'refused-key';

const listedAt = '2026-01-02T03:04:05.000Z';
const perPage = 2;

/** A page of the objects of a bucket, as `ListObjectsV2` answers it. */
const listing = (paths: readonly string[], bucket: string, query: URLSearchParams): string => {
  const keys = paths
    .filter((path) => path.startsWith(bucket))
    .map((path) => path.slice(bucket.length))
    .filter((key) => key.startsWith(query.get('prefix') ?? ''))
    .sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const next = from + perPage < keys.length ? `<NextContinuationToken>${from + perPage}</NextContinuationToken>` : '';
  const contents = keys
    .slice(from, from + perPage)
    .map((key) => `<Contents><Key>${key}</Key><LastModified>${listedAt}</LastModified><ETag>"1"</ETag><Size>1</Size></Contents>`);
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${next}${contents.join('')}</ListBucketResult>`;
};

/** `stalls`: a download stops in its middle. */
export type S3Fault = 'throttles' | 'is full' | 'never answers' | 'stalls';

/**
 * As much of an S3-compatible server as it takes to put, get, list and delete objects, with buckets in the path; its pages have two
 * objects. Who signs with `refusedKey` is refused.
 */
export const openS3Server = async () => {
  const requests: S3Request[] = [];
  const objects = new Map<string, Buffer>();
  let failing: S3Fault | undefined;
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://s3.test');
    requests.push({ method, path, headers });
    const body = await buffer(request);
    const object = objects.get(path);
    if (failing === 'never answers') return;
    if (failing === 'stalls' && method === 'GET') {
      response.writeHead(200, { 'content-length': 1000 }).write('half of it');
      return;
    }
    if (failing === 'throttles') response.writeHead(503).end(fault('SlowDown'));
    else if (failing === 'is full') response.writeHead(507).end(fault('XMinioStorageFull'));
    else if (headers.authorization?.includes(`Credential=${refusedKey}/`)) response.writeHead(403).end(fault('AccessDenied'));
    else if (method === 'PUT') {
      objects.set(path, body);
      response.writeHead(200, { etag: '"1"' }).end();
    } else if (searchParams.has('list-type')) {
      const bucket = `${path.replace(/\/$/, '')}/`;
      response.writeHead(200, { 'content-type': 'application/xml' }).end(listing([...objects.keys()], bucket, searchParams));
    } else if (method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
    } else if (object === undefined) response.writeHead(404).end(fault('NoSuchKey'));
    else response.writeHead(200, { 'content-length': object.length }).end(object);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    objects,
    fail: (how: S3Fault) => {
      failing = how;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
