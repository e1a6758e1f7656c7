import { joinOperations, type RateLimits, rateLimits, takeOperations } from '@assay/domain';
import { inParallel, somebody } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../testing/routes.ts';
import { type Call, expectRefusal, type Method, resultOf, tokenOf, useService } from '../testing/service.ts';

const burst = 3;
const slow = { perSecond: 0.5, burst };
/** Each bucket has three tokens and gets another one every two seconds of a clock that stands still unless a test moves it. */
const limits = Object.fromEntries(Object.entries(rateLimits).map(([name, { by }]) => [name, { by, ...slow }])) as RateLimits;

const room = '203.0.113.7';
const json = { accept: 'application/json' };
const browser = { accept: 'text/html' };

describe('rate limits', () => {
  const clock = { now: 0 };
  const service = useService({ rateLimits: { limits, now: () => clock.now } });
  let key: string;
  let testId: string;
  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `10.0.${addresses >> 8}.${addresses & 255}`;
  };
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
  });

  /** Statuses of `tries` equal requests. */
  const statuses = async (call: Call, tries: number): Promise<number[]> => {
    const found: number[] = [];
    for (let index = 0; index < tries; index += 1) found.push((await service.send(call)).statusCode);
    return found;
  };
  const emptied = async (call: Call) => {
    for (let index = 0; index < burst; index += 1) expect((await service.send(call)).statusCode).not.toBe(429);
    const refused = await service.send(call);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('2');
    return refused;
  };

  it.each(Object.values(takeOperations))('$method $path accepts so many of one token', async ({ method, path }) => {
    const { token } = await service.register(key, testId);
    const call = { method, url: pathOf(path, { token }), remoteAddress: room };
    expectRefusal(await emptied(call), '429.1');
    const other = await service.register(key, testId);
    expect((await service.send({ ...call, url: pathOf(path, { token: other.token }) })).statusCode).not.toBe(429);
  });

  it('the page of a take token is limited by address and by token', async () => {
    const { token } = await service.register(key, testId);
    const other = await service.register(key, testId);
    const page = (one: string, remoteAddress: string): Call => ({ method: 'GET', url: `/take/${one}`, headers: browser, remoteAddress });
    const address = newAddress();
    const refused = await emptied(page(token, address));
    expect(refused.headers['content-type']).toMatch(/^text\/html/);
    expect((await service.send(page(other.token, address))).statusCode).toBe(429);
    expect((await service.send(page(token, newAddress()))).statusCode).toBe(429);
    expect((await service.send(page(other.token, newAddress()))).statusCode).toBe(200);
  });

  it.each(Object.values(joinOperations))('$method $path is limited by address and by access key', async ({ method, path }) => {
    const one = await service.createLink(key, testId);
    const other = await service.createLink(key, testId);
    const call = (accessKey: string, remoteAddress: string): Call => ({
      method,
      url: pathOf(path, { key: accessKey, token: accessKey }),
      headers: json,
      remoteAddress,
    });
    const address = newAddress();
    expectRefusal(await emptied(call(one.accessKey, address)), '429.1');
    expect((await service.send(call(other.accessKey, address))).statusCode).toBe(429);
    const same = path.includes('{key}') ? one.accessKey.toUpperCase() : one.accessKey;
    expect((await service.send(call(same, newAddress()))).statusCode).toBe(429);
    expect((await service.send(call(other.accessKey, newAddress()))).statusCode).not.toBe(429);
  });

  it('a browser that opens /join too often gets the page, which tries again', async () => {
    const { accessKey } = await service.createLink(key, testId);
    const refused = await emptied({ method: 'GET', url: `/join/${accessKey}`, headers: browser, remoteAddress: newAddress() });
    expect(refused.headers['content-type']).toMatch(/^text\/html/);
  });

  it('a report URL is limited by address and by token', async () => {
    const address = newAddress();
    await emptied({ method: 'GET', url: '/report/one', remoteAddress: address });
    expect(await statuses({ method: 'GET', url: '/report/one', remoteAddress: newAddress() }, 1)).toEqual([429]);
    expect(await statuses({ method: 'GET', url: '/report/other', remoteAddress: newAddress() }, 1)).toEqual([404]);
  });

  it.each(['/docs', '/docs/json'])('a route that declares no limits is limited by address: %s', async (url) => {
    await emptied({ method: 'GET', url, remoteAddress: newAddress() });
  });

  it('monitoring and the files of the page are not limited', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics', '/assets/page.css'])
      expect(await statuses({ method: 'GET', url, remoteAddress: room }, 10)).toEqual(Array(10).fill(200));
  });

  it('Retry-After is when the next request is accepted', async () => {
    const { token } = await service.register(key, testId);
    const call = { method: 'GET', url: `/take/${token}/attempt` } as const;
    await emptied(call);
    clock.now += 1500;
    expect((await service.send(call)).headers['retry-after']).toBe('1');
    clock.now += 500;
    expect(await statuses(call, 2)).toEqual([200, 429]);
  });

  it('the body of a refused request is not read', async () => {
    const { token } = await service.register(key, testId);
    const call = { method: 'PUT', url: `/take/${token}/answers/1`, body: '{' } as const;
    expect(await statuses(call, 4)).toEqual([400, 400, 400, 429]);
  });

  it('an IPv6 network of 64 bits counts as one address', async () => {
    const { accessKey } = await service.createLink(key, testId);
    const call = (remoteAddress: string): Call => ({ method: 'GET', url: `/join/${accessKey}`, headers: json, remoteAddress });
    for (const host of [1, 2, 3]) expect((await service.send(call(`2001:db8:1:1::${host}`))).statusCode).toBe(200);
    expect((await service.send(call('2001:db8:1:1:f::4'))).statusCode).toBe(429);
  });

  describe('credentials that do not exist', () => {
    const url = () => `/v2/org/tests/${testId}`;

    it('API keys are 401.1 and then 429.1 for their address; a valid key and other addresses are not slowed', async () => {
      const remoteAddress = newAddress();
      const wrong = (index: number): Call => ({ method: 'GET', url: url(), key: `assay_wrong-${index}-${'x'.repeat(30)}`, remoteAddress });
      for (let index = 0; index < burst; index += 1) expectRefusal(await service.send(wrong(index)), '401.1');
      const refused = await service.send(wrong(burst));
      expectRefusal(refused, '429.1');
      expect(refused.headers['retry-after']).toBe('2');
      expect(await statuses({ method: 'GET', url: url(), key, remoteAddress }, 10)).toEqual(Array(10).fill(200));
      expect(await statuses({ ...wrong(0), remoteAddress: newAddress() }, 1)).toEqual([401]);
      clock.now += 2000;
      expect(await statuses(wrong(0), 2)).toEqual([401, 429]);
    });

    it('a request without a key is 401.1, however many come', async () => {
      expect(await statuses({ method: 'GET', url: url(), remoteAddress: newAddress() }, 10)).toEqual(Array(10).fill(401));
    });

    it('failed keys are logged with the address and how they begin, never whole', async () => {
      const remoteAddress = newAddress();
      const failed = `assay_guessed-${'y'.repeat(30)}`;
      expectRefusal(await service.send({ method: 'GET', url: url(), key: failed, remoteAddress }), '401.1');
      expectRefusal(await service.send({ method: 'GET', url: url(), key: 'tiny', remoteAddress }), '401.1');
      const lines = service.logLines.filter((line) => line.includes(remoteAddress)).map((line) => JSON.parse(line));
      expect(lines).toMatchObject([{ address: remoteAddress, prefix: 'assay_' }, { prefix: 'ti' }]);
      expect(service.logLines.join('')).not.toContain(failed);
    });

    it.each([
      ['GET', '/take/1-1-1.AAAAAAAAAAAAAAAAAAAAAAAA/attempt', json],
      ['PUT', '/take/1-1-1.AAAAAAAAAAAAAAAAAAAAAAAA/answers/1', json],
    ] as const)('%s %s is 404.1 and then 429.1 for its address; a true token is not slowed', async (method: Method, path, headers) => {
      const remoteAddress = newAddress();
      const call = { method, url: path, headers, remoteAddress };
      expect(await statuses(call, burst)).toEqual(Array(burst).fill(404));
      expectRefusal(await service.send(call), '429.1');
      const { token } = await service.register(key, testId);
      expect(await statuses({ method: 'GET', url: `/take/${token}/attempt`, remoteAddress }, 1)).toEqual([200]);
    });

    it('a forged token is refused without reading the body', async () => {
      const call = { method: 'PUT', url: '/take/1-1-1.AAAAAAAAAAAAAAAAAAAAAAAA/answers/1', remoteAddress: newAddress() } as const;
      expectRefusal(await service.send({ ...call, body: '{' }), '404.1');
      expectRefusal(await service.send({ ...call, headers: { 'content-type': 'text/plain' }, body: 'x' }), '404.1');
    });

    it('access keys, take pages and report URLs of one address are counted together', async () => {
      const remoteAddress = newAddress();
      const calls = ['/join/l1-222222222222', '/take/nothing', '/report/nothing'].map(
        (path): Call => ({ method: 'GET', url: path, headers: browser, remoteAddress }),
      );
      for (const call of calls) expect(await statuses(call, 1)).toEqual([404]);
      clock.now += 2000;
      expect(await statuses({ method: 'GET', url: '/take/other/attempt', remoteAddress }, 2)).toEqual([404, 429]);
    });
  });
});

describe('an exam room of 300 candidates behind one address', () => {
  const service = useService({ rateLimits: { now: () => 0 } });

  it('registers, opens its pages and saves in the same second', async () => {
    const { key, testId } = await service.mint();
    const { accessKey } = await service.createLink(key, testId);
    const inRoom = (call: Call) => service.send({ ...call, remoteAddress: room });
    const seats = Array.from({ length: 300 }, () => somebody());
    await inParallel(seats, 50, async (person) => {
      const url = `/join/${accessKey}`;
      expect((await inRoom({ method: 'GET', url, headers: browser })).statusCode).toBe(200);
      resultOf(await inRoom({ method: 'GET', url, headers: json }));
      const { takeTestURL } = resultOf(await inRoom({ method: 'POST', url, body: person }));
      const token = tokenOf(String(takeTestURL));
      expect((await inRoom({ method: 'GET', url: `/take/${token}`, headers: browser })).statusCode).toBe(200);
      resultOf(await inRoom({ method: 'POST', url: `/take/${token}/start` }));
      resultOf(await inRoom({ method: 'PUT', url: `/take/${token}/answers/1`, body: { answer: 'b', revision: 1 } }));
    });
  });
});
