import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { deferred, eventually } from '@assay/testing';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { listenOn } from './listen-on.ts';
import { closeIdleConnections } from './plugins/close-idle-connections.ts';

const listen = async (port = 0) => {
  const app = Fastify();
  await app.register(closeIdleConnections);
  onTestFinished(() => app.close());
  const answered = deferred();
  let waiting = 0;
  app.get('/slow', async () => {
    waiting += 1;
    await answered.promise;
    return 'answered';
  });
  app.get('/quick', async () => 'here');
  const url = new URL(await listenOn(app, { port, host: '127.0.0.1' }));
  return { app, answer: answered.resolve, waiting: () => waiting, url, port: Number(url.port) };
};
const get = async (port: number, path: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  return text(socket);
};

it('a port that is taken is refused, also by a server whose sockets would share it', async () => {
  const { port, url } = await listen();
  await expect(listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(await (await fetch(new URL('quick', url))).text()).toBe('here');
});

it('a stop answers requests of all sockets to their end, closes connections that sent nothing, and takes none any more', async () => {
  const { app, answer, waiting, port } = await listen();
  // So many that each socket has some.
  const most = 200;
  const idle = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  const ended = Promise.all(idle.map((socket) => once(socket.resume(), 'close')));
  const responses = Array.from({ length: most }, () => get(port, '/slow'));
  await eventually(() => expect(waiting()).toBe(most));
  let isClosed = false;
  const closing = app.close().then(() => {
    isClosed = true;
  });
  await ended;
  expect(isClosed).toBe(false);
  answer();
  for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1.1 200 [\s\S]*answered$/);
  await closing;
  await expect(get(port, '/quick')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
