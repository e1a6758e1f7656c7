import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type * as AssayClient from '@assay/client';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { expect } from 'vitest';
import { apiOf } from '../support/api.ts';
import { completeTest } from '../support/complete.ts';
import { smallTestFile } from '../support/small-test.ts';
import { describeInBrowser, it as inBrowser } from './support/browser.ts';
import { answersOf } from './support/watch.ts';

/** The client as an application bundles it; `client` is what a page's scripts find. */
const bundleClient = async (): Promise<string> => {
  const built = await rolldown({
    input: '@assay/client',
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    platform: 'browser',
    resolve: { conditionNames: ['@assay/source', 'browser', 'import', 'default'] },
  });
  const { output } = await built.generate({ format: 'iife', name: 'client', minify: true });
  return output[0].code;
};
declare const client: typeof AssayClient;

/** A site with a page that has the client. One server is two sites for a browser: `localhost` is another origin than 127.0.0.1. */
const it = inBrowser.extend('site', { scope: 'file' }, async ({ service: _ }, { onCleanup }) => {
  const script = await bundleClient();
  const server = createServer((request, response) => {
    if (request.url === '/client.js') response.setHeader('content-type', 'text/javascript').end(script);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><link rel="icon" href="data:,"><script src="/client.js"></script>');
  });
  onCleanup(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { ofAts: `http://127.0.0.1:${port}`, ofOthers: `http://localhost:${port}` };
});

/** What a page gets that asks for the tests and registers somebody. */
const failures = (page: Page, service: { readonly url: string; readonly key: string }, testId: number) =>
  page.evaluate(
    async ({ url, key, testId }) => {
      const assay = client.createClient({ baseUrl: url, apiKey: key, retry: { attempts: 1 } });
      const calls = [assay.listTests(), assay.registerCandidate({ testId, emailId: 'nobody@example.com', fullName: 'Nobody' })];
      const outcomes = await Promise.allSettled<unknown>(calls);
      return outcomes.map((outcome) =>
        outcome.status === 'rejected' && outcome.reason instanceof client.AssayUnreachable ? outcome.reason.message : outcome.status,
      );
    },
    { url: service.url, key: service.key, testId },
  );
const blocked = { errors: [/has been blocked by CORS policy/, /net::ERR_FAILED/] };

describeInBrowser('the client in a page of another origin', {}, () => {
  it('is stopped by the browser by default, and its error names the setting', async ({ open, service, site }) => {
    const { testId } = await service.api.importTest(smallTestFile(1));
    const { page } = await open({ allow: { ...blocked, origins: [site.ofAts] } });
    await page.goto(site.ofAts);
    const sentence = (operation: string) =>
      `${operation}: ${service.url} is not reachable: Failed to fetch; if it is up, it must allow this page: ASSAY_CORS_ORIGINS=${site.ofAts}`;
    expect(await failures(page, service, testId)).toEqual([sentence('listTests'), sentence('registerCandidate')]);
    expect(await service.api.invitations(testId)).toEqual([]);
  });

  it('works where ASSAY_CORS_ORIGINS names the origin, and only there', async ({ open, service, site }) => {
    const { servers, key } = service;
    const { url } = await servers.start({
      ASSAY_DATA_DIR: await servers.directory(),
      ASSAY_API_KEY: key,
      ASSAY_CORS_ORIGINS: `https://ats.acme.example,${site.ofAts}`,
    });
    const api = apiOf({ url }, key);
    const { testId } = await api.importTest(smallTestFile(1));
    const testInvitationId = await completeTest({ url }, key, { testId, email: 'ana@example.com', callbackURL: '' });
    await api.generatedReport(testInvitationId);

    const { page } = await open({ allow: { ...answersOf(401, 404), origins: [site.ofAts, url] } });
    await page.goto(site.ofAts);
    const seen = await page.evaluate(
      async ({ url, key, testId, testInvitationId }) => {
        const assay = client.createClient({ baseUrl: url, apiKey: key });
        const names: string[] = [];
        for await (const { testName } of assay.paginateTests()) names.push(testName);
        const registered = await assay.registerCandidate({ testId, emailId: 'bo@example.com', fullName: 'Bo Example' });
        const { testStatus, score } = await assay.getReport({ testInvitationId });
        const pdf = await assay.exportReportPdf({ testInvitationId });
        const start = new TextDecoder().decode((await pdf.bytes()).slice(0, 5));
        const refusalOf = async (call: Promise<unknown>) => {
          const [outcome] = await Promise.allSettled([call]);
          if (outcome.status === 'fulfilled' || !(outcome.reason instanceof client.AssayRefusal)) return undefined;
          const { statuscode, message, requestId } = outcome.reason;
          return { statuscode, message, requestId };
        };
        const stranger = client.createClient({ baseUrl: url, apiKey: 'assay_of_nobody' });
        return {
          names,
          registered,
          report: { testStatus, score },
          pdf: { start, fileName: pdf.fileName },
          refusals: [await refusalOf(assay.getReport({ testInvitationId: 999_999 })), await refusalOf(stranger.listTests())],
        };
      },
      { url, key, testId, testInvitationId },
    );
    expect(seen).toEqual({
      names: expect.arrayContaining(['Counting']),
      registered: { testInvitationId: expect.any(Number), takeTestURL: expect.stringContaining(`${url}/take/`) },
      report: { testStatus: 'Completed', score: '2' },
      pdf: { start: '%PDF-', fileName: expect.stringMatching(/ - Counting\.pdf$/) },
      refusals: [
        { statuscode: '404.1', message: 'No invitation 999999 in this account', requestId: expect.any(String) },
        { statuscode: '401.1', message: expect.any(String), requestId: expect.any(String) },
      ],
    });

    const other = await open({ allow: { ...blocked, origins: [site.ofOthers, url] } });
    await other.page.goto(site.ofOthers);
    const before = await api.invitations(testId);
    expect(await failures(other.page, { url, key }, testId)).toEqual([
      expect.stringContaining(`it must allow this page: ASSAY_CORS_ORIGINS=${site.ofOthers}`),
      expect.stringContaining('is not reachable'),
    ]);
    expect(await api.invitations(testId)).toHaveLength(before.length);
  });
});
