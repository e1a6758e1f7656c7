import { eventually } from '@assay/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeRequest, type FakeResponse, faults, wordsOf } from '../testing/fake-service.ts';
import { limits, remoteContract } from '../testing/remote-contract.ts';
import { openRemote } from './open-remote.ts';
import { fieldsOf } from './service.ts';

/** Judge0's side, with the shapes that https://ce.judge0.com documents: nobody has tried the adapter against the service itself. */
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

const { open, program, run, nextIsRight, submitted, fail } = remoteContract({
  ...{ name: 'Judge0', language: 'c', respond: fakeJudge0, offersPath: 'GET /judge/languages' },
  resultPaths: ['POST /judge/submissions/batch', 'GET /judge/submissions/batch'],
  open: (port, options, hasRightCredentials) => {
    const url = new URL(`http://anybody:${hasRightCredentials ? 'se%20cret' : 'wrong'}@127.0.0.1:${port}/judge`);
    return openRemote({ kind: 'judge0', url }, options);
  },
});

test('the newest version of each language that we know is offered, GCC before others, for programs that read and write', async () => {
  const { offers, state } = await open();
  expect(offers()).toEqual([
    { engine: 'judge0', language: 'python', version: '3.13.2', modes: ['stdio'] },
    { engine: 'judge0', language: 'javascript', version: 'Node.js 12.14.0', modes: ['stdio'] },
    { engine: 'judge0', language: 'c', version: 'GCC 14.1.0', modes: ['stdio'] },
  ]);
  expect(state()).toMatchObject({ refusal: null, checks: [{ passed: true, detail: 'Judge0 1.13.1' }] });
});

describe('how a program ends there', () => {
  beforeEach(async () => void (await open()));
  test.each([
    ['echo', { end: 'ended', stdout: 'x', seconds: 0.002, memory: 2 }],
    ['slow', { end: 'time-limit-exceeded', seconds: 2.1 }],
    ['late', { end: 'time-limit-exceeded', seconds: 2.3 }],
    ['crash 7', { end: 'runtime-error' }],
    ['fill', { end: 'memory-limit-exceeded', memory: 72 }],
    ['spam', { end: 'output-limit-exceeded' }],
    ['broken-utf8', { end: 'ended', stdout: 'a\uFFFD\uFFFD' }],
    ['spam-quietly', { end: 'output-limit-exceeded', stdout: 'x'.repeat(1024) }],
    ['wrong', { end: 'compile-error', stderr: 'main.c:3:5: error: expected ‘;’\n', line: 3 }],
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
});

test('nothing leaves but source, input and limits', async () => {
  await open();
  await run(program('echo', ['one']));
  expect(submitted()[0]?.body).toEqual({
    submissions: [
      {
        ...{ language_id: 103, source_code: 'ZWNobw==', stdin: 'b25l', cpu_time_limit: 2, wall_time_limit: 20, memory_limit: 72 * 1024 },
        ...{ max_file_size: 2, number_of_runs: 1, enable_network: false },
        ...{ enable_per_process_and_thread_time_limit: false, enable_per_process_and_thread_memory_limit: false },
      },
    ],
  });
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

describe('a service in trouble', () => {
  test('that sends too much gives no verdict', async () => {
    await open();
    fail('GET /judge/submissions/batch', faults.oversized);
    expect(await run(program('echo'))).toMatchObject([
      { end: 'not-run', stderr: expect.stringMatching(/^Judge0 sent more than \d+ bytes\n$/) },
    ]);
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
    const runs = run(program('echo', ['a', 'b', 'c']));
    await eventually(() => expect(submitted()).toHaveLength(1));
    fail('POST /judge/submissions/batch', ...Array(5).fill(faults.reset));
    expect((await runs).map(({ end }) => end)).toEqual(['ended', 'not-run', 'not-run']);
  });
});
