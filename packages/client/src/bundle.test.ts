import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

/** Globals of browsers, without those of Node. */
const web = {
  fetch,
  Headers,
  Request,
  Response,
  URL,
  URLSearchParams,
  AbortController,
  AbortSignal,
  TextEncoder,
  TextDecoder,
  crypto,
  atob,
  btoa,
};
const timers = { setTimeout, clearTimeout, queueMicrotask, performance, ReadableStream, DOMException };

/** All that the client exports, as one script: no application can bundle more of it. */
const bundle = async ({ minify }: { minify: boolean }): Promise<string> => {
  const built = await rolldown({
    input: fileURLToPath(new URL('index.ts', import.meta.url)),
    platform: 'browser',
    resolve: { conditionNames: ['@assay/source', 'browser', 'import', 'default'] },
  });
  const { output } = await built.generate({ format: 'iife', name: 'assayClient', minify });
  expect(output).toHaveLength(1);
  return output[0].code;
};

it('the whole client takes less than 15 KB of a page, minified and compressed', async () => {
  const code = await bundle({ minify: true });
  expect(gzipSync(code).length).toBeLessThan(15 * 1024);
});

it('the client bundled for a browser sends requests, reads responses and verifies callbacks without Node', async () => {
  const code = await bundle({ minify: false });
  expect(code).not.toMatch(/["']node:|\brequire\(/);
  const requested: string[] = [];
  const envelope = { statuscode: '200.1', description: 'Success', result: { tests: [], testsCount: 0 } };
  const page = createContext({
    ...web,
    ...timers,
    fetch: async (url: string | URL | Request) => {
      requested.push(String(url instanceof Request ? url.url : url));
      return Response.json(envelope);
    },
  });
  runInContext(code.replace('var assayClient', 'globalThis.assayClient'), page);
  const list = await runInContext(`assayClient.createClient({ baseUrl: 'https://assay.example', apiKey: 'k' }).listTests()`, page);
  expect(list).toMatchObject({ tests: [] });
  expect(requested).toEqual([expect.stringContaining('https://assay.example/v2/org/tests')]);
  const body = JSON.stringify({
    CandidateEmailId: 'ana@example.com',
    AttemptedOn: '2018-02-23T10:46:00',
    TotalScore: 100,
    CandidateScore: 71.5,
    ReportPDFUrl: 'https://assay.example/report/t',
    TestInvitationId: 7,
  });
  const read = await runInContext(
    `assayClient.makeTestCallback({ secret: 'whsec_' + btoa('0123456789abcdef0123456789abcdef'), body: ${JSON.stringify(body)} })
      .then(({ headers, body }) => assayClient.verifyCallback({ headers, body, secret: 'whsec_' + btoa('0123456789abcdef0123456789abcdef') }))`,
    page,
  );
  expect(read).toMatchObject({ TestInvitationId: 7, CandidateScore: 71.5 });
});
