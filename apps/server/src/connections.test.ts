import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { envelope } from '@assay/domain';
import type { Assay } from '@assay/operations';
import { deferred, until } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectRefusal, useService } from './testing/service.ts';
import { testFile } from './testing/test-file.ts';

const Envelope = envelope(z.unknown());

/** Needs a real connection: `inject` can send neither malformed requests nor requests while the server closes. */
describe('a response that Node or Fastify would send on their own is an envelope', () => {
  const service = useService();
  const open = async () => {
    if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' });
    // A server that listens on TCP has an address of this form.
    const { port } = service.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const exchange = async (bytes: string): Promise<string> => {
    const socket = await open();
    socket.write(bytes);
    return text(socket);
  };
  /** Checks a raw response and returns its `statuscode`. */
  const statuscodeOf = (raw: string): string => {
    const [head = '', body = ''] = raw.split('\r\n\r\n');
    const { statuscode } = Envelope.parse(JSON.parse(body));
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${statuscode.slice(0, 3)} `));
    expect(head.toLowerCase()).toContain('x-request-id: ');
    return statuscode;
  };

  it('to a path that is too long for Node', async () => {
    expect(statuscodeOf(await exchange(`GET /v2/${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`))).toMatch(/^4/);
  });

  it('to a HEAD request that is too long for Node, without a body', async () => {
    const raw = await exchange(`HEAD /v2/${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect(raw).toMatch(/^HTTP\/1\.1 4/);
    expect(raw.split('\r\n\r\n')[1]).toBe('');
  });

  it('to an Expect header that nobody knows, which is ignored', async () => {
    expect(statuscodeOf(await exchange('GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: x\r\nconnection: close\r\n\r\n'))).toBe('200.1');
  });

  it('to bytes that are not HTTP', async () => {
    expect(statuscodeOf(await exchange('nonsense\r\n\r\n'))).toMatch(/^4/);
  });

  it('to a request on an open connection while the server closes', async () => {
    const { key } = await service.mint();
    const reading = deferred();
    const proceed = deferred();
    const { read } = service.assay.store;
    Object.assign(service.assay.store, {
      read: async (work: Parameters<typeof read>[0]) => {
        reading.resolve();
        await proceed.promise;
        return read(work);
      },
    });
    const socket = await open();
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n\r\n`;
    socket.write(request('/v2/org/tests'));
    await reading.promise;
    const closing = deferred();
    // Fastify emits `preClose` before it waits for running requests.
    setImmediate(() => closing.resolve());
    const closed = service.app.close();
    await closing.promise;
    socket.write(request('/v2/org/tests'));
    const whole = text(socket);
    proceed.resolve();
    await closed;
    const answers = (await whole).split(/(?=HTTP\/1\.1 )/).map(statuscodeOf);
    expect(['200.1', '200.1,200.1', '200.1,503.1']).toContain(answers.join());
  });
});

describe('a connection', () => {
  const service = useService();

  it('on which nothing moves is closed after one to two minutes: who does not read a response holds it no longer', () => {
    expect(service.app.server.timeout).toBe(60_000);
  });
});

describe('the connection of an import whose programs take long', () => {
  const timeouts: (number | undefined)[] = [];
  const opened: Socket[] = [];
  const refusing: Assay['runner'] = {
    offers: async () => {
      timeouts.push(...opened.map(({ timeout }) => timeout));
      return [];
    },
    size: async () => 1,
    run: async () => ({ refused: 'closed', message: '' }),
  };
  const service = useService({ runner: refusing });

  it('may be silent for longer than they run', async () => {
    const key = await service.mintKey(await service.mintAccount());
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    service.app.server.on('connection', (socket) => opened.push(socket));
    const coding = { kind: 'coding', prompt: 'Print 1.', cases: [{ output: '1' }] };
    const body = JSON.stringify({ name: 'Code', duration: 5, sections: [{ name: 'One', questions: [coding] }] });
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    expect((await fetch(`${url}/manage/v1/tests`, { method: 'POST', headers, body })).status).toBe(503);
    expect(timeouts.length).toBeGreaterThan(0);
    for (const timeout of timeouts) expect(timeout).toBeGreaterThan(120_000);
  });
});

describe('a body that has not come yet', () => {
  const service = useService();
  let port = 0;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = service.app.server.address() as AddressInfo);
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  const size = 1_000_000;
  /** Sends the head of an import and one byte of its body. */
  const begin = (key: string) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const answered = once(socket, 'data').then(([bytes]) => String(bytes).split(' ')[1]);
    answered.catch(() => undefined);
    socket.write(
      `POST /manage/v1/tests HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n{`,
    );
    return { socket, answered };
  };
  const importLarge = (key: string) =>
    service.send({ method: 'POST', url: '/manage/v1/tests', key, body: { ...testFile, filler: 'x'.repeat(size) } });

  it('is refused without the scope, and so takes no memory', async () => {
    const { accountId } = await service.mint();
    for (const scope of ['read', 'invite'] as const) expect(await begin(await service.mintKey(accountId, [scope])).answered).toBe('403');
  });

  it('takes one of five places of its account if it is large; a client that goes away leaves its place', async () => {
    const { key } = await service.mint();
    const { key: otherKey } = await service.mint();
    const bodies = Array.from({ length: 6 }, () => begin(key));
    expect(await Promise.race(bodies.map(({ answered }) => answered))).toBe('503');
    expectRefusal(await importLarge(key), '503.1');
    // Refused for its unknown field, after it was read.
    expectRefusal(await importLarge(otherKey), '400.1');
    for (const { socket } of bodies) socket.destroy();
    await until('a place to be free', async () => (await importLarge(key)).statusCode === 400 || undefined);
  });
});
