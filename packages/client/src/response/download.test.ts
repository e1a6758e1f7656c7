import { eventually } from '@assay/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestClient, failureOf, htmlPage, networkFailure, type Reply, refusal, success } from '../testing/fake-server.ts';
import { fileNameOf } from './content-disposition.ts';

const pieces = [new Uint8Array([37, 80]), new Uint8Array([68, 70])];
const pdf: Reply = () =>
  new Response(new Blob(pieces).stream(), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Ana.pdf"; filename*=UTF-8''Ana%20N%C3%BA%C3%B1ez.pdf`,
    },
  });
const id = { testInvitationId: 7 };

/** A client whose server sends a body chunk by chunk, as the test says. */
const createChunkedDownload = () => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const state = { cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
    },
    cancel: () => {
      state.cancelled = true;
    },
  });
  const reply: Reply = () => new Response(body, { headers: { 'content-type': 'application/pdf' } });
  return {
    ...createTestClient([reply]),
    state,
    feed: (text: string) => stream?.enqueue(new TextEncoder().encode(text)),
    fail: (error: unknown) => stream?.error(error),
  };
};

describe('a file', () => {
  it('is a stream with a name and a type, or bytes', async () => {
    const { client, sent } = createTestClient([pdf]);
    const file = await client.exportReportPdf(id);
    expect(file).toMatchObject({ fileName: 'Ana Núñez.pdf', contentType: 'application/pdf' });
    expect(await file.bytes()).toEqual(new Uint8Array([37, 80, 68, 70]));
    expect(await failureOf(file.bytes())).toBeInstanceOf(TypeError);
    const streamed: number[] = [];
    for await (const piece of (await client.exportReportExcel({ testId: 3 })).stream) streamed.push(...piece);
    expect(streamed).toEqual([37, 80, 68, 70]);
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/v2/org/report/7/pdf', '/v2/org/report/3/excel']);
  });

  it('may lack a name and a type, and may be empty', async () => {
    const { client } = createTestClient([() => new Response(null)]);
    const file = await client.exportReportPdf(id);
    expect(file).toMatchObject({ fileName: null, contentType: 'application/octet-stream' });
    expect(await file.bytes()).toEqual(new Uint8Array());
  });

  it.each([404, 200])('is an AssayRefusal if the server refuses it with status line %i', async (status) => {
    const { client } = createTestClient([refusal('404.1', { status })]);
    expect(await failureOf(client.exportReportPdf(id))).toMatchObject({
      name: 'AssayRefusal',
      statuscode: '404.1',
      operation: 'exportReportPdf',
    });
  });

  it.each<[string, Reply]>([
    ['an HTML page', htmlPage(200)],
    ['an HTML error page', htmlPage(403)],
    ['an envelope with statuscode 200.1', success({})],
    ['a PDF with status 418', () => new Response('%PDF', { status: 418, headers: { 'content-type': 'application/pdf' } })],
  ])('is a protocol error if the response is %s', async (_, reply) => {
    const { client } = createTestClient([reply]);
    expect(await failureOf(client.exportReportPdf(id))).toMatchObject({ name: 'AssayProtocolError', reason: 'not-an-envelope' });
  });

  it('is requested again until it starts, and not after that', async () => {
    const { client, sent } = createTestClient([networkFailure(), refusal('503.1'), pdf], { retry: { initialDelayMs: 0 } });
    expect((await (await client.exportReportPdf(id)).bytes()).length).toBe(4);
    expect(sent).toHaveLength(3);
    const cut = createChunkedDownload();
    const file = await cut.client.exportReportPdf(id);
    cut.fail(new Error('socket hang up'));
    expect(await failureOf(file.stream.getReader().read())).toMatchObject({
      name: 'AssayUnreachable',
      attempts: 1,
      message: expect.stringContaining('socket hang up'),
    });
    expect(cut.sent).toHaveLength(1);
  });

  it("ends in the middle when the caller's signal aborts", async () => {
    const slow = createChunkedDownload();
    const controller = new AbortController();
    const reader = (await slow.client.exportReportPdf(id, { signal: controller.signal })).stream.getReader();
    slow.feed('%PDF');
    expect((await reader.read()).value).toHaveLength(4);
    const failure = failureOf(reader.read());
    controller.abort('enough');
    expect(await failure).toBe('enough');
    await eventually(() => expect(slow.state.cancelled).toBe(true));
  });

  it('is a timeout when a chunk does not arrive in time', async () => {
    const { client } = createChunkedDownload();
    const file = await client.exportReportPdf(id, { timeoutMs: 20 });
    expect(await failureOf(file.bytes())).toMatchObject({ name: 'AssayTimeout', timeoutMs: 20 });
  });

  it('does not time out while nobody reads it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { client, feed } = createChunkedDownload();
    const reader = (await client.exportReportPdf(id, { timeoutMs: 20 })).stream.getReader();
    await vi.advanceTimersByTimeAsync(1000);
    feed('%PDF');
    expect((await reader.read()).value).toHaveLength(4);
    const late = failureOf(reader.read());
    await vi.advanceTimersByTimeAsync(20);
    expect(await late).toMatchObject({ name: 'AssayTimeout' });
  });

  it('closes the connection when its reader cancels it', async () => {
    const slow = createChunkedDownload();
    await (await slow.client.exportReportPdf(id)).stream.cancel();
    expect(slow.state.cancelled).toBe(true);
  });
});

describe('the file name in Content-Disposition', () => {
  it.each([
    [null, null],
    ['attachment', null],
    ['attachment; filename=report.pdf', 'report.pdf'],
    ['attachment; filename="a \\"b\\"; c.pdf"', 'a "b"; c.pdf'],
    ["attachment; filename*=utf-8'en'%e2%82%ac%20rates.pdf; filename=rates.pdf", '€ rates.pdf'],
    ["attachment; filename*=ISO-8859-1''N%FA%F1ez.pdf", 'Núñez.pdf'],
    ['attachment; filename="plain.pdf"; filename*=UTF-8\'\'%ff%fe.pdf', 'plain.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ["attachment; filename*=UTF-8''..%2F..%2Fhome%5Cx.pdf", 'x.pdf'],
    ['attachment; filename=".."', null],
    ['filename="x.pdf"', 'x.pdf'],
  ])('%s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
