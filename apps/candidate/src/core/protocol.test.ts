import { expect, it } from 'vitest';
import { createProtocol } from './protocol.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';
import { createFakeServer } from './testing/fake-server.ts';
import { createWorld } from './testing/fake-world.ts';

const arrange = (respond: (url: string, init: RequestInit) => Promise<Response> | Response) => {
  const world = createWorld();
  const asked: { url: string; init: RequestInit }[] = [];
  const browser = createFakeBrowser({
    world,
    fetch: async (url, init) => {
      asked.push({ url, init });
      return respond(url, init);
    },
  });
  const protocol = createProtocol({ takeUrl: '/b/take/t', sessionId: 'me', web: browser, measure: () => {} });
  return { world, browser, protocol, asked };
};

const envelope = (statuscode: string, result: unknown, headers: Record<string, string> = {}) =>
  Response.json({ statuscode, description: 'd', result }, { status: Number.parseInt(statuscode, 10), headers });

it('a success is decoded, what is not known in it is ignored', async () => {
  const { protocol, asked } = arrange(() => envelope('200.1', { accepted: true, answer: ['a'], revision: 4, later: 'field' }));
  expect(await protocol.saveAnswer(12, ['a'], 4)).toEqual({ type: 'ok', value: { accepted: true, answer: ['a'], revision: 4 } });
  expect(asked[0]).toMatchObject({
    url: '/b/take/t/answers/12',
    init: { method: 'PUT', body: '{"answer":["a"],"revision":4,"sessionId":"me"}' },
  });
});

it('times of leaving are sent in whole milliseconds, however finely the clock tells them', async () => {
  const { protocol, asked } = arrange(() => envelope('200.1', { recorded: 1 }));
  await protocol.sendEvents(1_700_000_000_123.4568, [{ eventId: 'e', type: 'left', at: 1_699_999_999_999.5 }]);
  const body = JSON.parse(String(asked[0]?.init.body));
  expect(body).toMatchObject({ sentAt: 1_700_000_000_123, events: [{ eventId: 'e', type: 'left', at: 1_700_000_000_000 }] });
});

it('a refusal carries its code and sentence', async () => {
  const { protocol } = arrange(() => envelope('403.17', 'The attempt is completed'));
  expect(await protocol.submit()).toEqual({ type: 'refused', statuscode: '403.17', message: 'The attempt is completed' });
});

it.each([
  ['a fault', () => envelope('500.1', 'x'), undefined],
  ['a rate limit', () => envelope('429.1', 'x', { 'retry-after': '7' }), 7_000],
  ['a proxy in trouble', () => new Response('<h1>502</h1>', { status: 502, headers: { 'retry-after': '3' } }), 3_000],
  ['a page of a network that wants a login', () => new Response('<html>', { status: 200 }), undefined],
  ['an answer that is not of the protocol', () => envelope('200.1', { accepted: 'perhaps' }), undefined],
  ['a page of a proxy that knows no such address', () => Response.json({ error: 'nope' }, { status: 404 }), undefined],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), undefined],
])('%s teaches nothing: ask again', async (_what, respond, retryAfterMs) => {
  const { protocol } = arrange(respond);
  const expected = retryAfterMs === undefined ? { type: 'unreachable' } : { type: 'unreachable', retryAfterMs };
  expect(await protocol.saveAnswer(1, 'x', 1)).toEqual(expected);
});

it('a request without an answer is given up after 20 s', async () => {
  const { world, protocol } = arrange(
    (_url, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  let outcome: unknown;
  void protocol.submit().then((result) => {
    outcome = result;
  });
  await world.advance(19_999);
  expect(outcome).toBeUndefined();
  await world.advance(1);
  expect(outcome).toEqual({ type: 'unreachable' });
});

it('what is small outlives the page, what is large does not ask to: the browser would refuse it', async () => {
  const { protocol, asked } = arrange(() => envelope('200.1', { accepted: true, answer: '', revision: 1 }));
  await protocol.saveAnswer(1, 'short', 1);
  await protocol.saveAnswer(1, 'x'.repeat(20_000), 2);
  expect(asked.map(({ init }) => init.keepalive)).toEqual([true, false]);
});

it('measures an attempt’s time, and says when the device slept meanwhile', async () => {
  const world = createWorld();
  const server = createFakeServer({ world, latencyMs: () => 1_000 });
  const spans: unknown[] = [];
  const browser = createFakeBrowser({ world, fetch: server.fetch });
  const protocol = createProtocol({
    takeUrl: '/take/token',
    sessionId: 'me',
    web: browser,
    measure: (attempt, span) => spans.push([attempt.serverTime, span]),
  });
  void protocol.attempt();
  await world.advance(1_000);
  void protocol.start();
  await world.sleep(60_000);
  await world.advance(1_000);
  expect(spans).toEqual([
    ['2026-05-04T09:00:00.500Z', { start: 0, end: 1_000, steady: true }],
    ['2026-05-04T09:01:01.500Z', { start: 1_000, end: 2_000, steady: false }],
  ]);
});
