import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyDeadline, letBodyTakeLonger } from './body-deadline.ts';

const body = '{"a":1}';

describe('the deadline of a body', () => {
  const app = Fastify();
  beforeAll(async () => {
    await app.register(bodyDeadline, { withinMs: 200 });
    app.post('/usual', async ({ body: read }) => read);
    app.post('/slow', { onRequest: async (request) => letBodyTakeLonger(request) }, async ({ body: read }) => read);
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  /** Sends all but the last byte. */
  const open = async (path: string) => {
    // A server that listens on TCP has an address of this form.
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const received: string[] = [];
    socket.on('data', (data) => received.push(data.toString()));
    const closed = once(socket, 'close');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
    );
    return { socket, closed, received };
  };

  it('ends a request whose body does not come', async () => {
    const { closed, received } = await open('/usual');
    await closed;
    expect(received.join('')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"statuscode":"400\.1"/);
  });

  it('ends nothing for a request that is injected: its timer threw, as there is no connection', async () => {
    const payload = { a: 1 };
    expect((await app.inject({ method: 'POST', url: '/usual', payload })).json()).toEqual(payload);
    // Its time is over before that of this one.
    await (await open('/usual')).closed;
  });

  it('is longer where a route says so', async () => {
    const [slow, usual] = [await open('/slow'), await open('/usual')];
    await usual.closed;
    slow.socket.write(body.slice(-1));
    await slow.closed;
    expect(slow.received.join('')).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"a":1\}$/);
  });

  it('is over once the body is there, however long the response takes', async () => {
    const { socket, closed, received } = await open('/usual');
    socket.write(body.slice(-1));
    await closed;
    expect(received.join('')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
