import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { eventually } from '@assay/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makePoster, requestTo } from './testing/poster.ts';
import { findClosedPort, startRawReceiver, startReceiver } from './testing/receiver.ts';

const short = { timeoutMilliseconds: 300 };
const failingWith = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

describe('an answer', () => {
  it('comes to a POST of the body, with our headers and the host of the URL', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(201).end('thanks'));
    const body = '{"name":"Ana Núñez 你好"}';
    const answer = await makePoster().post({ ...requestTo(`${receiver.url}hooks/1?a=b%20c#part`), body });
    expect(answer).toEqual({
      type: 'responded',
      status: 201,
      retryAfter: null,
      response: 'thanks',
      durationMilliseconds: expect.any(Number),
    });
    expect(receiver.received).toEqual([expect.objectContaining({ method: 'POST', url: '/hooks/1?a=b%20c', body })]);
    expect(receiver.received[0]?.headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'user-agent': 'Assay',
      'content-type': 'application/json;charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    });
  });

  it.each([200, 204, 304, 400, 401, 408, 410, 429, 500, 503])('may have any status: %d', async (status) => {
    const receiver = await startReceiver((_request, response) => response.writeHead(status).end());
    expect(await makePoster().post(requestTo(receiver.url))).toMatchObject({ type: 'responded', status });
  });

  it('says when to come back, in seconds or as a date', async () => {
    const later = new Date(Date.now() + 3_600_000).toUTCString();
    const receiver = await startReceiver(({ url }, response) =>
      response.writeHead(503, { 'retry-after': url === '/seconds' ? '30' : later }).end(),
    );
    const poster = makePoster();
    expect(await poster.post(requestTo(`${receiver.url}seconds`))).toMatchObject({ retryAfter: 30_000 });
    const byDate = await poster.post(requestTo(`${receiver.url}date`));
    expect(byDate).toMatchObject({ retryAfter: expect.closeTo(3_600_000, -4) });
  });

  it('is kept to its first 1 KiB, without half a character at the cut', async () => {
    const receiver = await startReceiver((_request, response) => response.end(`${'x'.repeat(1_023)}é and more`));
    expect(await makePoster().post(requestTo(receiver.url))).toMatchObject({ response: 'x'.repeat(1_023) });
  });

  it('is text that a database takes: no NUL, and U+FFFD for bytes that are not UTF-8', async () => {
    const receiver = await startReceiver((_request, response) => response.end(Buffer.from([0x61, 0, 0xff, 0x62, 0xc3])));
    expect(await makePoster().post(requestTo(receiver.url))).toMatchObject({ response: 'a\uFFFDb\uFFFD' });
  });

  it('is read to 4 KiB at most: the receiver sees the connection closed', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const receiver = await startReceiver((_request, response) => {
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pump);
      pump();
    });
    const answer = await makePoster().post(requestTo(receiver.url));
    expect(answer).toMatchObject({ type: 'responded', status: 200, response: 'x'.repeat(1_024) });
    await eventually(() => expect(receiver.sockets[0]?.destroyed).toBe(true));
    // What the kernel's buffers of both ends took in; the receiver would have gone on for ever.
    expect(receiver.sockets[0]?.bytesWritten).toBeLessThan(32 * 1_024 * 1_024);
  });

  it('stands when the body then trickles past the time-out', async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(202);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await makePoster(short).post(requestTo(receiver.url));
    expect(answer).toMatchObject({ type: 'responded', status: 202, response: expect.stringMatching(/^\.+$/) });
    expect(answer.durationMilliseconds).toBeGreaterThanOrEqual(290);
    await eventually(() => expect(receiver.sockets[0]?.destroyed).toBe(true));
  });

  it('stands when the body then never comes', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(500, { 'content-length': 10 }).flushHeaders());
    expect(await makePoster(short).post(requestTo(receiver.url))).toMatchObject({ type: 'responded', status: 500, response: '' });
  });

  it('stands when the connection is reset in the middle of the body', async () => {
    const receiver = await startRawReceiver((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', () => setImmediate(() => socket.resetAndDestroy())),
    );
    expect(await makePoster().post(requestTo(receiver.url))).toMatchObject({ type: 'responded', status: 200 });
  });
});

describe('unreachable', () => {
  it('when no answer comes within the time-out, and the connection is closed', async () => {
    const receiver = await startReceiver(() => undefined);
    expect(await makePoster(short).post(requestTo(receiver.url))).toMatchObject({ type: 'unreachable', error: 'no answer within 0.3 s' });
    await eventually(() => expect(receiver.sockets[0]?.destroyed).toBe(true));
  });

  it('when the headers trickle past the time-out', async () => {
    const receiver = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-a: b\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await makePoster(short).post(requestTo(receiver.url))).toMatchObject({ type: 'unreachable', error: 'no answer within 0.3 s' });
  });

  it('when the name takes longer than the time-out to look up', async () => {
    const poster = makePoster({ ...short, resolve: () => new Promise(() => undefined) });
    expect(await poster.post(requestTo('http://slow.test/'))).toMatchObject({ type: 'unreachable', error: 'no answer within 0.3 s' });
  });

  it.each([
    ['in silence', ''],
    ['in the middle of the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
  ])('when the connection is closed %s', async (_when, start) => {
    const receiver = await startRawReceiver((socket) => socket.end(start));
    const answer = await makePoster().post(requestTo(receiver.url));
    expect(answer).toMatchObject({ type: 'unreachable', error: 'the connection was closed before the answer was complete' });
  });

  it('when the connection is reset before an answer', async () => {
    const receiver = await startRawReceiver((socket) => socket.resetAndDestroy());
    const answer = await makePoster().post(requestTo(receiver.url));
    expect(answer).toMatchObject({ type: 'unreachable', error: 'the connection was closed before the answer was complete' });
  });

  it.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'the answer is not HTTP'],
    ['has endless headers', `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(20_000)}\r\n\r\n`, 'the headers of the answer are too large'],
  ])('when the answer %s', async (_what, bytes, error) => {
    const receiver = await startRawReceiver((socket) => socket.end(bytes));
    expect(await makePoster().post(requestTo(receiver.url))).toMatchObject({ type: 'unreachable', error });
  });

  it('when the connection is refused', async () => {
    const answer = await makePoster().post(requestTo(`http://127.0.0.1:${await findClosedPort()}/`));
    expect(answer).toMatchObject({ type: 'unreachable', error: 'connection refused' });
  });

  it.each([
    ['ENOTFOUND', 'the name does not exist'],
    ['ENODATA', 'the name does not exist'],
    ['ESERVFAIL', 'the name could not be looked up: the DNS server failed'],
    ['ETIMEOUT', 'the name could not be looked up: the DNS server does not answer'],
    ['EAI_AGAIN', 'the name could not be looked up: the DNS server does not answer'],
  ])('when DNS says %s', async (code, error) => {
    const poster = makePoster({ resolve: failingWith(code) });
    expect(await poster.post(requestTo('http://hooks.test/'))).toMatchObject({ type: 'unreachable', error });
  });
});

it('the next address of a name is tried when the first refuses the connection', async () => {
  const receiver = await startReceiver((_request, response) => response.end());
  const poster = makePoster({ resolve: async () => ['127.0.0.2', '127.0.0.1'] });
  expect(await poster.post(requestTo(`http://hooks.test:${receiver.port}/`))).toMatchObject({ type: 'responded', status: 200 });
});

it('posts to one origin, one after the other, share connections, and a name is looked up once for each connection', async () => {
  const receiver = await startReceiver((_request, response) => response.end('ok'));
  const resolve = vi.fn(async () => ['127.0.0.1']);
  const poster = makePoster({ resolve });
  for (let round = 0; round < 10; round += 1) await poster.post(requestTo(`http://hooks.test:${receiver.port}/`));
  expect(receiver.received).toHaveLength(10);
  // Not always one: the next post may come before undici knows that the connection is free again.
  expect(receiver.sockets.length).toBeLessThanOrEqual(2);
  expect(resolve).toHaveBeenCalledTimes(receiver.sockets.length);
});

it('one origin gets 8 connections at most; further posts wait for one', async () => {
  const waiting: ServerResponse[] = [];
  const receiver = await startReceiver((_request, response) => waiting.push(response));
  const poster = makePoster();
  const answers = Array.from({ length: 10 }, () => poster.post(requestTo(receiver.url)));
  await eventually(() => expect(waiting).toHaveLength(8));
  for (const response of waiting.splice(0)) response.end();
  await eventually(() => expect(waiting).toHaveLength(2));
  for (const response of waiting) response.end();
  expect((await Promise.all(answers)).map(({ type }) => type)).toEqual(Array(10).fill('responded'));
  expect(receiver.sockets).toHaveLength(8);
});

describe('the signal of a post', () => {
  const reason = new Error('the worker stops');

  it('rejects with its reason before anything is sent', async () => {
    const receiver = await startReceiver(() => undefined);
    await expect(makePoster().post({ ...requestTo(receiver.url), signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(receiver.sockets).toHaveLength(0);
  });

  it('rejects with its reason while the name is looked up', async () => {
    const stop = new AbortController();
    const resolve = () => {
      setImmediate(() => stop.abort(reason));
      return new Promise<never>(() => undefined);
    };
    await expect(makePoster({ resolve }).post({ ...requestTo('http://hooks.test/'), signal: stop.signal })).rejects.toBe(reason);
  });

  it('rejects with its reason while an answer is awaited, and closes the connection', async () => {
    const stop = new AbortController();
    const receiver = await startReceiver(() => stop.abort(reason));
    await expect(makePoster().post({ ...requestTo(receiver.url), signal: stop.signal })).rejects.toBe(reason);
    await eventually(() => expect(receiver.sockets[0]?.destroyed).toBe(true));
  });

  it('does not take back a status that has come', async () => {
    const stop = new AbortController();
    const receiver = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
    });
    const abortSoon = () => setImmediate(() => stop.abort(reason));
    subscribe('undici:request:headers', abortSoon);
    onTestFinished(() => void unsubscribe('undici:request:headers', abortSoon));
    const answer = await makePoster().post({ ...requestTo(receiver.url), signal: stop.signal });
    expect(stop.signal.aborted).toBe(true);
    expect(answer).toMatchObject({ type: 'responded', status: 200, response: 'half' });
  });
});

describe('close', () => {
  it('waits for the posts under way, then closes their connections and takes no more', async () => {
    const waiting: ServerResponse[] = [];
    const receiver = await startReceiver((_request, response) => waiting.push(response));
    const poster = makePoster();
    const posting = poster.post(requestTo(receiver.url));
    await eventually(() => expect(waiting).toHaveLength(1));
    const closing = poster.close();
    waiting[0]?.end('ok');
    expect(await posting).toMatchObject({ type: 'responded', response: 'ok' });
    await closing;
    await eventually(() => expect(receiver.sockets[0]?.destroyed).toBe(true));
    await expect(poster.post(requestTo(receiver.url))).rejects.toThrow('closed');
  });

  it('does not wait for a look-up that no post waits for any more', async () => {
    const poster = makePoster({ ...short, resolve: () => new Promise(() => undefined) });
    await poster.post(requestTo('http://slow.test/'));
    await poster.close();
  });
});

it('a header that HTTP does not allow is a bug of ours, not trouble of the receiver', async () => {
  const receiver = await startReceiver((_request, response) => response.end());
  const bad = { ...requestTo(receiver.url), headers: { 'webhook-id': 'a\r\nx-injected: b' } };
  await expect(makePoster().post(bad)).rejects.toThrow(/header/);
  expect(receiver.received).toHaveLength(0);
});
