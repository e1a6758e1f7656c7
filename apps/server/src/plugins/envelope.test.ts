import { statuscodes } from '@assay/domain';
import { smallestBodies } from '@assay/operations/testing';
import { describe, expect, it } from 'vitest';
import { apiOperations, titled } from '../testing/routes.ts';
import { envelopeOf, expectRefusal, resultOf, useService } from '../testing/service.ts';

class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

const tooLarge = JSON.stringify({ fullName: 'x'.repeat(1024 * 1024) });

describe('every JSON response is an envelope and has an x-request-id', () => {
  const service = useService();
  const register = '/v2/org/tests/1/register';

  it('a success is 200.1', async () => {
    const { key } = await service.mint();
    const result = resultOf(await service.send({ method: 'GET', url: '/v2/org/tests', key }));
    expect(result).toMatchObject({ testsCount: 1 });
  });

  it('an unknown resource is 404.1', async () => {
    const { key } = await service.mint();
    const sentence = expectRefusal(await service.send({ method: 'GET', url: '/v2/org/tests/999999', key }), '404.1');
    expect(sentence).toContain('999999');
  });

  it.each(['/', '/v2', '/v2/org', '/v2/org/nothing', '/manage/v1/nothing', '/take', '/take/a/b/c', '/join', '/favicon.ico'])(
    'the unknown route %s is 404.2',
    async (url) => {
      const sentence = expectRefusal(await service.send({ method: 'GET', url: `${url}?secret=1` }), '404.2');
      expect(sentence).toContain(`GET ${url}`);
      expect(sentence).not.toContain('secret');
    },
  );

  it.each(['{', '{"a":}', 'null,', '"', '{"fullName":"Ana"'])('a body that is not JSON is 400.1: %s', async (body) => {
    const { key } = await service.mint();
    expect(expectRefusal(await service.send({ method: 'POST', url: register, key, body }), '400.1')).toMatch(/body/i);
  });

  it.each(['[]', '1', '"text"', 'null', 'true', ''])('a body that is not a JSON object is 400.1: %j', async (body) => {
    const { key } = await service.mint();
    expect(expectRefusal(await service.send({ method: 'POST', url: register, key, body }), '400.1')).toMatch(/body/i);
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'image/jpeg',
    'nonsense',
  ])('the media type %s is 415.1', async (type) => {
    const { key } = await service.mint();
    const response = await service.send({ method: 'POST', url: register, key, body: '{}', headers: { 'content-type': type } });
    expect(expectRefusal(response, '415.1')).toContain('application/json');
  });

  it('a body without a media type is 415.1', async () => {
    const { key } = await service.mint();
    const response = await service.app.inject({ method: 'POST', url: register, headers: { 'x-api-key': key }, payload: Buffer.from('{}') });
    expectRefusal(response, '415.1');
  });

  it('a body that is too long is 413.1', async () => {
    const { key } = await service.mint();
    expectRefusal(await service.send({ method: 'POST', url: register, key, body: tooLarge }), '413.1');
  });

  it('a test file may be longer than other bodies, up to a limit', async () => {
    const { key } = await service.mint();
    const call = (length: number) =>
      service.send({ method: 'POST', url: '/manage/v1/tests', key, body: { ...smallestBodies.importTest, name: 'x'.repeat(length) } });
    expect(expectRefusal(await call(2 * 1024 * 1024), '400.1')).toContain('name');
    expectRefusal(await call(16 * 1024 * 1024), '413.1');
  });

  it.each([
    ['a token of 1,500 characters', `/take/${'x'.repeat(1500)}/attempt`],
    ['a token of 4,000 characters', `/take/${'x'.repeat(4000)}/attempt`],
    ['an id of 4,000 digits', `/v2/org/tests/${'1'.repeat(4000)}`],
    ['an unknown path of 4,000 characters', `/${'x'.repeat(4000)}`],
    ['a path with invalid percent-encoding', '/v2/org/tests/%zz'],
    ['a path with invalid UTF-8', '/take/%c3%28/attempt'],
  ])('a path that no route can read has a 4xx status: %s', async (_, url) => {
    const { key } = await service.mint();
    const response = await service.send({ method: 'GET', url, key });
    const { statuscode } = envelopeOf(response);
    expect(statuscode).toMatch(/^4/);
    expect(response.statusCode).toBe(Number.parseInt(statuscode, 10));
  });

  it('an unexpected fault is 500.1, contains only the request id and is logged under it', async () => {
    const { key } = await service.mint();
    const fault = new Error('SQLITE_IOERR in /var/lib/assay/assay.db');
    const response = await service.whileStoreFails(fault, () => service.send({ method: 'GET', url: '/v2/org/tests', key }));
    const id = String(response.headers['x-request-id']);
    expect(expectRefusal(response, '500.1')).toBe(`An unexpected fault; it is logged under request id ${id}`);
    const protective = ['cache-control', 'x-content-type-options'];
    const expected = [...protective, 'connection', 'content-length', 'content-type', 'date', 'x-request-id'];
    expect(Object.keys(response.headers).sort()).toEqual(expected.toSorted());
    const logged = service.logLines.map((line) => JSON.parse(line)).filter(({ err }) => err?.message === fault.message);
    expect(logged).toEqual([expect.objectContaining({ level: 50, reqId: id })]);
  });

  it('an unavailable database is 503.1 with Retry-After', async () => {
    const { key } = await service.mint();
    const gone = new StoreUnavailable('connect ECONNREFUSED 10.0.0.7:5432');
    const response = await service.whileStoreFails(gone, () => service.send({ method: 'GET', url: '/v2/org/tests', key }));
    expect(expectRefusal(response, '503.1')).not.toMatch(/10\.0\.0\.7|ECONN/);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('each request has a unique id, whatever the client sends', async () => {
    const ids = new Set<unknown>();
    for (let request = 0; request < 5; request += 1) {
      const { headers } = await service.send({ method: 'GET', url: '/healthz', headers: { 'request-id': 'mine', 'x-request-id': 'mine' } });
      ids.add(headers['x-request-id']);
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain('mine');
  });
});

describe('ASSAY_V2_HTTP_STATUS', () => {
  const match = useService();
  const always = useService({ v2HttpStatus: 'always-200' });

  it.each(titled(apiOperations.filter(({ path }) => path.startsWith('/v2/'))))(
    '`match` sends the class of statuscode, `always-200` sends 200: %s',
    async (_, { method, path }) => {
      const call = { method, url: path } as const;
      expectRefusal(await match.send(call), '401.1');
      const response = await always.send(call);
      expect(envelopeOf(response)).toMatchObject({ statuscode: '401.1' });
      expect(response.statusCode).toBe(200);
    },
  );

  it.each([
    ['an unknown route', 'GET', '/v2/org/nothing', undefined, '404.2'],
    ['the root', 'GET', '/v2', undefined, '404.2'],
    ['a malformed body', 'POST', '/v2/org/tests/1/register', '{', '400.1'],
    ['a body that is too long', 'POST', '/v2/org/tests/1/register', tooLarge, '413.1'],
    ['another method', 'DELETE', '/v2/org/tests', undefined, '405.1'],
    ['an invalid path', 'GET', '/v2/org/tests/%zz', undefined, '400.1'],
  ] as const)('`always-200` sends 200 for %s under /v2', async (_, method, url, body, statuscode) => {
    const { key } = await always.mint();
    const response = await always.send({ method, url, body, key });
    expect(envelopeOf(response)).toMatchObject({ statuscode });
    expect(response.statusCode).toBe(200);
  });

  it('`always-200` sends 200 for a fault and an unavailable database under /v2', async () => {
    const { key } = await always.mint();
    for (const [error, statuscode] of [
      [new Error('a bug'), '500.1'],
      [new StoreUnavailable('gone'), '503.1'],
    ] as const) {
      const response = await always.whileStoreFails(error, () => always.send({ method: 'GET', url: '/v2/org/tests', key }));
      expect(envelopeOf(response)).toMatchObject({ statuscode });
      expect(response.statusCode).toBe(200);
    }
  });

  it.each([
    ['/manage/v1/tests/1', '401.1'],
    ['/take/nonsense/attempt', '404.1'],
    ['/nothing', '404.2'],
    ['/v2x/org/tests', '404.2'],
    ['/v20', '404.2'],
  ])('`always-200` applies under /v2 only: not to %s', async (url, statuscode) => {
    expectRefusal(await always.send({ method: 'GET', url }), statuscode);
  });
});

it('every statuscode of the catalogue has a valid HTTP status', () => {
  for (const statuscode of Object.values(statuscodes)) {
    expect(Number.parseInt(statuscode, 10)).toBeGreaterThanOrEqual(400);
  }
});
