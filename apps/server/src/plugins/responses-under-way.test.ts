import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { deferred, until } from '@assay/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countResponseFor } from '../responses/owners.ts';
import { shareBytes } from '../responses/slices.ts';
import { createSendRefusal, envelope } from './envelope.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type ReserveResponse, type ResponseOptions, reserveResponse, responsesUnderWay } from './responses-under-way.ts';

const MiB = 1024 * 1024;
/** More than the system takes for a client that does not read. */
const large = Buffer.alloc(16 * MiB, 'a');
const sharedLarge = shareBytes(Buffer.from(large));

const bounds = { ofProcess: 40 * MiB, ofAttempt: 20 * MiB, ofAccount: 20 * MiB, ofAddress: 20 * MiB };
const never = { always: 3_600_000, whenWanted: 3_600_000, whenUnfair: 3_600_000 };

/** Accounts are named by a header here, as by an API key in the service. */
const open = async (options: ResponseOptions = {}, routes: (app: FastifyInstance) => void = () => undefined) => {
  const registry = new Registry();
  const logged: string[] = [];
  // Responses that a test leaves unread hold their connections until they are collected.
  const app = Fastify({ forceCloseConnections: true, logger: { level: 'error', stream: { write: (line) => void logged.push(line) } } });
  await app.register(oneAtATime);
  await app.register(responsesUnderWay, { registry, bounds, times: never, ...options });
  await app.register(envelope, { sendRefusal: createSendRefusal({ v2HttpStatus: 'match' }) });
  app.addHook('onRequest', async (request) => {
    const { account } = request.headers;
    if (account !== undefined) countResponseFor(request, { kind: 'account', accountId: Number(account) });
  });
  app.get('/large', async (_request, reply) => reply.headers({ etag: '"a"', 'content-encoding': 'identity' }).send(large));
  app.get('/shared', async (_request, reply) => reply.send(sharedLarge));
  app.get('/small', async () => ({ small: true }));
  app.post('/large', async (_request, reply) => reply.send(large));
  routes(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on TCP has an address of this form.
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const metric = async (name: string): Promise<number> => {
    const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1));
  };
  const ask = (path: string, account = 1, method = 'GET') =>
    `${method} ${path} HTTP/1.1\r\nhost: a\r\naccount: ${account}\r\ncontent-length: 0\r\n\r\n`;
  /** Sends requests and reads nothing; resolves when so many responses are under way. */
  const askAndNeverRead = async (requests: string, responses: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.pause().on('error', () => undefined);
    sockets.push(socket);
    socket.write(requests);
    await until(`${responses} responses under way`, async () => (await metric('assay_responses_under_way')) === responses || undefined);
    return socket;
  };
  const get = (path: string, account = 1, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { account: String(account), connection: 'close' } });
  return { app, ask, askAndNeverRead, get, metric, logged };
};

const lengthOf = async (response: Response): Promise<number> => (await response.arrayBuffer()).byteLength;

describe('a response that its client does not read', () => {
  it('counts all its bytes until the connection closes', async () => {
    const { ask, askAndNeverRead, metric } = await open();
    const socket = await askAndNeverRead(ask('/large'), 1);
    expect(await metric('assay_response_bytes_under_way')).toBe(large.length);
    socket.destroy();
    await until('nothing to be counted', async () => (await metric('assay_response_bytes_under_way')) === 0 || undefined);
  });

  it('refuses further ones to its account, in an envelope that has no header of what was refused; small ones and other accounts get theirs', async () => {
    const { ask, askAndNeverRead, get, metric } = await open();
    await askAndNeverRead(ask('/large'), 1);
    const refused = await get('/large');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ statuscode: '429.1' });
    expect(refused.headers.get('retry-after')).toBe('3');
    for (const name of ['etag', 'content-encoding']) expect(refused.headers.has(name)).toBe(false);
    expect(await metric('assay_responses_refused_total{bound="own"}')).toBe(1);
    expect((await get('/small')).status).toBe(200);
    expect(await lengthOf(await get('/large', 2))).toBe(large.length);
  });

  it('refuses no response that says what was done', async () => {
    const { ask, askAndNeverRead, get } = await open();
    await askAndNeverRead(ask('/large'), 1);
    expect(await lengthOf(await get('/large', 1, 'POST'))).toBe(large.length);
  });

  it('gives its place to another account that holds less, after a time', async () => {
    const { ask, askAndNeverRead, get, metric } = await open({
      bounds: { ...bounds, ofProcess: 20 * MiB },
      times: { ...never, whenUnfair: 200, everyMs: 20 },
    });
    await askAndNeverRead(ask('/large', 1), 1);
    await until('the other one to get its response', async () => (await get('/large', 2)).status === 200 || undefined);
    await until('one to be closed', async () => (await metric('assay_stalled_connections_total')) === 1 || undefined);
  });

  it('has its place before it is made, if that is asked for: those that would be in memory together are made in turn', async () => {
    const proceed = deferred();
    let making = 0;
    let most = 0;
    const { get, metric } = await open({}, (app) => {
      app.post('/reserved', async (request, reply) => {
        const refused = await app.getDecorator<ReserveResponse>(reserveResponse)(request, reply, large.length);
        if (refused !== undefined) return reply.code(500).send();
        making += 1;
        most = Math.max(most, making);
        await proceed.promise;
        making -= 1;
        return reply.send(large);
      });
    });
    const all = [1, 2, 3].map(() => get('/reserved', 1, 'POST'));
    await until('the first to be counted', async () => (await metric('assay_responses_under_way')) === 1 || undefined);
    proceed.resolve();
    for (const one of all) expect(await lengthOf(await one)).toBe(large.length);
    expect(most).toBe(1);
    await until('nothing to be counted', async () => (await metric('assay_response_bytes_under_way')) === 0 || undefined);
  });

  it('is 503.1 to everybody where the process has too many, but for small ones', async () => {
    const { ask, askAndNeverRead, get } = await open();
    await askAndNeverRead(ask('/large', 1), 1);
    await askAndNeverRead(ask('/large', 2), 2);
    const refused = await get('/large', 3);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ statuscode: '503.1' });
    // It takes no memory.
    expect((await get('/shared', 3)).status).toBe(200);
    expect((await get('/small', 3)).status).toBe(200);
  });

  it('lets what all share wait for its turn, until it is over', async () => {
    const { ask, askAndNeverRead, get } = await open();
    const socket = await askAndNeverRead(ask('/large'), 1);
    const waiting = get('/shared');
    // The refusal of another shows that the one before it is waiting: requests are handled as they come.
    expect((await get('/large')).status).toBe(429);
    socket.destroy();
    expect(await lengthOf(await waiting)).toBe(large.length);
  });

  it('begins no further one of its connection, however many requests were sent at once', async () => {
    const { ask, askAndNeverRead, metric } = await open();
    await askAndNeverRead(ask('/large').repeat(5), 1);
    expect(await metric('assay_response_bytes_under_way')).toBe(large.length);
    expect(await metric('assay_responses_refused_total{bound="own"}')).toBe(0);
  });

  it('is closed after a time in which no byte was taken', async () => {
    const { ask, askAndNeverRead, metric } = await open({ times: { always: 200, everyMs: 20 } });
    const socket = await askAndNeverRead(ask('/large'), 1);
    const closed = once(socket, 'close');
    await until('the connection to be closed', async () => (await metric('assay_stalled_connections_total')) === 1 || undefined);
    socket.resume();
    await closed;
    expect(await metric('assay_response_bytes_under_way')).toBe(0);
  });

  it('is closed earlier where another waits for it, which then gets its own', async () => {
    const { ask, askAndNeverRead, get, metric } = await open({ times: { ...never, whenWanted: 200, everyMs: 20 } });
    await askAndNeverRead(ask('/large'), 1);
    expect(await lengthOf(await get('/shared'))).toBe(large.length);
    expect(await metric('assay_stalled_connections_total')).toBe(1);
  });

  it('is not closed while it has nothing to take: an operation that takes long, and a stream that pauses', async () => {
    const proceed = deferred();
    const { get, ask, askAndNeverRead, metric } = await open({ times: { always: 200, whenWanted: 200, everyMs: 20 } }, (app) => {
      app.get('/long', async () => {
        await proceed.promise;
        return { done: true };
      });
      app.get('/beats', (_request, reply) => {
        const beats = new Readable({ read: () => undefined });
        beats.push('beat');
        void proceed.promise.then(() => beats.push('end')).then(() => beats.push(null));
        return reply.send(beats);
      });
    });
    const [long, beats] = [get('/long'), get('/beats', 2)];
    await beats;
    await askAndNeverRead(ask('/large', 3), 2);
    await until('another to be closed', async () => (await metric('assay_stalled_connections_total')) === 1 || undefined);
    proceed.resolve();
    expect(await (await long).json()).toEqual({ done: true });
    expect(await (await beats).text()).toBe('beatend');
  });
});

it('a stream that ends because its client has gone is no fault of the service', async () => {
  const over = deferred();
  const { app, ask, logged } = await open({}, (one) => {
    one.get('/late', async (request, reply) => {
      request.raw.socket.destroy();
      await once(reply.raw, 'close');
      setImmediate(() => setImmediate(() => over.resolve()));
      throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    });
  });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(ask('/late'));
  await over.promise;
  expect(logged).toEqual([]);
});

describe('requests that one connection sends before it reads', () => {
  it('are answered in their order', async () => {
    const order: string[] = [];
    const { ask, app } = await open({}, (one) => {
      one.get('/n/:n', async ({ params }) => {
        order.push((params as { n: string }).n);
        return (params as { n: string }).n;
      });
    });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let read = '';
    socket.on('data', (data) => {
      read += data;
    });
    socket.write(['1', '2', '3', '4', '5'].map((n) => ask(`/n/${n}`)).join(''));
    await until('five responses', () => read.split('HTTP/1.1 200').length === 6 || undefined);
    expect(order).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are few: beyond that the connection is closed, and none of those that wait begins', async () => {
    let begun = 0;
    const { ask, app } = await open({}, (one) => {
      one.get('/waits', async () => {
        begun += 1;
        return new Promise(() => undefined);
      });
    });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(ask('/waits').repeat(100));
    await once(socket, 'close');
    expect(begun).toBe(1);
  });
});
