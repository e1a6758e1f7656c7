import { type Hub, type Owner, openHub, openRunnerFrom, type Program, type Run, workForServer } from '@assay/runner';
import { eventLimit, freePort, until } from '@assay/testing';
import Fastify from 'fastify';
import { afterAll, onTestFinished } from 'vitest';
import { createLimiter } from '../limits/limiter.ts';
import { createSendRefusal } from '../plugins/envelope.ts';
import { registerRunner } from '../routes/runner.ts';
import type { AssayProcess } from './support/assay-process.ts';
import { call } from './support/http.ts';
import { it, Servers, withLanguages } from './support/server-process.ts';

const key = 'runner-key-runner-key-runner-key-runner';
const graceful = { code: 0, signal: null };
const owner = { account: 'account', attempt: 'attempt' };
const child = new URL('../../../../packages/runner/src/child/main.ts', import.meta.url);

/** Of each server, so that a runner connects to the next one. */
const port = await freePort();
const url = `http://127.0.0.1:${port}`;

/** The routes of runner processes alone, and the reports that they take. */
const listen = async (options: Parameters<typeof openHub>[0] = {}) => {
  const hub = openHub(options);
  const reported: Run[] = [];
  const welcomed: string[] = [];
  const submitted: Owner[] = [];
  const run: Hub['run'] = (asked, by, ...more) => {
    submitted.push(by);
    return hub.run(asked, by, ...more);
  };
  const watched: Hub = {
    ...hub,
    hello: (hello) => {
      const welcome = hub.hello(hello);
      if (welcome !== undefined) welcomed.push(welcome.runner);
      return welcome;
    },
    report: (report) => {
      const result = hub.report(report);
      if ('run' in report && result === 'accepted') reported.push(report.run);
      return result;
    },
  };
  const app = Fastify();
  const limiter = createLimiter(app, {});
  registerRunner(app, {
    key,
    hub: watched,
    runner: { offers: async () => hub.offers(), run },
    sendRefusal: createSendRefusal({ v2HttpStatus: 'match' }),
    limiter,
  });
  await app.listen({ port, host: '127.0.0.1' });
  const close = () => app.close();
  onTestFinished(close);
  return { hub, reported, welcomed, submitted, close };
};

const connections = ({ stderr }: AssayProcess): number => stderr.split('connected to').length - 1;
/** Before its first one a runner tries its engines, at the lowest priority of all that a loaded machine does. */
const connected = (one: AssayProcess, before: number) =>
  until('the runner to be connected', () => connections(one) > before || undefined, { limit: 2 * eventLimit });

/** The runner that a test leaves runs for the next one too. */
const runners = new Servers();
let running: AssayProcess | undefined;
const started = (): AssayProcess => {
  running = runners.spawnRunner({ ...withLanguages, ASSAY_URL: url, ASSAY_RUNNER_KEY: key });
  return running;
};
const connectedTo = async (hub: Hub): Promise<AssayProcess> => {
  const runner = running ?? started();
  await until('the runner to be connected', () => hub.offers().length > 0 || undefined, { limit: 2 * eventLimit });
  return runner;
};
afterAll(() => runners.dispose());

const echo = 'print(input())';
/** Its second case never ends. */
const hangs = 'word = input()\nwhile word == "hang": pass\nprint(word)';
const program = (source: string, inputs: readonly string[], seconds = 2): Program => ({
  ...{ language: 'python', source, limits: { seconds, memory: 64, output: 1000 } },
  tasks: inputs.map((input) => ({ mode: 'stdio', input })),
});
const summary = (outcome: Awaited<ReturnType<Hub['run']>>): unknown =>
  'runs' in outcome ? outcome.runs.map(({ end, stdout }) => `${end} ${stdout.trim()}`.trim()) : outcome;

it('a program is run by a runner process, and by another one when the first is killed in the middle', async ({ expect }) => {
  const { hub, reported } = await listen({ leaseSeconds: 6 });
  const first = await connectedTo(hub);
  const outcome = hub.run(program(hangs, ['one', 'hang', 'three'], 5), owner);
  await until('the first case to be reported', () => reported[0]);
  const second = started();
  await connected(second, 0);
  await first.kill();
  expect(summary(await outcome)).toEqual(['ended one', 'time-limit-exceeded', 'ended three']);
  // Nothing was run and reported twice.
  expect(reported).toHaveLength(3);
  expect(hub.metrics()).toMatchObject({ counters: { programs: 1 }, gauges: { waiting: 0, running: 0 } });
  expect(second.errors).toEqual([]);
});

it('SIGTERM gives back what is not finished: nobody waits for the end of a lease', async ({ expect }) => {
  // Nor for a runner to be absent: the next one may take a minute to start on a loaded machine.
  const { hub, reported } = await listen({ leaseSeconds: 3600, absentSeconds: 3600 });
  const first = await connectedTo(hub);
  const outcome = hub.run(program(hangs, ['one', 'hang'], 5), owner);
  await until('the first case to be reported', () => reported[0]);
  expect(await first.stop()).toEqual(graceful);
  started();
  expect(summary(await outcome)).toEqual(['ended one', 'time-limit-exceeded']);
});

it('a runner connects again to a server that was started again, and calls functions too', async ({ expect }) => {
  const before = await listen();
  await connectedTo(before.hub);
  await before.close();
  const { hub } = await listen();
  await until('the runner to offer its languages', () => hub.offers().length > 0 || undefined);
  const add: Program = { ...program('function add(a, b) { return a + b }', []), language: 'javascript' };
  const outcome = await hub.run({ ...add, tasks: [{ mode: 'function', name: 'add', args: [1, 2] }] }, owner);
  expect(outcome).toMatchObject({ runs: [{ end: 'ended', value: 3 }] });
});

it("a candidate's Run is answered while gradings of another account that never end hold a runner, and their own go on", async ({
  expect,
}) => {
  const { hub, welcomed } = await listen();
  const runner = await connectedTo(hub);
  const { size, sizeOfOthers } = hub.metrics().gauges;
  expect(sizeOfOthers).toBeLessThanOrEqual(size);
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const endless = program('while True: pass', Array<string>(25).fill('x'), 10);
  // More than it has places, also on a large machine; some of one attempt.
  const gradings = Array.from({ length: 2 * size + 4 }, (_, index) =>
    hub.run(endless, { account: 'a', attempt: `${Math.floor(index / 4)}` }, ending.signal),
  );
  await until('gradings to hold all places that they may', () => hub.metrics().gauges.running === sizeOfOthers || undefined);
  const run = { account: 'b', attempt: 'candidate', waits: 'candidate' } as const;
  for (let count = 0; count < 3; count += 1) expect(summary(await hub.run(program(echo, ['hello']), run))).toEqual(['ended hello']);
  expect(hub.metrics().gauges).toMatchObject({ running: sizeOfOthers, waiting: gradings.length - sizeOfOthers });
  // No program was given back, as one beyond a limit for attempts would be.
  expect(welcomed).toHaveLength(1);
  ending.abort();
  expect(runner.errors).toEqual([]);
});

it('a runner with a wrong key gets nothing and says so; without one it does not start', async ({ servers, expect }) => {
  const { hub } = await listen();
  const stopping = new AbortController();
  const runner = await openRunnerFrom({ kind: 'none' }, { child });
  const said: string[] = [];
  const options = { url: new URL(url), key: 'another key', runner, signal: stopping.signal, log: (line: string) => said.push(line) };
  const working = workForServer(options);
  await until('the runner to be refused', () => said.some((line) => line.includes('refuses the credentials')) || undefined);
  expect(hub.offers()).toEqual([]);
  expect(await hub.run(program(echo, ['x']), owner)).toMatchObject({ refused: 'not-offered' });
  stopping.abort();
  await working;
  await runner.close();
  const none = servers.spawnRunner({ ASSAY_URL: url });
  expect(await none.ended()).toEqual({ code: 2, signal: null });
  expect(none.stderr).toContain('ASSAY_RUNNER_KEY must be');
});

it('a process apart submits programs to the server, whose runners run them', async ({ expect }) => {
  const { hub, submitted } = await listen();
  await connectedTo(hub);
  const apart = await openRunnerFrom({ kind: 'assay', url: new URL(url) }, { child, key, size: 1 });
  onTestFinished(() => apart.close());
  expect(apart.offers().find(({ language }) => language === 'python')?.engine).toBe('runner embedded');
  const run = { ...owner, waits: 'candidate' } as const;
  expect(summary(await apart.run(program(echo, ['a', 'b']), run))).toEqual(['ended a', 'ended b']);
  expect(submitted).toEqual([
    { account: expect.stringMatching(/^another process [\w-]{43}$/), attempt: expect.stringMatching(/^[\w-]{43}$/), waits: 'candidate' },
  ]);
});

it('a server with the key has its programs run by runners: an import needs no engine of its own for them', async ({ servers, expect }) => {
  const apiKey = 'runners-runners-runners-runners-runners';
  const environment = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey, ASSAY_RUNNER_KEY: key };
  const before = running === undefined ? 0 : connections(running);
  const server = await servers.start({ ...environment, ASSAY_PORT: String(port) });
  const runner = running ?? started();
  await connected(runner, before);
  const question = {
    kind: 'coding',
    prompt: 'Echo.',
    languages: ['python'],
    cases: [{ input: 'x', output: 'x' }],
    solution: { python: echo },
  };
  const body = { name: 'Code', duration: 30, sections: [{ name: 'One', questions: [question] }] };
  const imported = await call(`${server.url}/manage/v1/tests`, { method: 'POST', key: apiKey, body });
  expect(imported).toMatchObject({ status: 200, result: { outcome: 'created' } });
  expect(await runner.stop()).toEqual(graceful);
  expect(await server.stop()).toEqual(graceful);
  expect([...server.errors, ...runner.errors]).toEqual([]);
});
