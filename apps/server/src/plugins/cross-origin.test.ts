import { type CandidateOperation, joinOperations, type RateLimits, rateLimits, takeOperations } from '@assay/domain';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOperations, pathOf } from '../testing/routes.ts';
import { type Call, expectRefusal, useService } from '../testing/service.ts';

const ats = 'https://ats.acme.example';
const local = 'http://localhost:5173';
const preflightOf = (method: string, more: Record<string, string> = {}) => ({
  'access-control-request-method': method,
  'access-control-request-headers': 'content-type,idempotency-key,x-api-key',
  ...more,
});
const corsHeadersOf = ({ headers }: LightMyRequestResponse): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

describe('ASSAY_CORS_ORIGINS', () => {
  const burst = 5;
  const limits: RateLimits = {
    ...rateLimits,
    failure: { ...rateLimits.failure, perSecond: 0.001, burst },
    visitor: { ...rateLimits.visitor, perSecond: 0.001, burst },
  };
  const service = useService({ corsOrigins: [ats, local], rateLimits: { limits, now: () => 0 } });
  let key: string;
  let reader: string;
  let testId: string;
  let path: string;
  beforeAll(async () => {
    const minted = await service.mint();
    ({ key, testId } = minted);
    reader = await service.mintKey(minted.accountId, ['read']);
    path = `/v2/org/tests/${testId}/register`;
  });
  let addresses = 0;
  /** From an address of its own, unless the call names one. */
  const from = (origin: string, call: Call): Promise<LightMyRequestResponse> => {
    addresses += 1;
    return service.send({ remoteAddress: `10.0.${addresses >> 8}.${addresses & 255}`, ...call, headers: { origin, ...call.headers } });
  };
  const expectReadable = (response: LightMyRequestResponse): void =>
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': ats,
      'access-control-expose-headers': 'x-request-id, retry-after, content-disposition',
      vary: 'Origin',
    });

  it('lets the preflight of every operation through without a key', async () => {
    for (const { name, method, path: pattern } of apiOperations) {
      const response = await from(ats, { method: 'OPTIONS', url: pathOf(pattern), headers: preflightOf(method) });
      expectReadable(response);
      expect([name, response.statusCode, response.body]).toEqual([name, 204, '']);
      expect(String(response.headers['access-control-allow-methods']).split(', ')).toContain(method);
      expect(response.headers).toMatchObject({
        'access-control-allow-headers': 'x-api-key, content-type, idempotency-key',
        'access-control-max-age': '7200',
        'cache-control': 'no-store',
        'x-request-id': expect.any(String),
      });
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('names each of its origins to that origin alone', async () => {
    for (const origin of [ats, local]) {
      const { statusCode, headers } = await from(origin, { method: 'GET', url: '/v2/org/tests', key });
      expect([statusCode, headers['access-control-allow-origin'], headers.vary]).toEqual([200, origin, 'Origin']);
    }
  });

  it('refuses nothing to programs, which send no origin, and gives them no header', async () => {
    const response = await service.send({ method: 'GET', url: '/v2/org/tests', key });
    expect([response.statusCode, corsHeadersOf(response)]).toEqual([200, []]);
  });

  it.each<[string, string, () => Call]>([
    ['400.1', 'a malformed body', () => ({ method: 'POST', url: path, key, body: '{' })],
    ['401.1', 'no key', () => ({ method: 'GET', url: '/manage/v1/tests' })],
    ['403.1', 'a key without the scope', () => ({ method: 'POST', url: path, key: reader, body: {} })],
    ['404.1', 'no such test', () => ({ method: 'GET', url: '/v2/org/tests/999999', key })],
    ['404.2', 'no such route', () => ({ method: 'GET', url: '/v2/nothing', key })],
    ['405.1', 'a method that the path has not', () => ({ method: 'DELETE', url: path, key })],
    ['413.1', 'a large body', () => ({ method: 'POST', url: path, key, body: { fullName: 'x'.repeat(100_000) } })],
    ['415.1', 'another media type', () => ({ method: 'POST', url: path, key, body: 'a=1', headers: { 'content-type': 'text/csv' } })],
  ])('lets the page read the refusal %s: %s', async (statuscode, _, make) => {
    const response = await from(ats, make());
    expectRefusal(response, statuscode);
    expectReadable(response);
  });

  it('lets the page read faults and that the database is down', async () => {
    for (const [error, statuscode] of [[new Error('a bug'), '500.1'] as const, [new StoreUnavailable('gone'), '503.1'] as const])
      await service.whileStoreFails(error, async () => {
        const response = await from(ats, { method: 'GET', url: '/v2/org/tests', key });
        expectRefusal(response, statuscode);
        expectReadable(response);
      });
  });

  it('lets the page read that its wrong keys were too many, and when to try again', async () => {
    const guess = () => from(ats, { method: 'GET', url: '/v2/org/tests', key: 'a key of nobody', remoteAddress: '10.2.0.1' });
    for (let index = 0; index < burst; index += 1) expectRefusal(await guess(), '401.1');
    const refused = await guess();
    expectRefusal(refused, '429.1');
    expectReadable(refused);
    expect(refused.headers).toHaveProperty('retry-after');
  });

  it('counts preflights by address as other requests without a key', async () => {
    const preflight = (remoteAddress: string) => from(ats, { method: 'OPTIONS', url: path, headers: preflightOf('POST'), remoteAddress });
    for (let index = 0; index < burst; index += 1) expect((await preflight('10.3.0.1')).statusCode).toBe(204);
    expectRefusal(await preflight('10.3.0.1'), '429.1');
    expect((await preflight('10.3.0.2')).statusCode).toBe(204);
  });

  const hostile: readonly [string, string][] = [
    ['the opaque origin of sandboxed frames and files', 'null'],
    ['another case', 'https://ATS.acme.example'],
    ['a suffix', 'https://ats.acme.example.evil.example'],
    ['a prefix', 'https://evil-ats.acme.example'],
    ['a subdomain', 'https://x.ats.acme.example'],
    ['the parent', 'https://acme.example'],
    ['another scheme', 'http://ats.acme.example'],
    ['another port', 'https://ats.acme.example:8443'],
    ['the usual port', 'https://ats.acme.example:443'],
    ['a path', 'https://ats.acme.example/'],
    ['a user', 'https://ats.acme.example@evil.example'],
    ['a space', 'https://ats.acme.example https://evil.example'],
    ['a list', 'https://ats.acme.example,http://localhost:5173'],
    ['a trailing dot', 'https://ats.acme.example.'],
    ['a wildcard', '*'],
    ['a name of Object', '__proto__'],
    ['ten thousand characters', `https://${'a'.repeat(10_000)}.example`],
  ];
  it.each(hostile)('lets %s read nothing, and refuses its preflight', async (_, origin) => {
    const read = await from(origin, { method: 'GET', url: '/v2/org/tests', key });
    expect([corsHeadersOf(read), read.headers.vary]).toEqual([[], 'Origin']);
    const preflight = await from(origin, { method: 'OPTIONS', url: path, headers: preflightOf('POST') });
    expectRefusal(preflight, '405.1');
    expect([corsHeadersOf(preflight), preflight.headers.vary]).toEqual([[], 'Origin']);
  });

  it('never repeats the headers that a preflight asks for', async () => {
    const asked = Array.from({ length: 500 }, (_, index) => `x-header-${index}`).join(',');
    const headers = preflightOf('DELETE', { 'access-control-request-headers': asked, 'access-control-request-private-network': 'true' });
    const response = await from(ats, { method: 'OPTIONS', url: path, headers });
    expect(response.headers['access-control-allow-headers']).toBe('x-api-key, content-type, idempotency-key');
    expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT');
    expect(response.headers).not.toHaveProperty('access-control-allow-private-network');
  });

  it('an OPTIONS that is no preflight is the 405.1 of every other path', async () => {
    const response = await from(ats, { method: 'OPTIONS', url: path });
    expectRefusal(response, '405.1');
    expectReadable(response);
  });

  it('does not open a path that takes no API key', async () => {
    const others = ['/take/{token}', '/report/{token}', '/runner/v1/hello', '/healthz', '/readyz', '/metrics', '/docs', '/docs/json'];
    const notOfTheApi = ['/assets/page.css', '/', '/v2x', '/manage', '/manage/v10'];
    const candidate = Object.values<CandidateOperation>({ ...takeOperations, ...joinOperations }).map(({ path }) => path);
    for (const url of new Set([...candidate, ...others, ...notOfTheApi].map((path) => pathOf(path)))) {
      const headers = { accept: 'text/html' };
      expect([url, corsHeadersOf(await from(ats, { method: 'GET', url, headers }))]).toEqual([url, []]);
      const preflight = await from(ats, { method: 'OPTIONS', url, headers: { ...headers, ...preflightOf('GET') } });
      expect([url, corsHeadersOf(preflight), preflight.statusCode]).toEqual([url, [], expect.toBeOneOf([404, 405])]);
    }
  });
});

describe('without ASSAY_CORS_ORIGINS', () => {
  const service = useService();

  it('no origin is named, and preflights are refused', async () => {
    for (const origin of [ats, 'null', 'http://127.0.0.1:8080']) {
      const read = await service.send({ method: 'GET', url: '/v2/org/tests', headers: { origin } });
      expect([corsHeadersOf(read), read.headers.vary]).toEqual([[], undefined]);
      const preflight = await service.send({ method: 'OPTIONS', url: '/v2/org/tests', headers: { origin, ...preflightOf('GET') } });
      expectRefusal(preflight, '405.1');
      expect(corsHeadersOf(preflight)).toEqual([]);
    }
  });
});
