import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@assay/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { describeInBrowser, it, openContext } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { answersOf, offlineErrors } from '../browser/support/watch.ts';
import { Servers } from '../support/server-process.ts';
import { startService } from '../support/service.ts';
import { expectStored } from './support/stored.ts';

const keptHere = 'Offline: kept on this device, will send';

/** The addresses of what the service worker stores, by cache. */
const storedPages = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const urls = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
    return Object.fromEntries(names.map((name, index) => [name, urls[index] ?? []]));
  });

/** What the page needs to open and to show the test. */
const needed = [/offline\.html$/, /\/boot-/, /\/main-/, /\/later-screens-/, /\.css$/];

const untilStored = (page: Page, ...more: RegExp[]) =>
  until('the page is stored', async () => {
    const urls = Object.values(await storedPages(page)).flat();
    return [...needed, ...more].every((one) => urls.some((url) => one.test(url))) || undefined;
  });

/** What the page keeps on the device: all records of one of its stores. */
const keptIn = (page: Page, store: string): Promise<unknown[]> =>
  page.evaluate(async (wanted) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const read = (name: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction(wanted).objectStore(wanted).getAll();
          all.onsuccess = () => resolve(all.result);
        };
      });
    return (await Promise.all(names.map(read))).flat();
  }, store);

/** The line of the page that says so may be of an answer before. */
const untilKept = (page: Page, answer: string) =>
  until(`${answer} is kept on the device`, async () => JSON.stringify(await keptIn(page, 'answers')).includes(answer) || undefined);

const goOffline = (context: BrowserContext) => context.setOffline(true);

/** A proxy that serves a server under `/tests`, until it is closed; `change` is done to the HTML. */
const proxyTo = async (port: number, onCleanup: (close: () => void) => void) => {
  const proxy = { url: '', status: 0, change: (html: string) => html, close: () => {} };
  const relay = createServer((request, response) => {
    if (proxy.status === 0) void forward(request, response).catch(() => response.destroy());
    else response.writeHead(proxy.status).end('not now');
  });
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', headers, url = '' } = request;
    const sent = {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) => forwarded(name, value)),
      redirect: 'manual' as const,
    };
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(chunks) };
    const answer = await fetch(`http://127.0.0.1:${port}${url.replace(/^\/tests/, '')}`, { ...sent, ...body });
    const isHtml = answer.headers.get('content-type')?.startsWith('text/html') === true;
    const given = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, Object.fromEntries([...answer.headers].flatMap(([name, value]) => forwarded(name, value))));
    response.end(isHtml ? proxy.change(given.toString()) : given);
  };
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  proxy.url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/tests`;
  proxy.close = () => {
    relay.close();
    relay.closeAllConnections();
  };
  onCleanup(proxy.close);
  return proxy;
};

const ofConnection = /^(?:connection|keep-alive|host|content-length|content-encoding|transfer-encoding|accept-encoding)$/;
const forwarded = (name: string, value: string | string[] | undefined): [string, string][] =>
  value === undefined || ofConnection.test(name) ? [] : [[name, String(value)]];

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

describeInBrowser('a reload without a network', { concurrent: true }, () => {
  it('goes on with all questions and answers, and what is typed then is sent later', async ({ open, service }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const { page, context } = await open({ allow: offlineErrors });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.choose('2');
    await expectStored(candidate, { 1: 'b' });
    await untilStored(page);

    await goOffline(context);
    await test.next();
    await test.tick('two');
    await test.save(keptHere).waitFor();
    await page.reload();
    await test.mapItem(1, 'answered').waitFor();
    await test.mapItem(2, 'answered').waitFor();
    await test.time().waitFor();
    await test.mapItem(1, 'answered').click();
    expect(await test.option('2').isChecked()).toBe(true);
    await test.mapItem(5, 'blank').click();
    await test.text().fill('Paris');
    await untilKept(page, 'Paris');
    await page.reload();
    await test.mapItem(5, 'answered').waitFor();

    await context.setOffline(false);
    await expectStored(candidate, { 1: 'b', 2: ['a'], 5: 'Paris' });
    await test.saved();
    await test.submit();
  });

  it('goes on in a new tab as well, in the language of the candidate', async ({ open, service }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const { page, context } = await open({ locale: 'de', allow: offlineErrors });
    await page.goto(takeUrl);
    await page.getByRole('button', { name: 'Test starten' }).click();
    await page.getByRole('radio', { name: '2' }).check();
    await expectStored(candidate, { 1: 'b' });
    await untilStored(page, /\/de-/);
    await page.close();
    await goOffline(context);
    const tab = await context.newPage();
    await tab.goto(takeUrl);
    await tab.getByRole('heading', { name: 'Frage 1 von 6' }).waitFor();
    await tab.getByRole('radio', { name: '1' }).check();
    await context.setOffline(false);
    await expectStored(candidate, { 1: 'a' });
  });

  it('leaves nothing of the token or the test in what the browser caches, and nothing at all after the submit', async ({
    open,
    service,
  }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open();
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await untilStored(page);
    const pages = await storedPages(page);
    expect(Object.keys(pages)).toEqual(['assay-offline /take/']);
    const token = new URL(takeUrl).pathname.split('/').at(-1) ?? '';
    expect(JSON.stringify(pages)).not.toContain(token);
    for (const url of Object.values(pages).flat())
      expect(new URL(url).pathname).toMatch(/^\/(take\/offline\.html|assets\/candidate\/[\w-]+\.\w+)$/);
    const shell = await page.evaluate(async () => (await caches.match('/take/offline.html'))?.text());
    expect(shell).toContain('name="assay-organization" content=""');
    await test.submit();
    await until('nothing is cached', async () => Object.keys(await storedPages(page)).length === 0 || undefined);
    expect(await keptIn(page, 'facts')).toEqual([]);
  });

  it('shows what the server says when there is a network, whatever its status', async ({ open, service }) => {
    const { takeUrl, testInvitationId } = await mintCandidate(service);
    const { page } = await open({ allow: answersOf(403) });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await untilStored(page);
    await service.api.post(`/manage/v1/invitations/${testInvitationId}/reset`, {});
    await service.api.get(`/v2/org/testinvitation/${testInvitationId}/cancel`);
    const reloaded = await page.reload();
    expect(reloaded?.status()).toBe(403);
    await test.heading('This invitation was cancelled').waitFor();
  });

  it('works under a path prefix, keeps the files of one build only, and is not offered for a status', async ({
    browser,
    onTestFinished,
  }) => {
    const servers = new Servers();
    onTestFinished(() => servers.dispose());
    const port = await freePort();
    const proxy = await proxyTo(port, onTestFinished);
    const service = await startService(servers, { ASSAY_PORT: String(port), ASSAY_PUBLIC_URL: proxy.url });
    const { takeUrl } = await mintCandidate(service);
    const allow = { errors: [/ERR_CONNECTION|status of 503/] };
    const { page, context, watch } = await openContext(browser, new URL(proxy.url).origin, { allow });
    onTestFinished(() => context.close());
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.choose('2');
    await test.saved();
    await untilStored(page);
    expect(Object.keys(await storedPages(page))).toEqual(['assay-offline /tests/take/']);

    // Another build: the same script under another name.
    proxy.change = (html) => html.replace(/(icon-[\w-]+\.svg)/, '$1?next');
    await page.reload();
    await test.mapItem(1, 'answered').waitFor();
    await until('the new build is stored', async () => {
      const icons = (await storedPages(page))['assay-offline /tests/take/']?.filter((url) => url.includes('/icon-')) ?? [];
      return (icons.length === 1 && icons[0]?.endsWith('?next')) || undefined;
    });
    await untilStored(page);

    proxy.status = 503;
    expect((await page.reload())?.status()).toBe(503);
    await page.getByText('not now').waitFor();

    proxy.close();
    await page.reload();
    await test.mapItem(1, 'answered').waitFor();
    expect(watch.faults()).toEqual([]);
  });
});
