import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Assay } from '@assay/operations';
import type { Registry } from 'prom-client';

type Options = {
  readonly assay: Assay;
  readonly registry: Registry;
  /** Undefined: any free port, so that several workers can run on one machine. */
  readonly port: number | undefined;
  readonly host: string;
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

const answer =
  ({ assay, registry }: Options): RequestListener =>
  async (request, reply) => {
    const send = (status: number, type: string, text: string) => reply.writeHead(status, { 'content-type': type }).end(text);
    try {
      if (request.url === '/healthz') send(200, 'text/plain', 'ok\n');
      else if (request.url === '/metrics') send(200, registry.contentType, await registry.metrics());
      else if (request.url === '/readyz') {
        await assay.store.ping();
        send(200, 'text/plain', 'ready\n');
      } else send(404, 'text/plain', 'There are /healthz, /readyz and /metrics.\n');
    } catch {
      send(503, 'text/plain', 'The database does not answer.\n');
    }
  };

/** `/healthz`, `/readyz` and `/metrics` of a worker that runs alone; a server has its own. */
export const serveHealth = async (options: Options): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(answer(options));
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
