import { rateLimits } from '@assay/domain';
import { openHub, type Program, type Run, runnerBodyLimits } from '@assay/runner';
import { afterAll, describe, expect, test } from 'vitest';
import { expectRefusal, useService } from '../testing/service.ts';

const key = 'a key of runners only, long enough';
const hub = openHub({ pollSeconds: 0.2 });
const limits = { ...rateLimits, failure: { ...rateLimits.failure, burst: 5 } };
const service = useService({
  runner: { ...hub, offers: async () => hub.offers(), size: async () => 1 },
  runnerRoutes: { key, hub },
  rateLimits: { limits, now: () => 0 },
});
afterAll(() => hub.close());

const paths = ['hello', 'claim', 'runs', 'programs'] as const;
const post = (path: (typeof paths)[number], body: unknown, authorization = `Bearer ${key}`, remoteAddress = '192.0.2.1') =>
  service.send({ method: 'POST', url: `/runner/v1/${path}`, body, headers: { authorization }, remoteAddress });

const offers = [{ engine: 'native', language: 'python', version: '3', modes: ['stdio'] }];
const program: Program = {
  language: 'python',
  source: 'source',
  tasks: [{ mode: 'stdio', input: 'in' }],
  limits: { seconds: 1, memory: 64, output: 1000 },
};
const right: Run = { end: 'ended', stdout: 'out', stderr: '', seconds: 0, memory: null };
const connect = async (): Promise<string> => (await post('hello', { offers, size: 1, sizeOfOthers: 1 })).json().runner;

describe('without the key', () => {
  test.each(paths)('%s is refused, and nothing is read', async (path) => {
    for (const authorization of ['', 'Bearer', `Bearer ${key}x`, key, `bearer ${key}`]) {
      const response = await post(path, 'no JSON', authorization, `198.51.100.${paths.indexOf(path)}`);
      expectRefusal(response, '401.1');
    }
  });

  test('an API key opens nothing here, and the runner key nothing else', async () => {
    const { key: apiKey } = await service.mint();
    expectRefusal(await post('hello', { offers, size: 1, sizeOfOthers: 1 }, `Bearer ${apiKey}`), '401.1');
    expectRefusal(await service.send({ method: 'GET', url: '/v2/org/tests', key }), '401.1');
  });

  test('an address may not try many, and the log does not tell what it tried', async () => {
    for (let tries = 0; tries < 5; tries += 1) expectRefusal(await post('claim', {}, 'Bearer guess-of-a-key', '203.0.113.1'), '401.1');
    expectRefusal(await post('claim', {}, 'Bearer guess-of-a-key', '203.0.113.1'), '429.1');
    expect((await post('hello', { offers, size: 1, sizeOfOthers: 1 }, undefined, '203.0.113.1')).statusCode).toBe(200);
    expect(service.logLines.some((line) => line.includes('a runner key was refused'))).toBe(true);
    expect(service.logLines.join('')).not.toContain('guess-of');
  });
});

test('a runner claims a program and reports it; a claim without one ends with null', async () => {
  const runner = await connect();
  expect((await post('claim', { runner })).json()).toBeNull();
  const pending = hub.run(program, { account: 'account', attempt: 'attempt' });
  const claimed = (await post('claim', { runner })).json();
  const { owner, ...rest } = claimed;
  expect(rest).toEqual({ ...program, id: expect.any(String) });
  expect(Object.keys(owner)).toEqual(['account', 'attempt']);
  expect((await post('runs', { id: claimed.id, index: 0, run: right })).statusCode).toBe(200);
  expect(await pending).toEqual({ runs: [right] });
  expectRefusal(await post('runs', { id: claimed.id, index: 0, run: right }), '409.1');
});

test('who has a stolen key cannot report for a program that another runner claimed', async () => {
  const runner = await connect();
  const pending = hub.run(program, { account: 'account', attempt: 'attempt' });
  const { id } = (await post('claim', { runner })).json();
  const thief = await connect();
  for (const guess of [thief, runner, crypto.randomUUID()]) expectRefusal(await post('runs', { id: guess, index: 0, run: right }), '409.1');
  expect((await post('claim', { runner: thief })).json()).toBeNull();
  await post('runs', { id, index: 0, run: { ...right, stdout: 'mine' } });
  expect(await pending).toMatchObject({ runs: [{ stdout: 'mine' }] });
});

const owner = { account: 'a'.repeat(43), attempt: 'b'.repeat(43) };

test('a program of another process is run, and its outcome is read by its id', async () => {
  const runner = await connect();
  const id = crypto.randomUUID();
  expect((await post('programs', { id, program, owner })).json()).toEqual({ waiting: true });
  const claimed = (await post('claim', { runner })).json();
  await post('runs', { id: claimed.id, index: 0, run: right });
  expect((await post('programs', { id })).json()).toEqual({ outcome: { runs: [right] } });
  expectRefusal(await post('programs', { id: crypto.randomUUID() }), '404.1');
});

test('a harness is not taken, and bodies of other shapes neither', async () => {
  const harness = { ...program, tasks: [{ mode: 'harness', harness: 'assert solution.f() == 3' }] };
  expectRefusal(await post('programs', { id: crypto.randomUUID(), program: harness, owner }), '400.1');
  for (const path of paths) expectRefusal(await post(path, { id: 1 }), '400.1');
  expectRefusal(await post('claim', { runner: crypto.randomUUID() }), '404.1');
});

test.each(['hello', 'claim'] as const)('a body of %s has a largest size', async (path) => {
  expectRefusal(await post(path, { text: 'x'.repeat(runnerBodyLimits[path]) }), '413.1');
});

test('the offers are those of the runners that are connected', async () => {
  await connect();
  const response = await service.send({ method: 'GET', url: '/runner/v1/offers', headers: { authorization: `Bearer ${key}` } });
  expect(response.json()).toEqual({ offers: [{ engine: 'runner native', language: 'python', version: '3', modes: ['stdio'] }] });
});
