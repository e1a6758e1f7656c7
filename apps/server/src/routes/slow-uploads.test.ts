import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type FileAnswer, imageBounds } from '@assay/domain';
import { smallUpload } from '@assay/operations/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

const most = 10 * 1024 * 1024;

describe('uploads that do not come', () => {
  const clock = { now: 0 };
  const service = useService({ rateLimits: { now: () => clock.now } });
  let key: string;
  let testId: string;
  beforeAll(async () => {
    ({ key } = await service.mint());
    testId = await service.importTest(key, {
      sections: [{ name: 'Files', questions: [smallUpload, { kind: 'text', prompt: 'Why?', answer: 'So' }] }],
    });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  const running = async () => {
    const invited = await service.register(key, testId);
    resultOf(await service.start(invited.token));
    return invited;
  };

  /** Sends the head of an upload of as much as it may have. */
  const open = async (token: string, path = 'files/1?name=plan.txt') => {
    const [method, type, length] =
      path === 'images' ? ['POST', 'image/jpeg', imageBounds.bytes] : ['PUT', 'application/octet-stream', most];
    // A server that listens on TCP has an address of this form.
    const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    const answered = new Promise<string>((resolve) => {
      socket.on('data', (data) => {
        received += data.toString();
        if (received.endsWith('}')) resolve(received);
      });
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`${method} /take/${token}/${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`);
    return { socket, answered };
  };
  const underWay = async () => {
    const text = await service.registry.metrics();
    return Number(/assay_uploads_under_way\{kind="files"\} (\d+)/.exec(text)?.[1]);
  };
  const until = async (count: number) => {
    while ((await underWay()) !== count) await new Promise((resolve) => setImmediate(resolve));
  };

  it('of 200 connections that declare 10 MiB and send a byte, none keeps another upload out', async () => {
    const attempts = [];
    for (let count = 0; count < 64; count += 1) attempts.push(await running());
    const honest = await running();
    const sockets = [];
    for (let count = 0; count < 200; count += 1) {
      const slow = await open(attempts[count % 64]?.token ?? '');
      slow.socket.write('x');
      sockets.push(slow);
    }
    // 64 attempts have two each; the rest is refused at its head.
    await Promise.all(sockets.slice(128).map(async ({ answered }) => expect(await answered).toContain('"statuscode":"429.1"')));
    await until(128);
    clock.now += 20_000;
    expect(resultOf<FileAnswer>(await service.upload(honest.token, Buffer.from('All of it.')))).toMatchObject({ bytes: 10 });
    const told = await Promise.race(sockets.slice(0, 128).map(({ answered }) => answered));
    expect(told).toMatch(/^HTTP\/1\.1 503 [\s\S]*"statuscode":"503\.1"/);
    for (const { socket } of sockets) socket.destroy();
    await until(0);
    expect((await service.registry.metrics()).match(/assay_uploads_gave_way_total\{kind="files"\} 1/)).not.toBeNull();
  });

  it('are no faults of the service when their connection is reset: strangers fill no log', async () => {
    const { token } = await running();
    const { socket } = await open(token);
    socket.write('x'.repeat(1000));
    await until(1);
    socket.resetAndDestroy();
    await until(0);
    expect(service.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it('are refused at their head where they would be refused at their end', async () => {
    const [pending, cancelled] = [await service.register(key, testId), await service.register(key, testId)];
    const [done, one] = [await running(), await running()];
    resultOf(await service.submit(done.token));
    resultOf(await service.send({ method: 'GET', url: `/v2/org/testinvitation/${cancelled.id}/cancel`, key }));
    for (const [token, path, statuscode] of [
      [pending.token, undefined, '409.1'],
      [done.token, undefined, '403.17'],
      [cancelled.token, undefined, '403.15'],
      [one.token, 'files/2?name=plan.txt', '400.1'],
      [one.token, 'files/3?name=plan.txt', '404.1'],
      [one.token, `files/1?name=${'x'.repeat(256)}`, '400.1'],
      [pending.token, 'images', '409.1'],
      [done.token, 'images', '403.17'],
      // Its test takes no images.
      [one.token, 'images', '409.1'],
    ] as const) {
      const { socket, answered } = await open(token, path);
      expect(await answered).toContain(`"statuscode":"${statuscode}"`);
      socket.destroy();
    }
    await until(0);
    expectRefusal(await service.upload(pending.token, Buffer.from('All of it.')), '409.1');
  });
});
