import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Throws when the address cannot be listened on. Asked before the first account is made: its key is told only by the start that made
 * it, so that start must not fail afterwards.
 */
export const probePort = async (port: number, host: string): Promise<void> => {
  const server = createServer();
  server.listen(port, host);
  // `once` rejects with the error that the server emits instead.
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
};
