import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../pool/runner.ts';
import type { Program, Run } from '../program.ts';
import { type FakeRequest, type FakeResponse, faults, startFake, wordsOf } from '../testing/fake-service.ts';
import { stdio } from '../testing/run-one.ts';
import { openRemote, type RemoteOptions } from './open-remote.ts';
import type { RemoteRunner } from './remote-runner.ts';
import { type Fields, fieldsOf, listOf, textIn } from './service.ts';

/** Piston's side, with the shapes of its readme. */
const runtimes = [
  { language: 'bash', version: '5.1.0', aliases: ['sh'] },
  { language: 'python2', version: '2.7.18', aliases: ['py2'] },
  { language: 'python', version: '3.9.4', aliases: ['py'] },
  { language: 'python', version: '3.12.0', aliases: ['py', 'python3'] },
  { language: 'javascript', version: '20.11.1', aliases: ['node-javascript', 'js'], runtime: 'node' },
  { language: 'javascript', version: '99.0.0', aliases: ['deno-js'], runtime: 'deno' },
  { language: 'c++', version: '10.2.0', aliases: ['cpp', 'g++'], runtime: 'gcc' },
  { language: 'java', version: '15.0.2', aliases: [] },
];
const settable = [
  ...['language', 'version', 'files', 'stdin', 'args', 'run_timeout', 'compile_timeout', 'run_cpu_time', 'compile_cpu_time'],
  ...['run_memory_limit', 'compile_memory_limit'],
];
const configured = { run_timeout: 8000, run_cpu_time: 5000, compile_timeout: 10_000 };

const ended = {
  stdout: '',
  stderr: '',
  output: '',
  code: 0,
  signal: null,
  message: null,
  status: null,
  cpu_time: 8,
  wall_time: 154,
  memory: 1_160_000,
};
const killed = { ...ended, code: null, signal: 'SIGKILL' };

const stagesOf = (body: Fields, isSecond: boolean): Readonly<Record<string, unknown>> => {
  const [file] = listOf('fake', body.files);
  const { word, number } = wordsOf(textIn(file ?? {}, 'content'));
  const input = textIn(body, 'stdin');
  switch (word) {
    case 'echo':
      return { run: { ...ended, stdout: input, output: input } };
    case 'compiled':
      return { compile: { ...ended, stderr: 'a warning' }, run: { ...ended, stdout: input } };
    case 'wrong': {
      const compile = {
        ...ended,
        code: 1,
        status: 'RE',
        stderr: 'program.cpp: In function ‘int main()’:\nprogram.cpp:4:3: error: expected ‘;’\n',
      };
      return { compile, run: compile };
    }
    case 'compiler-fails':
      return { compile: { ...ended, code: null, status: 'XX' }, run: ended };
    case 'slow':
      return { run: { ...killed, status: 'TO', message: 'Time limit exceeded', cpu_time: Number(body.run_cpu_time) + 4 } };
    case 'late':
      return { run: { ...ended, cpu_time: 2300 } };
    case 'sleep':
      return { run: { ...killed, status: 'TO', cpu_time: 10 } };
    case 'sleep-once':
      return { run: isSecond ? { ...ended, stdout: input } : { ...killed, status: 'TO', cpu_time: 10 } };
    case 'crash':
      return { run: { ...ended, code: number, status: 'RE', stderr: 'program.cpp:9: failed' } };
    case 'signal':
      return { run: { ...killed, signal: 'SIGSEGV', status: 'SG' } };
    case 'fill':
      return { run: { ...killed, status: 'SG', memory: body.run_memory_limit } };
    case 'spam':
      return { run: { ...killed, status: 'OL', stdout: 'x'.repeat(1024) } };
    case 'spam-errors':
      return { run: { ...killed, status: 'EL' } };
    case 'spam-quietly':
      return { run: { ...ended, stdout: 'é'.repeat(1024) } };
    case 'internal':
      return { run: { ...killed, status: 'XX' } };
    case 'old':
      return { run: { stdout: '', stderr: '', output: '', code: 0, signal: null } };
    default:
      return { run: 'nothing' };
  }
};

const fakePiston = () => {
  const seen = new Set<string>();
  return ({ method, url, body }: FakeRequest): FakeResponse => {
    const path = `${method} ${url.pathname}`;
    if (path === 'GET /api/v2/runtimes') return { status: 200, json: runtimes };
    if (path !== 'POST /api/v2/execute') return { status: 404, json: { message: 'Not Found' } };
    const asked = fieldsOf('fake', body);
    const unknown = Object.keys(asked).filter((name) => !settable.includes(name));
    if (unknown.length > 0) throw new Error(`Piston does not know ${unknown}`);
    const runtime = runtimes.find(
      ({ language, aliases, version }) =>
        (language === asked.language || aliases.includes(String(asked.language))) && version === asked.version,
    );
    if (runtime === undefined) return { status: 400, json: { message: `${asked.language}-${asked.version} runtime is unknown` } };
    for (const [name, limit] of Object.entries(configured))
      if (Number(asked[name]) > limit) return { status: 400, json: { message: `${name} cannot exceed the configured limit of ${limit}` } };
    const key = JSON.stringify(asked);
    const isSecond = seen.has(key);
    seen.add(key);
    return { status: 200, json: { language: runtime.language, version: runtime.version, ...stagesOf(asked, isSecond) } };
  };
};

const limits = { seconds: 2, memory: 64, output: 1024 };
const owner = { account: 'account', attempt: 'attempt' };
const program = (source: string, inputs: readonly string[] = ['x'], change: Partial<Program> = {}): Program => ({
  language: 'cpp',
  source,
  tasks: inputs.map((input) => stdio(input)),
  limits,
  ...change,
});
const runsOf = (outcome: Outcome): readonly Run[] => {
  if ('refused' in outcome) throw new Error(outcome.message);
  return outcome.runs;
};

let fake: Awaited<ReturnType<typeof startFake>>;
let runner: RemoteRunner;
const open = async (options: RemoteOptions = {}, path = '', user = ''): Promise<void> => {
  const url = new URL(`http://${user}127.0.0.1:${fake.port}${path}`);
  runner = await openRemote({ kind: 'piston', url }, { firstPause: 0.01, ...options });
};
const run = async (asked: Program): Promise<readonly Run[]> => runsOf(await runner.run(asked, owner));
const nextIsRight = async (): Promise<void> =>
  expect(await run(program('echo', ['next']))).toMatchObject([{ end: 'ended', stdout: 'next' }]);
const sent = (): readonly Fields[] => fake.requests.filter(({ method }) => method === 'POST').map(({ body }) => fieldsOf('test', body));

beforeEach(async () => {
  fake = await startFake(fakePiston());
});
afterEach(async () => {
  await runner.close();
  await fake.close();
});

test('the newest version of each runtime that we know is offered', async () => {
  await open();
  expect(runner.offers()).toEqual([
    { engine: 'piston', language: 'python', version: '3.12.0', modes: ['stdio'] },
    { engine: 'piston', language: 'javascript', version: 'node 20.11.1', modes: ['stdio'] },
    { engine: 'piston', language: 'cpp', version: 'gcc 10.2.0', modes: ['stdio'] },
    { engine: 'piston', language: 'java', version: '15.0.2', modes: ['stdio'] },
  ]);
});

describe('how a program ends there', () => {
  beforeEach(() => open());
  test.each([
    ['echo', { end: 'ended', stdout: 'x', seconds: 0.008, memory: 1_160_000 / 1024 / 1024 }],
    ['compiled', { end: 'ended', stdout: 'x' }],
    ['wrong', { end: 'compile-error', line: 4 }],
    ['slow', { end: 'time-limit-exceeded', seconds: 2.004 }],
    ['late', { end: 'time-limit-exceeded', seconds: 2.3 }],
    ['sleep', { end: 'time-limit-exceeded' }],
    ['sleep-once', { end: 'ended', stdout: 'x' }],
    ['crash 3', { end: 'runtime-error', line: 9 }],
    ['signal', { end: 'runtime-error' }],
    ['fill', { end: 'memory-limit-exceeded', memory: 72 }],
    ['spam', { end: 'output-limit-exceeded' }],
    ['spam-errors', { end: 'output-limit-exceeded' }],
    ['spam-quietly', { end: 'output-limit-exceeded', stdout: 'é'.repeat(512) }],
    ['internal', { end: 'not-run' }],
    ['compiler-fails', { end: 'not-run' }],
    ['old', { end: 'not-run', stderr: 'Piston tells no processor time: it is too old\n' }],
    ['strange', { end: 'not-run', stderr: 'Piston sent an unknown shape\n' }],
  ])('%s', async (source, expected) => {
    expect(await run(program(source))).toMatchObject([expected]);
    await nextIsRight();
  });

  test('a program that does not compile is sent once, whatever the number of its cases', async () => {
    expect((await run(program('wrong', ['a', 'b', 'c']))).map(({ end }) => end)).toEqual(Array(3).fill('compile-error'));
    expect(sent().filter(({ run_timeout }) => Number(run_timeout) <= configured.run_timeout)).toHaveLength(1);
  });

  test('a runtime with a name is asked for by its alias', async () => {
    await run(program('echo', ['x'], { language: 'javascript' }));
    expect(sent()[0]).toMatchObject({ language: 'node-javascript', version: '20.11.1', files: [{ name: 'program.js', content: 'echo' }] });
  });
});

test('nothing leaves but source, input and limits; real time is what the service allows', async () => {
  await open();
  await run(program('echo', ['one', 'two']));
  const body = {
    ...{ language: 'c++', version: '10.2.0', files: [{ name: 'program.cpp', content: 'echo' }], args: [] },
    ...{ compile_timeout: 10_000, run_cpu_time: 2000, run_memory_limit: 72 * 1024 * 1024 },
  };
  expect(sent()).toEqual([
    { ...body, stdin: 'one', run_timeout: 25_000 },
    { ...body, stdin: 'one', run_timeout: 8000 },
    { ...body, stdin: 'two', run_timeout: 8000 },
  ]);
});

test('what needs less than the service allows is right; what its lower limit ended has no verdict, and the setting is named', async () => {
  await open();
  const more = { limits: { ...limits, seconds: 20, memory: 64 } };
  expect(await run(program('echo', ['x'], more))).toMatchObject([{ end: 'ended', stdout: 'x' }]);
  expect(await run(program('slow', ['x'], more))).toMatchObject([
    { end: 'not-run', stderr: '20 s are needed and 5 s allowed: raise PISTON_RUN_CPU_TIME and PISTON_RUN_TIMEOUT\n' },
  ]);
  expect(await run(program('slow'))).toMatchObject([{ end: 'time-limit-exceeded' }]);
});

test('a path in the URL is the place of the API, and its credentials are those of a proxy', async () => {
  await open({}, '/api/v2', 'user:pass%20word@');
  await nextIsRight();
  expect(fake.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('user:pass word').toString('base64')}`);
});

describe('a service in trouble', () => {
  test.each([
    ['answers 500', [faults.status(500)]],
    ['answers 429 with Retry-After', [faults.status(429, { 'retry-after': new Date().toUTCString() })]],
    ['resets the connection', [faults.reset]],
  ])('that %s for a while is waited for', async (_, all) => {
    await open();
    fake.fail('/execute', ...all);
    await nextIsRight();
  });

  test.each([
    ['answers 500 all the time', Array(5).fill(faults.status(500)), 'Piston answered 500\n'],
    ['sends no JSON', [faults.garbage], 'Piston sent no JSON\n'],
    ['sends too much', [faults.oversized], /^Piston sent more than \d+ bytes\n$/],
    ['refuses the credentials', [faults.status(403)], 'Piston refuses the credentials in its URL (403)\n'],
    ['is silent', Array(5).fill(faults.silent), 'Piston could not be reached: TimeoutError\n'],
  ])('that %s gives no verdict, and the next program is right', async (_, all, reason) => {
    await open({ requestSeconds: 1 });
    fake.fail('/execute', ...all);
    const [one] = await run(program('echo'));
    expect(one).toMatchObject({ end: 'not-run', stderr: typeof reason === 'string' ? reason : expect.stringMatching(reason) });
    await nextIsRight();
  });

  test('that has forgotten a language gives no verdict', async () => {
    await open();
    const [java] = runtimes.splice(-1, 1);
    expect(await run(program('echo', ['x'], { language: 'java' }))).toMatchObject([
      { end: 'not-run', stderr: 'Piston refuses a program (400): java-15.0.2 runtime is unknown\n' },
    ]);
    if (java) runtimes.push(java);
    await nextIsRight();
  });
});
