import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Throws if the server cannot listen on the address. Runs before the first account is created: only that start prints the account's API
 * key, so it must not fail later.
 */
export const probePort = async (port: number, host: string): Promise<void> => {
  const server = createServer();
  server.listen(port, host);
  // `once` rejects if the server emits an error.
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
};
