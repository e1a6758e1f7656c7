import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { formatUtcDateTime } from '@assay/domain';
import { hour, somebody } from '@assay/testing';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { envelopeOf, expectRefusal, resultOf, type Service, useService } from '../testing/service.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Checks what holds for the page with every status. */
const expectPage = (response: LightMyRequestResponse, status: number): void => {
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  expect(response.headers).not.toHaveProperty('set-cookie');
};

/** The paths of the files that the page loads. An empty link leads to the page itself. */
const referencesOf = (html: string): string[] => [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference = '']) => reference);

/** Tokens of candidates for whom `/take/{token}` opens, in each state, and of those for whom it does not. */
const mintCandidates = async (service: Service) => {
  const { key, testId } = await service.mint();
  const byLink = async (changes: Record<string, unknown>) => {
    const link = await service.createLink(key, testId, changes);
    return (await service.registerByLink(key, testId, link.id)).token;
  };
  const register = async () => (await service.register(key, testId)).token;
  const cancel = async ({ id, token }: { id: string; token: string }) => {
    resultOf(await service.send({ method: 'GET', url: `/v2/org/testinvitation/${id}/cancel`, key }));
    return token;
  };
  const [running, completed] = [await register(), await register()];
  resultOf(await service.start(running));
  await service.complete(completed);
  const { now } = service.clock;
  const dates = (from: number, to: number) => ({ startDateTime: formatUtcDateTime(from), endDateTime: formatUtcDateTime(to) });
  const person = somebody();
  const superseded = await cancel(await service.register(key, testId, person));
  await service.register(key, testId, person);
  return {
    opened: {
      pending: await register(),
      'not open': await byLink({ accessTime: 1, ...dates(now + hour, now + 2 * hour) }),
      closed: await byLink({ accessTime: 1, ...dates(now - 2 * hour, now - hour) }),
      'in progress': running,
      completed,
    },
    refused: { cancelled: await cancel(await service.register(key, testId)), superseded },
  };
};

describe.each(['match', 'always-200'] as const)('the page of /take/{token} (ASSAY_V2_HTTP_STATUS=%s)', (v2HttpStatus) => {
  const service = useService({ v2HttpStatus });
  let candidates: Awaited<ReturnType<typeof mintCandidates>>;
  beforeAll(async () => {
    candidates = await mintCandidates(service);
  });
  const open = (token: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = browser) =>
    service.send({ method, url: `/take/${token}`, headers });

  it.each(['pending', 'not open', 'closed', 'in progress', 'completed'] as const)('is 200 for an invitation that is %s', async (state) => {
    expectPage(await open(candidates.opened[state]), 200);
  });

  it.each(['cancelled', 'superseded'] as const)('is 403 for an invitation that is %s', async (state) => {
    expectPage(await open(candidates.refused[state]), 403);
  });

  it('is 404 for an unknown or changed token', async () => {
    const { pending } = candidates.opened;
    for (const wrong of ['x', `${pending}A`, pending.slice(0, -1), '..%2f..%2fetc%2fpasswd', '%3Cscript%3E'])
      expectPage(await open(wrong), 404);
  });

  it('is HTML whatever the client accepts, because the protocol has its own paths', async () => {
    for (const accept of ['application/json', '*/*']) expectPage(await open(candidates.opened.pending, 'GET', { accept }), 200);
  });

  it('names the organization in every state, and contains nothing of the candidate, the test or the token', async () => {
    const { body } = await open(candidates.opened.completed);
    expect(body).toContain('name="assay-organization" content="{&#34;organization&#34;:&#34;Acme&#34;');
    for (const token of [...Object.values(candidates.opened), candidates.refused.cancelled]) expect((await open(token)).body).toBe(body);
  });

  it('names no organization for an unknown token', async () => {
    for (const token of ['x', '%3Cscript%3Ealert(1)']) expect((await open(token)).body).toContain('name="assay-organization" content=""');
  });

  it('has the same headers for HEAD and no body', async () => {
    for (const [token, status] of [
      [candidates.opened.pending, 200],
      ['x', 404],
    ] as const) {
      const head = await open(token, 'HEAD');
      expectPage(head, status);
      expect(head.body).toBe('');
      expect(head.headers['content-length']).toBe((await open(token)).headers['content-length']);
    }
  });

  it('has no inline script or style, and loads only existing files of this server', async () => {
    const { body } = await open(candidates.opened.pending);
    const scripts = [...body.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    expect([...body.matchAll(/<script/g)]).toHaveLength(scripts.length);
    for (const [, attributes, content] of scripts)
      expect([attributes, content]).toEqual([expect.stringContaining('src="/tests/assets/'), '']);
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|="\s*javascript:/i);
    for (const reference of referencesOf(body)) {
      expect(reference).toMatch(/^\/tests\/assets\/candidate\/[\w-]+\.(js|css|svg)$/);
      // The proxy in front removes the prefix.
      const file = await service.send({ method: 'GET', url: reference.slice('/tests'.length) });
      expect([reference, file.statusCode]).toEqual([reference, 200]);
    }
  });

  it('is the page even if the server fails, with the status of the failure and without its message', async () => {
    const gone = Object.assign(new Error('no connection to db.internal:5432'), { name: 'StoreUnavailable' });
    for (const [fault, status] of [
      [gone, 503],
      [new Error('a bug in db.internal'), 500],
    ] as const) {
      const response = await service.whileStoreFails(fault, () => open(candidates.opened.pending));
      expect(response.body).not.toContain('db.internal');
      expectPage(response, status);
    }
  });

  it('does not replace the JSON of the protocol, whose refusals have their own status', async () => {
    expectRefusal(await open(`${candidates.opened.pending}x/attempt`), '404.1');
    expectRefusal(await open(`${candidates.refused.cancelled}/attempt`), '403.15');
  });
});

describe('the page of /join/{key}', () => {
  const service = useService();
  const open = (accessKey: string, method: 'GET' | 'HEAD' = 'GET') => service.send({ method, url: `/join/${accessKey}`, headers: browser });

  it('is 200 for a link that is open, closed or invite-only, and for the key of a test; 404 for an unknown key', async () => {
    const { key, testId } = await service.mint();
    const { now } = service.clock;
    const ended = { startDateTime: formatUtcDateTime(now - 2 * hour), endDateTime: formatUtcDateTime(now - hour) };
    for (const changes of [{}, { accessTime: 1, ...ended }, { inviteCandidateOnly: 1 }, { testLinkStatus: 3 }])
      expectPage(await open((await service.createLink(key, testId, changes)).accessKey), 200);
    const { accessKey } = resultOf(await service.send({ method: 'GET', url: `/v2/org/tests/${testId}`, key }));
    expectPage(await open(String(accessKey)), 200);
    for (const wrong of ['x', 'l1-222222222222', '..%2f..%2fetc']) expectPage(await open(wrong), 404);
  });

  it('has no body for HEAD', async () => {
    const { key, testId } = await service.mint();
    const response = await open((await service.createLink(key, testId)).accessKey, 'HEAD');
    expectPage(response, 200);
    expect(response.body).toBe('');
  });

  it('is the same page as for /take', async () => {
    expect((await open('x')).body).toBe((await service.send({ method: 'GET', url: '/take/x' })).body);
  });

  it('is the page with status 503 while the database is unavailable', async () => {
    const gone = Object.assign(new Error('gone'), { name: 'StoreUnavailable' });
    expectPage(await service.whileStoreFails(gone, () => open('l1-222222222222')), 503);
  });
});

describe.each([
  ['https://assay.example/tests', '/tests'],
  ['https://assay.example/a/b', '/a/b'],
  ['https://assay.example', ''],
])('the path prefix of %s', (publicUrl, base) => {
  const service = useService({ publicUrl });

  it('precedes every path in the page, and no placeholder remains', async () => {
    const { body } = await service.send({ method: 'GET', url: '/take/x', headers: { host: 'evil.example' } });
    const references = referencesOf(body);
    expect(references.length).toBeGreaterThan(2);
    for (const reference of references) expect(reference.startsWith(`${base}/assets/candidate/`), reference).toBe(true);
    expect(body).not.toMatch(/%BASE%|evil/);
  });
});

describe("the page's files", () => {
  const service = useService();
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => service.send({ method, url, headers });
  let script: string;
  let style: string;
  beforeAll(async () => {
    const references = referencesOf((await get('/take/x')).body).map((reference) => reference.slice('/tests'.length));
    script = references.find((one) => one.endsWith('.js')) ?? '';
    style = references.find((one) => one.endsWith('.css')) ?? '';
  });

  it('are immutable for caches, and browsers do not guess their type', async () => {
    for (const [url, type] of [
      [script, /^(text|application)\/javascript/],
      [style, /^text\/css/],
    ] as const) {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringMatching(type),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      });
      expect(response.headers).not.toHaveProperty('set-cookie');
    }
  });

  it('are compressed as the browser accepts, and vary by Accept-Encoding for caches', async () => {
    const plain = await get(script, { 'accept-encoding': 'identity' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const [accepted, encoding, decode] of [
      ['br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ] as const) {
      const response = await get(script, { 'accept-encoding': accepted });
      expect([accepted, response.headers['content-encoding'], response.headers.vary]).toEqual([
        accepted,
        encoding,
        expect.stringMatching(/accept-encoding/i),
      ]);
      expect(response.headers['content-type']).toBe(plain.headers['content-type']);
      expect(response.headers['cache-control']).toContain('immutable');
      expect(decode(response.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });

  it('have no body for HEAD', async () => {
    const head = await get(script, {}, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it.each([
    'nothing-00000000.js',
    '',
    '.',
    '..%2findex.html',
    '..%2f..%2findex.html',
    '%2e%2e/%2e%2e/index.html',
    '..%2f..%2f..%2fpackage.json',
    '..%5c..%5cindex.html',
    '%2fetc%2fpasswd',
    '....//....//etc/passwd',
    '.vite/manifest.json',
    'main%00.js',
  ])('are the only files that are served: %j is an envelope with a 4xx status', async (path) => {
    const response = await get(`/assets/candidate/${path}`);
    const { statuscode } = envelopeOf(response);
    expect(statuscode).toMatch(/^4/);
    expect(response.statusCode).toBe(Number.parseInt(statuscode, 10));
    expect(response.body).not.toMatch(/<!doctype|root:|"dependencies"/);
  });
});

describe('the page for a reload without a network', () => {
  const service = useService();

  it('is the page without an organization, the same for everybody', async () => {
    const { key, testId } = await service.mint();
    const { token } = await service.register(key, testId);
    const response = await service.send({ method: 'GET', url: '/take/offline.html', headers: browser });
    expectPage(response, 200);
    expect(response.body).toBe((await service.send({ method: 'GET', url: '/take/x', headers: browser })).body);
    expect(response.body).not.toContain(token);
  });

  it('is opened by a service worker that is limited to the pages of candidates, may only request, and is never cached', async () => {
    const { statusCode, headers, body } = await service.send({ method: 'GET', url: '/take/offline.js' });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('service-worker-allowed');
    expect(body).toContain('addEventListener');
  });
});
