import { expect, it } from 'vitest';
import { createFakeBrowser } from '../testing/fake-browser.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { createWorld } from '../testing/fake-world.ts';
import { createProtocol } from './protocol.ts';

const savedAt = '2026-05-04T09:00:30.000Z';

const arrange = (respond: (url: string, init: RequestInit) => Promise<Response> | Response) => {
  const world = createWorld();
  const sent: { url: string; init: RequestInit }[] = [];
  const browser = createFakeBrowser({
    world,
    fetch: async (url, init) => {
      sent.push({ url, init });
      return respond(url, init);
    },
  });
  const call = createProtocol({ takeUrl: '/b/take/t', sessionId: () => 'me', web: browser });
  const save = async (answer: string | string[], revision = 4) =>
    (await call({ call: 'saveAnswer', questionId: 12, answer, revision, base: 3 })).outcome;
  return { world, call, save, sent };
};

const envelope = (statuscode: string, result: unknown, headers: Record<string, string> = {}) =>
  Response.json({ statuscode, description: 'd', result }, { status: Number.parseInt(statuscode, 10), headers });

it('a success is decoded, unknown fields in it are ignored', async () => {
  const { save, sent } = arrange(() => envelope('200.1', { accepted: true, answer: ['a'], revision: 4, savedAt, later: 'field' }));
  expect(await save(['a'])).toEqual({ type: 'ok', value: { accepted: true, answer: ['a'], revision: 4, savedAt } });
  expect(sent[0]).toMatchObject({
    url: '/b/take/t/answers/12',
    init: { method: 'PUT', body: '{"answer":["a"],"revision":4,"base":3,"sessionId":"me"}' },
  });
});

it('window events are sent in whole milliseconds, however fine the clock is', async () => {
  const { call, sent } = arrange(() => envelope('200.1', { recorded: 1 }));
  await call({ call: 'sendEvents', sentAt: 1_700_000_000_123.4568, events: [{ eventId: 'e', type: 'left', at: 1_699_999_999_999.5 }] });
  const body = JSON.parse(String(sent[0]?.init.body));
  expect(body).toMatchObject({ sentAt: 1_700_000_000_123, events: [{ eventId: 'e', type: 'left', at: 1_700_000_000_000 }] });
});

it('a refusal carries its code and sentence', async () => {
  const { save } = arrange(() => envelope('403.17', 'The attempt is completed'));
  expect(await save('x')).toEqual({ type: 'refused', code: 'take.completed', message: 'The attempt is completed' });
});

it('a refusal with a statuscode that this page does not know has no code', async () => {
  const { save } = arrange(() => envelope('403.99', 'Something new'));
  expect(await save('x')).toEqual({ type: 'refused', code: null, message: 'Something new' });
});

it.each([
  ['a fault', () => envelope('500.1', 'x'), { status: 500 }],
  ['a rate limit', () => envelope('429.1', 'x', { 'retry-after': '7' }), { status: 429, retryAfterMs: 7_000 }],
  [
    'a proxy in trouble',
    () => new Response('<h1>502</h1>', { status: 502, headers: { 'retry-after': '3' } }),
    { status: 502, retryAfterMs: 3_000 },
  ],
  ['a page of a network that wants a login', () => new Response('<html>', { status: 200 }), {}],
  ['a response that is not of the protocol', () => envelope('200.1', { accepted: 'perhaps' }), { status: 200 }],
  ['a page of a proxy that knows no such address', () => Response.json({ error: 'nope' }, { status: 404 }), { status: 404 }],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), {}],
])('%s is unreachable: try again', async (_what, respond, known) => {
  const { save } = arrange(respond);
  expect(await save('x')).toEqual({ type: 'unreachable', ...known });
});

it('a request without a response is given up after 20 s', async () => {
  const { world, save } = arrange(
    (_url, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  let outcome: unknown;
  void save('x').then((result) => {
    outcome = result;
  });
  await world.advance(19_999);
  expect(outcome).toBeUndefined();
  await world.advance(1);
  expect(outcome).toEqual({ type: 'unreachable' });
});

it('a small request outlives the page; a large one is sent without keepalive, which the browser would refuse', async () => {
  const { save, sent } = arrange(() => envelope('200.1', { accepted: true, answer: '', revision: 1, savedAt }));
  await save('short');
  await save('x'.repeat(20_000));
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, false]);
});

it('measures each request, and says when the device slept meanwhile', async () => {
  const world = createWorld();
  const server = createFakeServer({ world, latencyMs: () => 1_000 });
  const spans: unknown[] = [];
  const browser = createFakeBrowser({ world, fetch: server.fetch });
  const call = createProtocol({ takeUrl: '/take/token', sessionId: () => 'me', web: browser });
  const measure = async (name: 'attempt' | 'start') => {
    const { outcome, span } = await call({ call: name });
    spans.push([outcome.type === 'ok' && Reflect.get(Object(outcome.value), 'serverTime'), span]);
  };
  void measure('attempt');
  await world.advance(1_000);
  void measure('start');
  await world.sleep(60_000);
  await world.advance(1_000);
  expect(spans).toEqual([
    ['2026-05-04T09:00:00.500Z', { start: 0, end: 1_000, steady: true }],
    ['2026-05-04T09:01:01.500Z', { start: 1_000, end: 2_000, steady: false }],
  ]);
});
