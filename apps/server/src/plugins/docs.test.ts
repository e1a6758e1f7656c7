import { createSecretKey, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Assay, defaultTimings, RenderedVersions, TestVersions } from '@assay/operations';
import { FakeOutbound } from '@assay/operations/testing';
import { poolWhenNeeded } from '@assay/runner/testing';
import { publicUrl } from '@assay/testing';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildApp } from '../app.ts';
import { createOpenApi } from '../openapi.ts';
import { catalogue } from '../reference/codes.ts';
import { filesBeside, MemoryImages } from '../testing/images.ts';
import { apiOperations } from '../testing/routes.ts';
import { candidatePage, expectRefusal, largeBodyThread, useService } from '../testing/service.ts';

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
    for (const reference of references.filter((one) => !one.startsWith('#') && !one.startsWith('data:'))) {
      // Links that somebody may follow go elsewhere; nothing is loaded from there.
      if (reference.startsWith('https://www.standardwebhooks.com')) continue;
      const { host, pathname } = new URL(reference, `http://localhost${path.endsWith('/') ? path : `${path}/`}`);
      expect(host).toBe('localhost');
      // A proxy takes the path of the public URL off.
      expect((await get(pathname.replace(new URL(publicUrl).pathname, ''))).statusCode, pathname).toBe(200);
    }
  });

  it('has a form for each operation, and shows a file of the reference once to each browser', async () => {
    const { body, headers } = await get('/docs');
    expect(apiOperations.filter(({ name }) => !body.includes(`id="${name}"`))).toEqual([]);
    const again = await service.send({ method: 'GET', url: '/docs', headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('is compressed for who reads gzip, and for nobody else', async () => {
    const { rawPayload } = await get('/docs');
    const ask = (encoding: string) => service.send({ method: 'GET', url: '/docs', headers: { 'accept-encoding': encoding } });
    const compressed = await ask('br, gzip;q=0.8');
    expect([compressed.headers['content-encoding'], gunzipSync(compressed.rawPayload).equals(rawPayload)]).toEqual(['gzip', true]);
    for (const encoding of ['identity', 'br, gzip;q=0']) {
      const plain = await ask(encoding);
      expect([plain.headers['content-encoding'], plain.rawPayload.equals(rawPayload)]).toEqual([undefined, true]);
    }
  });

  it('every link within the page leads somewhere', async () => {
    const { body } = await get('/docs');
    const ids = new Set([...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const broken = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !ids.has(id));
    expect(broken).toEqual([]);
    expect([...body.matchAll(/\sid="([^"]+)"/g)]).toHaveLength(ids.size);
  });

  it('fits in 150 KB on the wire, with its script and styles', async () => {
    const files = await Promise.all(['/docs', '/docs/static/reference.js', '/docs/static/reference.css'].map(get));
    expect(files.reduce((total, { rawPayload }) => total + gzipSync(rawPayload).length, 0)).toBeLessThan(150_000);
  });

  it('/docs/codes says of every code when it comes and what to do', async () => {
    const { body, statusCode } = await get('/docs/codes');
    expect(statusCode).toBe(200);
    expect(catalogue.filter(({ code }) => !body.includes(`id="${code}"`))).toEqual([]);
  });

  it('/docs/yaml says the same as /docs/json', async () => {
    expect(parse((await get('/docs/yaml')).body)).toEqual((await get('/docs/json')).json());
  });

  it.each(['/docs/static/nothing.js', '/docs/static/..%2Fpackage.json', '/docs/static/'])('%s is no file of it', async (url) => {
    expectRefusal(await get(url), '404.2');
  });

  it('works over plain http: its policy does not upgrade requests to https', async () => {
    const { response } = await page();
    expect(response.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it('has a content security policy that allows no other site', async () => {
    const { response } = await page();
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
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
    const images = new MemoryImages();
    const assay: Assay = {
      store,
      secret: createSecretKey(randomBytes(32)),
      get publicUrl() {
        return url;
      },
      testVersions: new TestVersions(),
      rendered: new RenderedVersions(),
      timings: defaultTimings,
      outbound: new FakeOutbound(),
      images,
      files: filesBeside(images),
      cleanFile: (_, read) => read(),
      runner: poolWhenNeeded,
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
