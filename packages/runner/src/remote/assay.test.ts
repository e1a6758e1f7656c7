import { expect, test } from 'vitest';
import { readSubmission } from '../hub/protocol.ts';
import type { Program, Run, Task } from '../program.ts';
import { type FakeRequest, type FakeResponse, wordsOf } from '../testing/fake-service.ts';
import { remoteContract } from '../testing/remote-contract.ts';
import { openRemote } from './open-remote.ts';

const key = 'a key of 32 characters or more than that';

const runOf = (source: string, task: Task): Run => {
  const input = task.mode === 'stdio' ? task.input : '';
  const ended = { end: 'ended', stdout: input, stderr: '', seconds: 0.01, memory: 1 } as const;
  switch (wordsOf(source).word) {
    case 'slow':
      return { ...ended, end: 'time-limit-exceeded' };
    case 'spam':
      return { ...ended, end: 'output-limit-exceeded' };
    case 'crash':
      return { ...ended, end: 'runtime-error' };
    case 'wrong':
      return { ...ended, end: 'compile-error', line: 3 };
    default:
      return ended;
  }
};

/** Another server: a program is waited for by a second request, as one that takes long. */
const fakeAssay = () => {
  const programs = new Map<string, Program>();
  return ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers.authorization !== `Bearer ${key}`) return { status: 401, json: {} };
    const path = `${method} ${url.pathname}`;
    if (path === 'GET /runner/v1/offers') {
      const modes = ['stdio', 'function'];
      return { status: 200, json: { offers: [{ engine: 'runner native', language: 'c', version: 'GCC 14', modes }] } };
    }
    if (path !== 'POST /runner/v1/programs') return { status: 404, json: {} };
    const submission = readSubmission(body);
    if (submission === undefined) return { status: 400, json: {} };
    const { id } = submission;
    const program = 'program' in submission ? submission.program : undefined;
    const known = programs.get(id);
    if (known !== undefined && known.source === 'restart' && program === undefined) {
      programs.set(id, { ...known, source: 'echo' });
      return { status: 404, json: {} };
    }
    if (known !== undefined) return { status: 200, json: { outcome: { runs: known.tasks.map((task) => runOf(known.source, task)) } } };
    if (program === undefined) return { status: 404, json: {} };
    if (program.source === 'refused') return { status: 200, json: { outcome: { refused: 'full', message: 'too many' } } };
    programs.set(id, program);
    return { status: 200, json: { waiting: true } };
  };
};

const { open, program, run, nextIsRight, submitted } = remoteContract({
  ...{ name: 'The Assay server', language: 'c', respond: fakeAssay, offersPath: 'GET /runner/v1/offers' },
  resultPaths: ['POST /runner/v1/programs'],
  open: (port, options, hasRightCredentials) =>
    openRemote({ kind: 'assay', url: new URL(`http://127.0.0.1:${port}`) }, { ...options, key: hasRightCredentials ? key : 'wrong' }),
});

test('a program that the server has forgotten is submitted again, under the same id', async () => {
  await open();
  expect(await run(program('restart'))).toMatchObject([{ end: 'ended', stdout: 'x' }]);
  const bodies = submitted().map(({ body }) => readSubmission(body));
  expect(bodies.map((body) => body !== undefined && 'program' in body)).toEqual([true, false, true]);
  expect(new Set(bodies.map((body) => body?.id)).size).toBe(1);
});

test('a program that the server refuses has no verdict', async () => {
  await open();
  expect(await run(program('refused'))).toMatchObject([{ end: 'not-run', stderr: 'The Assay server refuses a program: too many\n' }]);
  await nextIsRight();
});
