import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { eventually } from '@assay/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeHostResolver } from './resolve-host.ts';

type Kind = 'A' | 'AAAA';
type Reply = { readonly code: number; readonly records: readonly (readonly number[])[] } | null;

const found = (...records: readonly (readonly number[])[]): Reply => ({ code: 0, records });
const noSuchName: Reply = { code: 3, records: [] };
const serverFailure: Reply = { code: 2, records: [] };
const silence: Reply = null;

/** The answer in DNS wire format (RFC 1035): the head and question of `query` again, then each record under the question's name. */
const encode = (query: Buffer, { code, records }: NonNullable<Reply>): Buffer => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  const answers = records.map((bytes) =>
    Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  return Buffer.concat([head, question, ...answers]);
};

/** A real DNS server of our own on UDP; `reply` decides by the kind of record that is asked for. */
const startDns = async (reply: (kind: Kind) => Reply) => {
  const socket = createSocket('udp4');
  const asked: Kind[] = [];
  socket.on('message', (query, from) => {
    const kind = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1 ? 'A' : 'AAAA';
    asked.push(kind);
    const answer = reply(kind);
    if (answer !== null) socket.send(encode(query, answer), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { servers: [`127.0.0.1:${socket.address().port}`], asked };
};

const v6 = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

describe('a name with a dot', () => {
  it('has its IPv4 and then its IPv6 addresses of DNS', async () => {
    const { servers } = await startDns((kind) => (kind === 'A' ? found([192, 0, 2, 1], [192, 0, 2, 2]) : found(v6)));
    expect(await makeHostResolver({ servers })('hooks.test')).toEqual([
      expect.stringMatching(/^192\.0\.2\.[12]$/),
      expect.stringMatching(/^192\.0\.2\.[12]$/),
      '2001:db8::1',
    ]);
  });

  it.each([
    ['there is no such record', noSuchName],
    ['the server fails', serverFailure],
    ['no answer comes', silence],
  ])('has the addresses of one family when for the other %s', async (_why, other) => {
    const { servers } = await startDns((kind) => (kind === 'A' ? found([192, 0, 2, 1]) : other));
    expect(await makeHostResolver({ servers, milliseconds: 300 })('hooks.test')).toEqual(['192.0.2.1']);
  });

  it('that DNS does not know may be one of the hosts file', async () => {
    const { servers } = await startDns(() => noSuchName);
    const resolve = makeHostResolver({ servers, lookupSystem: async (name) => (name === 'ats.internal' ? ['10.0.0.7'] : []) });
    expect(await resolve('ats.internal.')).toEqual(['10.0.0.7']);
  });

  it('may be one of the hosts file of a machine without a DNS server', async () => {
    const resolve = makeHostResolver({ servers: ['127.0.0.1:1'], lookupSystem: async () => ['10.0.0.7'] });
    expect(await resolve('ats.internal')).toEqual(['10.0.0.7']);
  });

  it('that DNS does not know does not exist when the system does not know it either', async () => {
    const { servers } = await startDns(() => noSuchName);
    await expect(makeHostResolver({ servers })('hooks.invalid')).rejects.toMatchObject({
      code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    });
  });

  it('is not asked of the system when DNS is in trouble', async () => {
    const { servers } = await startDns(() => serverFailure);
    await expect(makeHostResolver({ servers })('hooks.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });

  it('for which no server answers is given up in time', async () => {
    const { servers } = await startDns(() => silence);
    await expect(makeHostResolver({ servers, milliseconds: 300 })('hooks.test')).rejects.toMatchObject({ code: 'ECANCELLED' });
  });
});

describe('a name without a dot', () => {
  it.each(['localhost', 'localhost.'])('is one of this machine, and DNS is not asked: %s', async (name) => {
    const { servers, asked } = await startDns(() => found([192, 0, 2, 1]));
    expect(await makeHostResolver({ servers })(name)).toContain('127.0.0.1');
    expect(asked).toEqual([]);
  });

  it('takes one of two places, and leaves the queue for them when it is given up', async () => {
    const started: string[] = [];
    const release: (() => void)[] = [];
    const lookupSystem = (name: string) => {
      started.push(name);
      return new Promise<string[]>((resolve) => release.push(() => resolve(['127.0.0.1'])));
    };
    const resolve = makeHostResolver({ lookupSystem, milliseconds: 200 });
    const answers = await Promise.allSettled(['first', 'second', 'third', 'fourth'].map(resolve));
    expect(answers).toEqual(Array(4).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'ETIMEOUT' }) }));
    expect(started).toEqual(['first', 'second']);
    for (const free of release.splice(0)) free();
    const next = resolve('fifth');
    await eventually(() => expect(release).toHaveLength(1));
    release[0]?.();
    expect(await next).toEqual(['127.0.0.1']);
    expect(started).toEqual(['first', 'second', 'fifth']);
  });
});

it('a thousand names that never answer leave the threads of libuv free', async () => {
  const { servers } = await startDns(() => silence);
  const resolve = makeHostResolver({ servers, milliseconds: 3_000 });
  let pending = 1_000;
  const dead = Array.from({ length: 1_000 }, (_, index) =>
    resolve(`dead-${index}.test`).then(
      () => 'alive',
      () => {
        pending -= 1;
        return 'dead';
      },
    ),
  );
  expect(await resolve('localhost')).toContain('127.0.0.1');
  expect(await lookup('localhost', { all: true })).not.toEqual([]);
  // Behind threads that wait for them it would have come after the last one.
  expect(pending).toBeGreaterThan(0);
  expect(new Set(await Promise.all(dead))).toEqual(new Set(['dead']));
});
