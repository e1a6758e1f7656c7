import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FileAnswer, ReviewPage } from '@assay/domain';
import { smallUpload } from '@assay/operations/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../testing/images.ts';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

const most = 10 * 1024 * 1024;
const text = (bytes: number): Buffer => Buffer.alloc(bytes, 'All of it. ');

describe('files over HTTP', () => {
  const service = useService();
  let key: string;
  let testId: string;
  beforeAll(async () => {
    ({ key } = await service.mint());
    const questions = [
      { ...smallUpload, id: 'plan', accept: ['pdf', 'text', 'png', 'zip'] },
      { ...smallUpload, accept: ['text'], maxBytes: 1000 },
    ];
    testId = await service.importTest(key, { sections: [{ name: 'Files', questions }] });
  });
  const running = async () => {
    const invited = await service.register(key, testId);
    resultOf(await service.start(invited.token));
    return invited;
  };
  const { upload } = service;
  const reviewOf = async () =>
    resultOf<ReviewPage>(await service.send({ method: 'GET', url: `/manage/v1/reviews?testId=${testId}`, key })).reviews.at(-1)?.reviewId;

  it('come back byte for byte as an attachment that no browser shows, under a name that is nobody’s in the queue', async () => {
    const { id, token } = await running();
    const body = text(5000);
    const file = resultOf<FileAnswer>(await upload(token, body));
    expect(file).toMatchObject({ name: 'Ana – Plan.txt', type: 'text', bytes: 5000 });
    resultOf(await service.save(token, 1, { fileId: file.fileId }));
    resultOf(await service.submit(token));
    for (const [url, name] of [
      [`/manage/v1/reviews/${await reviewOf()}/file`, 'filename=plan.txt'],
      [`/manage/v1/invitations/${id}/answers/1/file`, 'filename="Ana _ Plan.txt"; filename*=UTF-8\'\'Ana%20%E2%80%93%20Plan.txt'],
    ]) {
      const response = await service.send({ method: 'GET', url: url ?? '', key });
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(body)).toBe(true);
      expect(response.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; ${name}`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('no-store'),
      });
    }
  });

  it('may have 10 MiB, or what their question allows; one byte more is 413.1 in an envelope', async () => {
    const { token } = await running();
    expect(resultOf<FileAnswer>(await upload(token, text(most)))).toMatchObject({ bytes: most });
    expectRefusal(await upload(token, text(most + 1)), '413.1');
    expect(resultOf<FileAnswer>(await upload(token, text(1000), { questionId: 2 }))).toMatchObject({ bytes: 1000 });
    expect(expectRefusal(await upload(token, text(1001), { questionId: 2 }), '413.1')).toContain('1000 bytes');
  });

  it('that are announced as larger are refused before they are read, and those that are larger than announced while they are read', async () => {
    const { token } = await running();
    if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    const exchange = async (head: string, chunks: readonly Buffer[]): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      let received = '';
      socket.on('data', (data) => {
        received += data.toString();
      });
      // The server closes while the rest is on its way.
      socket.on('error', () => undefined);
      const closed = once(socket, 'close');
      socket.write(
        `PUT /take/${token}/files/1 HTTP/1.1\r\nhost: a\r\ncontent-type: application/octet-stream\r\nconnection: close\r\n${head}\r\n\r\n`,
      );
      for (const chunk of chunks) if (!socket.destroyed) socket.write(chunk);
      await closed;
      return received;
    };
    expect(await exchange(`content-length: ${most + 1}`, [])).toMatch(/^HTTP\/1\.1 413 [\s\S]*"statuscode":"413\.1"/);
    const piece = text(1024 * 1024);
    const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
    expect(
      await exchange(
        'transfer-encoding: chunked',
        Array.from({ length: 11 }, () => chunk),
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('are what their bytes say, whatever name and media type say', async () => {
    const { token } = await running();
    const png = await picture({ format: 'png' });
    for (const mediaType of ['image/svg+xml', 'text/html', 'application/json', 'multipart/form-data; boundary=x'])
      expect(resultOf<FileAnswer>(await upload(token, png, { name: 'x.html', headers: { 'content-type': mediaType } }))).toMatchObject({
        name: 'x.html.png',
        type: 'png',
      });
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML behind words', 'Hello\n<script>alert(1)</script>'],
    ['a PDF that begins with HTML', '%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF'],
    ['bytes of no type', randomBytes(1000)],
    ['a JPEG, which this question does not accept', ''],
  ])('are 415.1 with a message that says what is accepted: %s', async (what, content) => {
    const { token } = await running();
    const before = service.images.files.size;
    const body = what.startsWith('a JPEG') ? await picture() : Buffer.from(content);
    for (const name of ['plan.txt', 'plan.pdf', 'plan.png'])
      expect(expectRefusal(await upload(token, body, { name }), '415.1')).toContain('PDF, TXT, CSV, Markdown, PNG, ZIP');
    expect(service.images.files.size).toBe(before);
  });

  it('need the token of their own attempt', async () => {
    const [one, other] = [await running(), await running()];
    const { fileId } = resultOf<FileAnswer>(await upload(one.token, text(100)));
    expectRefusal(await upload(`${one.token.slice(0, -2)}AA`, text(100)), '404.1');
    expectRefusal(await service.save(other.token, 1, { fileId }), '400.1');
    expectRefusal(await service.save(one.token, 2, { fileId }), '400.1');
    const stranger = await service.mint();
    resultOf(await service.save(one.token, 1, { fileId }));
    resultOf(await service.submit(one.token));
    const url = `/manage/v1/invitations/${one.id}/answers/1/file`;
    expectRefusal(await service.send({ method: 'GET', url, key: stranger.key }), '404.1');
    expectRefusal(await service.send({ method: 'GET', url }), '401.1');
    const reader = await service.mintKey((await service.mint()).accountId, ['read', 'manage', 'invite']);
    expectRefusal(await service.send({ method: 'GET', url, key: reader }), '403.1');
  });
});
