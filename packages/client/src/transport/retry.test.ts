import { eventually } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AssayTimeout, AssayUnreachable } from '../errors.ts';
import { createTestClient, failureOf, htmlPage, networkFailure, noResponse, type Reply, refusal, success } from '../testing/fake-server.ts';
import { delayOf, retryAfterOf } from './backoff.ts';
import { resolveSettings } from './settings.ts';

const list = success({ tests: [], testsCount: 0 });
const registered = success({ testInvitationId: 7, takeTestURL: 'https://assay.example/take/t' });
const candidate = { testId: 3, emailId: 'ana@example.com', fullName: 'Ana' };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The outcome of `work` with all timers run at once, and how long it would have waited. */
const outcomeOf = async <Value>(work: Promise<Value>): Promise<{ value?: Value; error?: unknown; waited: number }> => {
  const startedAt = Date.now();
  const outcome = work.then(
    (value) => ({ value, waited: Date.now() - startedAt }),
    (error: unknown) => ({ error, waited: Date.now() - startedAt }),
  );
  await vi.runAllTimersAsync();
  return outcome;
};

describe('an attempt', () => {
  const lasting = async (timeoutMs?: number) => {
    const { client } = createTestClient([noResponse], { retry: { attempts: 1 }, timeoutMs });
    const file = { name: 'One', duration: 1, sections: [] };
    const [read, imported] = [client.listTests(), client.importTest(file)].map(failureOf);
    await vi.runAllTimersAsync();
    return [await read, await imported].map((error) => (error instanceof AssayTimeout ? error.timeoutMs : error));
  };

  it('waits 30 s, an import as long as its programs may take, and either as long as the caller says', async () => {
    expect(await lasting()).toEqual([30_000, 150_000]);
    expect(await lasting(5_000)).toEqual([5_000, 5_000]);
  });
});

describe('a read', () => {
  it.each<[string, Reply]>([
    ['a network failure', networkFailure()],
    ['408', refusal('408.1')],
    ['429', refusal('429.1')],
    ['500', refusal('500.1')],
    ['503', refusal('503.1')],
    ['503 with status line 200', refusal('503.1', { status: 200 })],
    ["a proxy's 502", htmlPage(502)],
    ['a timeout', noResponse],
  ])('is retried after %s', async (_, reply) => {
    const { client, sent } = createTestClient([reply, reply, list]);
    expect(await outcomeOf(client.listTests())).toMatchObject({ value: { testsCount: 0 } });
    expect(sent).toHaveLength(3);
  });

  it('is not retried after a timeout when timeouts are not', async () => {
    const { client, sent } = createTestClient([noResponse, list], { retry: { timeouts: false }, timeoutMs: 5_000 });
    expect(await outcomeOf(client.listTests())).toMatchObject({ error: { name: 'AssayTimeout' }, waited: 5_000 });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['400', refusal('400.1')],
    ['401', refusal('401.1')],
    ['404', refusal('404.1')],
    ['409', refusal('409.1')],
    ['an HTML page with 200', htmlPage(200)],
    ['an unexpected result', success([])],
  ])('is not retried after %s', async (_, reply) => {
    const { client, sent } = createTestClient([reply]);
    expect((await outcomeOf(client.listTests())).error).toBeInstanceOf(Error);
    expect(sent).toHaveLength(1);
  });

  it('throws the last error after the allowed number of attempts', async () => {
    const { client, sent } = createTestClient([networkFailure(), networkFailure(), networkFailure(), refusal('503.1'), list], {
      retry: { attempts: 4 },
    });
    expect((await outcomeOf(client.listTests())).error).toMatchObject({ name: 'AssayRefusal', statuscode: '503.1' });
    expect(sent).toHaveLength(4);
    const once = createTestClient([networkFailure()], { retry: { attempts: 1 } });
    const { error } = await outcomeOf(once.client.listTests());
    expect(once.sent).toHaveLength(1);
    expect(error).toBeInstanceOf(AssayUnreachable);
    expect(error).toMatchObject({
      attempts: 1,
      operation: 'listTests',
      message: 'listTests: https://assay.example is not reachable: connect ECONNREFUSED 127.0.0.1:8080',
    });
  });
});

describe('a write', () => {
  it.each(['registerCandidate', 'cancelInvitation', 'reattemptInvitation'] as const)(
    'has the same Idempotency-Key in all its attempts: %s',
    async (name) => {
      const done = name === 'cancelInvitation' ? success({ testInvitationId: 7, status: 'cancelled' }) : registered;
      const { client, sent } = createTestClient([networkFailure(), refusal('503.1'), done]);
      const call = () => (name === 'registerCandidate' ? client[name](candidate) : client[name]({ testInvitationId: 7 }));
      await outcomeOf<unknown>(call());
      const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      await outcomeOf<unknown>(call());
      expect(sent[3]?.headers.get('idempotency-key')).not.toBe(keys[0]);
    },
  );

  it("uses the caller's Idempotency-Key, and is not sent with a key that no header can hold", async () => {
    const { client, sent } = createTestClient([networkFailure(), registered]);
    await outcomeOf(client.registerCandidate(candidate, { idempotencyKey: 'row 17' }));
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['row 17', 'row 17']);
    for (const idempotencyKey of ['', 'a\nb', 'é', 'x'.repeat(256)])
      expect(await failureOf(client.registerCandidate(candidate, { idempotencyKey }))).toBeInstanceOf(TypeError);
    expect(sent).toHaveLength(2);
  });

  it.each<[string, (client: ReturnType<typeof createTestClient>['client']) => Promise<unknown>]>([
    ['createApiKey', (client) => client.createApiKey({ name: 'ATS', scopes: ['read'] })],
    ['rotateApiKey', (client) => client.rotateApiKey({ keyId: 1 })],
    ['sendSampleCallback', (client) => client.sendSampleCallback({ url: 'https://ats.example/hook' })],
  ])('is sent once, without an Idempotency-Key, if the server would do it twice: %s', async (_, call) => {
    for (const reply of [networkFailure(), refusal('503.1', { headers: { 'retry-after': '1' } }), noResponse]) {
      const { client, sent } = createTestClient([reply]);
      expect((await outcomeOf(call(client))).error).toBeInstanceOf(Error);
      expect(sent.map(({ headers }) => headers.has('idempotency-key'))).toEqual([false]);
    }
  });

  it('is not retried if `retry.writes` is false; reads are', async () => {
    const writing = createTestClient([networkFailure(), registered], { retry: { writes: false } });
    expect((await outcomeOf(writing.client.registerCandidate(candidate))).error).toBeInstanceOf(AssayUnreachable);
    const reading = createTestClient([networkFailure(), list], { retry: { writes: false } });
    expect((await outcomeOf(reading.client.listTests())).value).toBeDefined();
  });
});

describe('the pause before a retry', () => {
  const { retry: plan } = resolveSettings({ baseUrl: 'https://a.example', apiKey: 'k', retry: { initialDelayMs: 100, maxDelayMs: 1000 } });

  it('is a random part of a limit that doubles up to a maximum', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((attempt) => delayOf(plan, attempt, null, 1))).toEqual([100, 200, 400, 800, 1000, 1000, 1000]);
    expect(delayOf(plan, 3, null, 0.25)).toBe(100);
    expect(delayOf(plan, 3, null, 0)).toBe(0);
  });

  it('is never shorter than Retry-After', () => {
    expect([0, 0.5, 1].map((random) => delayOf(plan, 1, 3000, random))).toEqual([3000, 3050, 3100]);
  });

  it.each([
    ['2', {}, 2000],
    ['0', {}, 0],
    ['Mon, 05 Jan 2026 09:00:07 GMT', {}, 7000],
    ['Mon, 05 Jan 2026 08:00:00 GMT', {}, 0],
    ['Mon, 05 Jan 2026 12:00:07 GMT', { date: 'Mon, 05 Jan 2026 12:00:00 GMT' }, 7000],
    ['soon', {}, null],
    ['-5', {}, null],
    ['', {}, null],
  ])('Retry-After %j %j', (value, others, expected) => {
    expect(retryAfterOf(new Headers({ ...others, 'retry-after': value }), Date.now())).toBe(expected);
  });

  it('is as long as the server requests, in seconds or as a date', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const inSeconds = refusal('429.1', { headers: { 'retry-after': '2' } });
    const asDate = refusal('503.1', { headers: { 'retry-after': 'Mon, 05 Jan 2026 09:00:07 GMT' } });
    const { client } = createTestClient([inSeconds, asDate, list]);
    expect(await outcomeOf(client.listTests())).toMatchObject({ value: { testsCount: 0 }, waited: 7000 });
  });

  it('ends in the refusal if Retry-After is above `maxRetryAfterMs`', async () => {
    const { client, sent } = createTestClient([refusal('429.1', { headers: { 'retry-after': '61' } })]);
    expect(await outcomeOf(client.listTests())).toMatchObject({ error: { statuscode: '429.1', retryAfterMs: 61_000 }, waited: 0 });
    expect(sent).toHaveLength(1);
  });
});

describe('the timeout', () => {
  it('applies to each attempt', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client, sent } = createTestClient([noResponse], { timeoutMs: 1000, retry: { attempts: 2 } });
    const { error, waited } = await outcomeOf(client.listTests());
    expect(error).toBeInstanceOf(AssayTimeout);
    expect(error).toMatchObject({ operation: 'listTests', timeoutMs: 1000, attempts: 2 });
    expect([sent.length, waited]).toEqual([2, 2000]);
    expect(sent.every(({ init }) => init.signal?.aborted)).toBe(true);
  });

  it('applies to a fetch that ignores its signal, and to a body that stalls', async () => {
    const stalled: Reply = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([123])) }));
    for (const reply of [stalled, () => new Promise<Response>(() => undefined)]) {
      const { client } = createTestClient([reply], { retry: { attempts: 1 } });
      expect(await outcomeOf(client.listTests({}, { timeoutMs: 50 }))).toMatchObject({
        error: { name: 'AssayTimeout', timeoutMs: 50 },
        waited: 50,
      });
    }
  });

  it('never fires if it is longer than a timer can run', async () => {
    const { client } = createTestClient([noResponse], { timeoutMs: Number.POSITIVE_INFINITY });
    const controller = new AbortController();
    const failure = failureOf(client.listTests({}, { signal: controller.signal, timeoutMs: 2 ** 40 }));
    await vi.advanceTimersByTimeAsync(2 ** 31);
    controller.abort('enough');
    expect(await failure).toBe('enough');
  });
});

describe("the caller's signal", () => {
  it('prevents the request if it is already aborted', async () => {
    const { client, sent } = createTestClient([list]);
    const reason = new Error('not any more');
    expect(await failureOf(client.listTests({}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(sent).toEqual([]);
  });

  it('ends a running request at once, with its reason and without a retry', async () => {
    const { client, sent } = createTestClient([noResponse]);
    const controller = new AbortController();
    const failure = failureOf(client.listTests({}, { signal: controller.signal }));
    await eventually(() => expect(sent).toHaveLength(1));
    controller.abort();
    expect(await failure).toBe(controller.signal.reason);
    expect(sent[0]?.init.signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a pause at once', async () => {
    const { client, sent } = createTestClient([refusal('503.1', { headers: { 'retry-after': '30' } })]);
    const controller = new AbortController();
    const failure = failureOf(client.listTests({}, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort('enough');
    expect(await failure).toBe('enough');
    expect([sent.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('has no listeners left when a call is over', async () => {
    const { client } = createTestClient([networkFailure(), list]);
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    await outcomeOf(client.listTests({}, { signal }));
    expect(add.mock.calls.length).toBeGreaterThan(0);
    expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(add.mock.calls.map(([, listener]) => listener));
  });
});
