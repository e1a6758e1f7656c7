import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../pool/runner.ts';
import type { Program, Run } from '../program.ts';
import { type FakeRequest, type FakeResponse, faults, startFake, wordsOf } from '../testing/fake-service.ts';
import { stdio } from '../testing/run-one.ts';
import { openRemote, type RemoteOptions } from './open-remote.ts';
import type { RemoteRunner } from './remote-runner.ts';
import { fieldsOf } from './service.ts';

/** Judge0's side, with the shapes of https://ce.judge0.com. */
const languages = [
  { id: 50, name: 'C (GCC 9.2.0)' },
  { id: 103, name: 'C (GCC 14.1.0)' },
  { id: 104, name: 'C (Clang 18.1.8)' },
  { id: 71, name: 'Python (3.8.1)' },
  { id: 70, name: 'Python (2.7.17)' },
  { id: 109, name: 'Python (3.13.2)' },
  { id: 10, name: 'Python for ML (3.7.7)' },
  { id: 63, name: 'JavaScript (Node.js 12.14.0)' },
  { id: 46, name: 'Bash (5.0.0)' },
  { id: 89, name: 'Multi-file program' },
];
const config = {
  ...{ max_cpu_time_limit: 15, max_wall_time_limit: 20, max_memory_limit: 512_000, max_max_file_size: 4096 },
  ...{ enable_batched_submissions: true, max_submission_batch_size: 3, max_queue_size: 100 },
};
const settable = [
  ...['language_id', 'source_code', 'stdin', 'cpu_time_limit', 'wall_time_limit', 'memory_limit', 'max_file_size', 'number_of_runs'],
  ...['enable_per_process_and_thread_time_limit', 'enable_per_process_and_thread_memory_limit', 'enable_network'],
];
const encode = (bytes: string | Uint8Array): string => `${Buffer.from(bytes).toString('base64')}\n`;
const decode = (text: unknown): string => Buffer.from(String(text), 'base64').toString();

type Submission = Readonly<Record<string, unknown>>;
const accepted = {
  status_id: 3,
  time: '0.002',
  memory: 2048,
  message: null,
  stdout: null,
  stderr: null,
  compile_output: null,
  exit_signal: null,
};

const resultOf = (submission: Submission, isSecond: boolean): Submission => {
  const { word, number } = wordsOf(decode(submission.source_code));
  const input = decode(submission.stdin);
  switch (word) {
    case 'echo':
      return { ...accepted, stdout: encode(input) };
    case 'slow':
      return { ...accepted, status_id: 5, time: String(Number(submission.cpu_time_limit) + 0.1), message: encode('Time limit exceeded') };
    case 'late':
      return { ...accepted, time: '2.3', stdout: encode(input) };
    case 'sleep':
      return { ...accepted, status_id: 5, time: '0.01', message: encode('Time limit exceeded (wall clock)') };
    case 'sleep-once':
      return isSecond ? { ...accepted, stdout: encode(input) } : { ...accepted, status_id: 5, time: '0.01' };
    case 'crash':
      return { ...accepted, status_id: number, stderr: encode('File "script.py", line 7, in f\n') };
    case 'fill':
      return { ...accepted, status_id: 12, exit_signal: 9, memory: Number(submission.memory_limit) };
    case 'spam':
      return { ...accepted, status_id: 8, stdout: encode('x'.repeat(Number(submission.max_file_size) * 1024)) };
    case 'spam-quietly':
      return { ...accepted, stdout: encode('x'.repeat(1500)) };
    case 'wrong':
      return { ...accepted, status_id: 6, time: null, memory: null, compile_output: encode('main.c:3:5: error: expected ‘;’\n') };
    case 'broken-utf8':
      return { ...accepted, stdout: encode(Uint8Array.of(0x61, 0xff, 0xc3)) };
    case 'no-base64':
      return { ...accepted, stdout: '***' };
    default:
      return { ...accepted, status_id: number };
  }
};

const fakeJudge0 = () => {
  const submissions = new Map<string, { readonly submission: Submission; polls: number; readonly isSecond: boolean }>();
  const seen = new Set<string>();
  const create = (submission: Submission): Submission => {
    const unknown = Object.keys(submission).filter((name) => !settable.includes(name));
    if (unknown.length > 0) throw new Error(`Judge0 does not know ${unknown}`);
    if (!languages.some(({ id }) => id === submission.language_id))
      return { language_id: [`language with id ${submission.language_id} doesn't exist`] };
    if (Number(submission.memory_limit) > config.max_memory_limit) return { memory_limit: ['must be less than or equal to 512000'] };
    const token = crypto.randomUUID();
    const key = JSON.stringify(submission);
    submissions.set(token, { submission, polls: 0, isSecond: seen.has(key) });
    seen.add(key);
    return { token };
  };
  const show = (token: string, fields: readonly string[]): unknown => {
    const one = submissions.get(token);
    if (one === undefined) return null;
    one.polls += 1;
    const { word } = wordsOf(decode(one.submission.source_code));
    if (word === 'lost') return null;
    const isDone = one.polls > 1 && word !== 'processing';
    const result = isDone ? { ...resultOf(one.submission, one.isSecond), token } : { ...accepted, token, time: null, status_id: one.polls };
    return Object.fromEntries(fields.map((field) => [field, Object.entries(result).find(([name]) => name === field)?.[1]]));
  };
  return ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers['x-auth-token'] !== 'se cret') return { status: 401, json: '' };
    const path = `${method} ${url.pathname}`;
    if (path === 'GET /judge/languages') return { status: 200, json: languages };
    if (path === 'GET /judge/config_info') return { status: 200, json: config };
    if (path === 'GET /judge/about') return { status: 200, json: { version: '1.13.1' } };
    if (path === 'POST /judge/submissions/batch') {
      const { submissions: all } = fieldsOf('fake', body);
      if (!Array.isArray(all) || all.length > config.max_submission_batch_size || all.length === 0)
        return { status: 400, json: { error: 'number of submissions' } };
      const json = all.map(create);
      return { status: json.some(({ token }) => token !== undefined) ? 201 : 422, json };
    }
    if (path === 'GET /judge/submissions/batch') {
      const tokens = (url.searchParams.get('tokens') ?? '').split(',');
      const fields = (url.searchParams.get('fields') ?? '').split(',');
      if (tokens.length > config.max_submission_batch_size) return { status: 400, json: { error: 'number of submissions' } };
      return { status: 200, json: { submissions: tokens.map((token) => show(token, fields)) } };
    }
    return { status: 404, json: {} };
  };
};

const limits = { seconds: 2, memory: 64, output: 1024 };
const owner = { account: 'account', attempt: 'attempt' };
const program = (source: string, inputs: readonly string[] = ['x'], change: Partial<Program> = {}): Program => ({
  language: 'c',
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
const open = async (options: RemoteOptions = {}, user = 'anybody:se%20cret@'): Promise<void> => {
  const url = new URL(`http://${user}127.0.0.1:${fake.port}/judge`);
  runner = await openRemote({ kind: 'judge0', url }, { firstPause: 0.01, ...options });
};
const run = async (asked: Program): Promise<readonly Run[]> => runsOf(await runner.run(asked, owner));
const nextIsRight = async (): Promise<void> =>
  expect(await run(program('echo', ['next']))).toMatchObject([{ end: 'ended', stdout: 'next' }]);

beforeEach(async () => {
  fake = await startFake(fakeJudge0());
});
afterEach(async () => {
  await runner.close();
  await fake.close();
});

test('the newest version of each language that we know is offered, GCC before others, for programs that read and write', async () => {
  await open();
  expect(runner.offers()).toEqual([
    { engine: 'judge0', language: 'python', version: '3.13.2', modes: ['stdio'] },
    { engine: 'judge0', language: 'javascript', version: 'Node.js 12.14.0', modes: ['stdio'] },
    { engine: 'judge0', language: 'c', version: 'GCC 14.1.0', modes: ['stdio'] },
  ]);
  expect(runner.state()).toMatchObject({ refusal: null, checks: [{ passed: true, detail: 'Judge0 1.13.1' }] });
});

describe('how a program ends there', () => {
  beforeEach(() => open());
  test.each([
    ['echo', { end: 'ended', stdout: 'x', seconds: 0.002, memory: 2 }],
    ['slow', { end: 'time-limit-exceeded', seconds: 2.1 }],
    ['late', { end: 'time-limit-exceeded', seconds: 2.3 }],
    ['crash 7', { end: 'runtime-error' }],
    ['crash 11', { end: 'runtime-error' }],
    ['fill', { end: 'memory-limit-exceeded', memory: 72 }],
    ['spam', { end: 'output-limit-exceeded' }],
    ['spam-quietly', { end: 'output-limit-exceeded', stdout: 'x'.repeat(1024) }],
    ['wrong', { end: 'compile-error', stderr: 'main.c:3:5: error: expected ‘;’\n', line: 3 }],
    ['broken-utf8', { end: 'ended', stdout: 'a\uFFFD\uFFFD' }],
    ['internal 13', { end: 'not-run' }],
    ['format 14', { end: 'not-run' }],
    ['unknown 99', { end: 'not-run' }],
    ['no-base64', { end: 'not-run', stderr: 'Judge0 sent a stdout that is no base64\n' }],
    ['lost', { end: 'not-run', stderr: 'Judge0 has lost a submission\n' }],
  ])('%s', async (source, expected) => {
    expect(await run(program(source))).toMatchObject([expected]);
    await nextIsRight();
  });

  test("a line of a runtime error is the candidate's", async () => {
    expect(await run(program('crash 11', ['x'], { language: 'python' }))).toMatchObject([{ end: 'runtime-error', line: 7 }]);
  });

  test('what ran out of real time is run again, for the machine may have been busy', async () => {
    expect(await run(program('sleep-once'))).toMatchObject([{ end: 'ended', stdout: 'x' }]);
    expect(await run(program('sleep'))).toMatchObject([{ end: 'time-limit-exceeded' }]);
  });

  test('cases beyond the largest batch are sent in several, and each gets its own result', async () => {
    const inputs = Array.from({ length: 9 }, (_, index) => `input ${index}`);
    expect((await run(program('echo', inputs))).map(({ stdout }) => stdout)).toEqual(inputs);
  });

  test('a program that does not compile is sent once, whatever the number of its cases', async () => {
    expect((await run(program('wrong', ['a', 'b', 'c', 'd', 'e']))).map(({ end }) => end)).toEqual(Array(5).fill('compile-error'));
    expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

test('nothing leaves but source, input and limits', async () => {
  await open();
  await run(program('echo', ['one']));
  const sent = fake.requests.find(({ method }) => method === 'POST')?.body;
  expect(sent).toEqual({
    submissions: [
      {
        ...{ language_id: 103, source_code: 'ZWNobw==', stdin: 'b25l', cpu_time_limit: 2, wall_time_limit: 20, memory_limit: 72 * 1024 },
        ...{ max_file_size: 2, number_of_runs: 1, enable_network: false },
        ...{ enable_per_process_and_thread_time_limit: false, enable_per_process_and_thread_memory_limit: false },
      },
    ],
  });
  expect(JSON.stringify(fake.requests)).not.toContain('attempt');
});

test('what needs less than the service allows is right; what its lower limit ended has no verdict, and the setting is named', async () => {
  await open();
  const more = { limits: { ...limits, seconds: 30, memory: 1024 } };
  expect(await run(program('echo', ['x'], more))).toMatchObject([{ end: 'ended', stdout: 'x' }]);
  expect(await run(program('slow', ['x'], more))).toMatchObject([
    { end: 'not-run', stderr: '30 s are needed and 15 s allowed: raise MAX_CPU_TIME_LIMIT of Judge0\n' },
  ]);
  expect(await run(program('fill', ['x'], more))).toMatchObject([
    { end: 'not-run', stderr: '1024 MiB may be needed and 492 MiB are allowed: raise MAX_MEMORY_LIMIT of Judge0\n' },
  ]);
  expect(await run(program('crash 11', ['x'], more))).toMatchObject([{ end: 'runtime-error' }]);
});

test('programs that a service cannot do are not offered', async () => {
  await open();
  for (const change of [
    { language: 'rust' },
    { language: 'python', tasks: [{ mode: 'function', name: 'f', args: [] }] },
    { language: 'python', tasks: [{ mode: 'harness', harness: '' }] },
  ] as const)
    expect(await runner.run(program('echo', ['x'], change), owner)).toMatchObject({ refused: 'not-offered' });
});

describe('a service in trouble', () => {
  const created = 'POST /judge/submissions/batch';
  const polled = 'GET /judge/submissions/batch';
  test.each([
    ['answers 500', [faults.status(500)]],
    ['answers 503, its queue being full', [faults.status(503), faults.status(503)]],
    ['answers 429 with Retry-After', [faults.status(429, { 'retry-after': '0' })]],
    ['resets the connection', [faults.reset, faults.reset]],
    ['tears a response', [faults.torn]],
  ])('that %s for a while is waited for', async (_, all) => {
    await open();
    fake.fail(created, ...all);
    fake.fail(polled, ...all);
    await nextIsRight();
  });

  test.each([
    ['answers 500 all the time', Array(5).fill(faults.status(500)), 'Judge0 answered 500\n'],
    ['wants a pause of an hour', [faults.status(429, { 'retry-after': '3600' })], 'Judge0 answered 429\n'],
    ['resets each connection', Array(5).fill(faults.reset), 'Judge0 could not be reached: UND_ERR_SOCKET\n'],
    ['sends no JSON', [faults.garbage], 'Judge0 sent no JSON\n'],
    ['sends too much', [faults.oversized], /^Judge0 sent more than \d+ bytes\n$/],
    ['redirects to somebody else', Array(5).fill(faults.redirect), /^Judge0 could not be reached/],
    ['refuses the token', [faults.status(401)], 'Judge0 refuses the credentials in its URL (401)\n'],
  ])('that %s gives no verdict, and the next program is right', async (_, all, reason) => {
    for (const path of [created, polled]) {
      await open();
      fake.fail(path, ...all);
      const [one] = await run(program('echo'));
      expect(one).toEqual({
        end: 'not-run',
        stdout: '',
        stderr: typeof reason === 'string' ? reason : expect.stringMatching(reason),
        seconds: 0,
        memory: null,
      });
      await nextIsRight();
      await runner.close();
    }
    await open();
  });

  test('that does not answer gives no verdict', async () => {
    await open({ attempts: 2, requestSeconds: 0.2 });
    fake.fail(created, faults.silent, faults.silent);
    expect(await run(program('echo'))).toMatchObject([{ end: 'not-run', stderr: 'Judge0 could not be reached: TimeoutError\n' }]);
    await nextIsRight();
  });

  test('is not waited for when nobody waits for the program any more', async () => {
    await open();
    const leaving = new AbortController();
    fake.fail(created, faults.silent);
    const asked = runner.run(program('echo'), owner, leaving.signal);
    await expect.poll(() => fake.requests.some(({ method }) => method === 'POST')).toBe(true);
    leaving.abort();
    expect(await asked).toMatchObject({ refused: 'aborted' });
    await nextIsRight();
  });

  test('whose submission stays in processing gives no verdict', async () => {
    // Without patience the deadline is over with the program's own time.
    await open({ patience: -35 });
    expect(await run(program('processing'))).toMatchObject([{ end: 'not-run', stderr: expect.stringContaining('did not finish') }]);
    await open();
    await nextIsRight();
  });

  test('that has forgotten a language gives no verdict', async () => {
    await open();
    const [gcc] = languages.splice(1, 1);
    expect(await run(program('echo'))).toMatchObject([
      { end: 'not-run', stderr: expect.stringContaining("language with id 103 doesn't exist") },
    ]);
    if (gcc) languages.splice(1, 0, gcc);
    await nextIsRight();
  });

  test('that loses its connection between two cases keeps what was done', async () => {
    await open();
    const asked = run(program('echo', ['a', 'b', 'c']));
    await expect.poll(() => fake.requests.filter(({ method }) => method === 'POST').length).toBe(1);
    fake.fail(created, ...Array(5).fill(faults.reset));
    expect((await asked).map(({ end }) => end)).toEqual(['ended', 'not-run', 'not-run']);
  });

  test('that refuses the token offers nothing, and says why', async () => {
    await open({}, 'anybody:wrong@');
    expect(runner.offers()).toEqual([]);
    expect(runner.state()).toMatchObject({ refusal: 'Judge0 refuses the credentials in its URL (401)' });
    expect(await runner.run(program('echo'), owner)).toMatchObject({ refused: 'not-offered' });
  });

  test('that comes up later is asked again', async () => {
    fake.fail('GET /judge/languages', faults.status(401));
    await open({ lookAgain: { failed: 0.02, reached: 600 } });
    await expect.poll(() => runner.offers().length).toBe(3);
  });
});

test('more programs than may run at once wait', async () => {
  await open({ size: 2 });
  const all = Array.from({ length: 4 }, () => run(program('echo')));
  expect(runner.metrics().gauges).toMatchObject({ running: 2, waiting: 2, size: 2 });
  await Promise.all(all);
  expect(runner.metrics()).toMatchObject({ counters: { programs: 4, runs: { ended: 4 } }, gauges: { running: 0, waiting: 0 } });
});
