import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeFailure, refusal } from '@assay/domain';
import type { Assay } from '@assay/operations';
import { createMetricsReader } from '@assay/runtime';
import type { Registry } from 'prom-client';
import manifest from '../package.json' with { type: 'json' };

type Options = {
  readonly assay: Assay;
  readonly registry: Registry;
  /** What `/readyz` says while the database can write. */
  readonly readiness: () => string;
  /** `ASSAY_METRICS_TOKEN`. */
  readonly metricsToken: string | undefined;
  /** Undefined: any free port, so that several workers can run on one machine. */
  readonly port: number | undefined;
  readonly host: string;
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

const unauthenticated = JSON.stringify(
  encodeFailure(refusal('request.unauthenticated', 'Send the token of /metrics in the header Authorization: Bearer …')),
);

const respond = ({ assay, registry, readiness, metricsToken }: Options): RequestListener => {
  const readMetrics = createMetricsReader(registry, metricsToken);
  return async (request, reply) => {
    const send = (status: number, type: string, text: string) =>
      reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(text);
    try {
      if (request.url === '/healthz') {
        reply.setHeader('x-assay-version', manifest.version);
        send(200, 'text/plain', 'ok\n');
      } else if (request.url === '/metrics') {
        const text = await readMetrics(request.headers.authorization);
        if (text !== undefined) send(200, registry.contentType, text);
        else {
          reply.setHeader('www-authenticate', 'Bearer');
          send(401, 'application/json; charset=utf-8', unauthenticated);
        }
      } else if (request.url === '/readyz') {
        await assay.store.ping();
        send(200, 'text/plain', `${readiness()}\n`);
      } else send(404, 'text/plain', 'There are /healthz, /readyz and /metrics.\n');
    } catch {
      send(503, 'text/plain', 'The database does not answer or cannot write.\n');
    }
  };
};

/** `/healthz`, `/readyz` and `/metrics` of a worker that runs alone; a server has its own. */
export const serveHealth = async (options: Options): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(respond(options));
  await listen(server, options.port ?? 0, options.host);
  // A TCP server has an address object; only pipes have a string.
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
