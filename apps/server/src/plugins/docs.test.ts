import { createSecretKey, randomBytes } from 'node:crypto';
import { defaultTimings, TestVersions } from '@assay/operations';
import { FakeOutbound } from '@assay/operations/testing';
import { PoolWhenNeeded } from '@assay/runner/testing';
import { publicUrl } from '@assay/testing';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { createOpenApi } from '../openapi.ts';
import { MemoryImages } from '../testing/images.ts';
import { candidatePage, expectRefusal, largeBodyThread, useService } from '../testing/service.ts';

const made = vi.hoisted((): { app?: FastifyInstance } => ({}));
vi.mock('./docs-app.ts', async (original) => {
  const { createDocsApp } = await original<typeof import('./docs-app.ts')>();
  return {
    createDocsApp: async (...given: Parameters<typeof createDocsApp>) => {
      made.app = await createDocsApp(...given);
      return made.app;
    },
  };
});

const otherSite = /(?:https?:)?\/\/(?!www\.w3\.org\/)[\w-]+\.[\w.-]+/i;

describe('/docs', () => {
  const service = useService();
  const get = (url: string) => service.send({ method: 'GET', url, headers: { accept: 'text/html,*/*' } });

  /** The page after all redirects. */
  const page = async (url = '/docs') => {
    let path = url;
    for (let hops = 0; hops < 3; hops += 1) {
      const response = await get(path);
      if (response.statusCode < 300 || response.statusCode >= 400) return { path, response };
      path = new URL(String(response.headers.location), `http://localhost${path}`).pathname;
    }
    throw new Error(`${url} redirects without end`);
  };

  it.each(['/docs', '/docs/'])('%s is an HTML page', async (url) => {
    const { response } = await page(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.headers['x-request-id']).toBeDefined();
  });

  it('/docs/json is the OpenAPI document for the public URL', async () => {
    const response = await get('/docs/json');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(createOpenApi(publicUrl))));
  });

  it('serves every file that it loads, and loads none from another site', async () => {
    const { path, response } = await page();
    const references = [...response.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.length).toBeGreaterThan(3);
    expect(response.body).not.toMatch(otherSite);
    for (const reference of references) {
      const { host, pathname } = new URL(reference, `http://localhost${path.endsWith('/') ? path : `${path}/`}`);
      expect(host).toBe('localhost');
      expect((await get(pathname)).statusCode, pathname).toBe(200);
    }
  });

  it('sends the document to no validator, and loads no styles or fonts from another site', async () => {
    const initializer = await get('/docs/static/swagger-initializer.js');
    expect(initializer.statusCode).toBe(200);
    expect(initializer.body).toMatch(/validatorUrl: null/);
    expect(initializer.body.replace(/^\s*\/\/.*$/gm, '')).not.toMatch(otherSite);
    const styles = await get('/docs/static/swagger-ui.css');
    expect(styles.body).not.toMatch(/(?:url\(|@import)\s*["']?(?:https?:)?\/\//i);
  });

  it('makes each of its files once, however many request it, and sends a browser what it has only once', async () => {
    await get('/docs');
    if (made.app === undefined) throw new Error('the reference is loaded by its first request');
    const inject = vi.spyOn(made.app, 'inject');
    const bundle = '/docs/static/swagger-ui-bundle.js';
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => get(`${bundle}?${index}`)));
    for (const { statusCode, rawPayload } of responses) expect([statusCode, rawPayload.length > 1_000_000]).toEqual([200, true]);
    expect(inject.mock.calls.length).toBeLessThanOrEqual(1);
    const etag = String(responses[0]?.headers.etag);
    const again = await service.send({ method: 'GET', url: bundle, headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it.each([
    '/docs/static/nothing.js',
    '/docs/static/.%2Findex.html',
    '/docs/static/..%2Fpackage.json',
    '/docs/static/INDEX.html',
    '/docs/static/',
  ])('%s is no file of it', async (url) => {
    expectRefusal(await get(url), '404.2');
  });

  it('works over plain http: its policy does not upgrade requests to https', async () => {
    const { response } = await page();
    expect(response.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it('has a content security policy that allows no other site', async () => {
    const { response } = await page();
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy.split(/[;\s]+/).filter((source) => /^https?:|\./.test(source))).toEqual([]);
  });
});

describe('/docs/json before the port is known', () => {
  let app: FastifyInstance;
  let url = 'http://127.0.0.1:0';
  beforeAll(async () => {
    const unused = async (): Promise<never> => Promise.reject(new Error('not needed here'));
    const store = {
      engine: 'sqlite',
      read: unused,
      readSlice: unused,
      write: unused,
      migrate: unused,
      ping: unused,
      close: unused,
    } as const;
    const assay = {
      store,
      secret: createSecretKey(randomBytes(32)),
      get publicUrl() {
        return url;
      },
      testVersions: new TestVersions(),
      timings: defaultTimings,
      outbound: new FakeOutbound(),
      images: new MemoryImages(),
      runner: new PoolWhenNeeded(),
      wake: () => undefined,
    };
    const logger = pino({ level: 'silent' });
    app = await buildApp({
      assay,
      v2HttpStatus: 'match',
      trustProxy: false,
      logger,
      registry: new Registry(),
      largeBodyThread,
      candidatePage,
    });
  });
  afterAll(() => app.close());

  it('has the public URL as it is at the time of the request', async () => {
    url = 'http://127.0.0.1:41234';
    const { servers } = (await app.inject({ url: '/docs/json' })).json();
    expect(servers).toEqual([{ url }]);
  });
});
