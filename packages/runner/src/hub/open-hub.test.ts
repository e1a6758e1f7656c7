import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../pool/runner.ts';
import type { Offer, Program, Run, Task } from '../program.ts';
import { stdio } from '../testing/run-one.ts';
import { type Hub, openHub } from './open-hub.ts';
import { openSubmissions } from './open-submissions.ts';
import { type Claimed, readHello, readReport, readSubmission } from './protocol.ts';

const limits = { seconds: 2, memory: 64, output: 1024 };
const python: Offer = { engine: 'native', language: 'python', version: 'Python 3.11.2', modes: ['stdio'] };
const program = (inputs: readonly string[] = ['x'], change: Partial<Program> = {}): Program => ({
  ...{ language: 'python', source: 'source', limits, tasks: inputs.map((input) => stdio(input)) },
  ...change,
});
const owner = { account: 'secret account', attempt: 'secret attempt' };
const run = (stdout: string): Run => ({ end: 'ended', stdout, stderr: '', seconds: 0.1, memory: 1 });
const never = new AbortController().signal;

let hub: Hub;
beforeEach(() => {
  hub = openHub({ leaseSeconds: 0.2, pollSeconds: 5, absentSeconds: 0.6 });
});
afterEach(() => hub.close());

const connect = (offers: readonly Offer[] = [python], size = 1): string => {
  const welcome = hub.hello({ offers, size });
  if (welcome === undefined) throw new Error('refused');
  return welcome.runner;
};
const claim = async (runner: string): Promise<Claimed> => {
  const claimed = await hub.claim(runner, never);
  if (claimed === undefined || claimed === 'unknown') throw new Error(`no program: ${claimed}`);
  return claimed;
};
/** A runner that echoes. */
const echo = ({ id, tasks }: Claimed): void => {
  for (const [index, task] of tasks.entries()) hub.report({ id, index, run: run(task.mode === 'stdio' ? task.input : '') });
};
const outputs = (outcome: Outcome): unknown =>
  'runs' in outcome ? outcome.runs.map(({ end, stdout }) => (end === 'ended' ? stdout : end)) : outcome.refused;

test('a program waits until a runner claims it, and the runs are its outcome', async () => {
  const runner = connect();
  const asked = hub.run(program(['a', 'b']), owner);
  echo(await claim(runner));
  expect(outputs(await asked)).toEqual(['a', 'b']);
  expect(hub.metrics()).toMatchObject({ counters: { programs: 1, runs: { ended: 2 } }, gauges: { waiting: 0, running: 0, size: 1 } });
});

test('a claim waits for a program', async () => {
  const claimed = claim(connect());
  const asked = hub.run(program(['late']), owner);
  echo(await claimed);
  expect(outputs(await asked)).toEqual(['late']);
});

test('a runner gets source, inputs and limits, and nothing else', async () => {
  const runner = connect();
  const task: Task = { ...stdio('x'), ...{ expected: 'secret' } };
  void hub.run({ ...program([], { tasks: [task] }), ...{ expected: 'secret' } }, owner);
  const claimed = await claim(runner);
  expect(claimed).toEqual({ id: claimed.id, language: 'python', source: 'source', tasks: [{ mode: 'stdio', input: 'x' }], limits });
});

test('harness and SQL never leave, also when a runner says that it offers them', async () => {
  const hello = readHello({ offers: [{ ...python, modes: ['stdio', 'harness', 'sql', 'function'] }], size: 1 });
  expect(hello?.offers[0]?.modes).toEqual(['stdio', 'function']);
  if (hello) hub.hello(hello);
  expect(await hub.run(program([], { tasks: [{ mode: 'harness', harness: 'assert' }] }), owner)).toMatchObject({ refused: 'not-offered' });
  expect(readSubmission({ id: crypto.randomUUID(), program: program([], { tasks: [{ mode: 'harness', harness: '' }] }) })).toBeUndefined();
});

describe('a runner that is lost', () => {
  test('gives its program to another one, which has only the cases that are left', async () => {
    const [lost, other] = [connect(), connect()];
    const asked = hub.run(program(['a', 'b', 'c']), owner);
    const first = await claim(lost);
    expect(hub.report({ id: first.id, index: 0, run: run('a') })).toBe('accepted');
    const second = await claim(other);
    expect(second.id).not.toBe(first.id);
    expect(second.tasks).toEqual([stdio('b'), stdio('c')]);
    expect(hub.report({ id: first.id, index: 1, run: run('forged') })).toBe('gone');
    expect(hub.report({ id: first.id, renew: true })).toBe('gone');
    echo(second);
    expect(outputs(await asked)).toEqual(['a', 'b', 'c']);
  });

  test('is not lost while it reports', async () => {
    const [runner, other] = [connect(), connect()];
    const asked = hub.run(program(), owner);
    const { id } = await claim(runner);
    const renewing = setInterval(() => hub.report({ id, renew: true }), 50);
    const none = new AbortController();
    setTimeout(() => none.abort(), 600);
    expect(await hub.claim(other, none.signal)).toBeUndefined();
    clearInterval(renewing);
    expect(hub.report({ id, index: 0, run: run('done') })).toBe('accepted');
    expect(outputs(await asked)).toEqual(['done']);
  });

  test('three times with one program ends that without a verdict', async () => {
    const runner = connect();
    const asked = hub.run(program(['a', 'b']), owner);
    const first = await claim(runner);
    hub.report({ id: first.id, index: 0, run: run('a') });
    hub.report({ id: first.id, giveBack: true });
    await claim(runner);
    await claim(runner);
    expect(outputs(await asked)).toEqual(['a', 'not-run']);
  });

  test('as the last one leaves its programs to somebody else', async () => {
    const runner = connect();
    const asked = hub.run(program(), owner);
    await claim(runner);
    expect(await asked).toMatchObject({ refused: 'not-offered' });
    expect(hub.offers()).toEqual([]);
    expect(await hub.claim(runner, never)).toBe('unknown');
  });
});

test('a report that comes again changes nothing; one out of turn, or longer than it may be, is invalid', async () => {
  const runner = connect();
  const asked = hub.run(program(['a', 'b']), owner);
  const { id } = await claim(runner);
  expect(hub.report({ id, index: 1, run: run('b') })).toBe('invalid');
  expect(hub.report({ id, index: 0, run: run('x'.repeat(100_000)) })).toBe('invalid');
  expect(hub.report({ id, index: 0, run: { ...run('a'), value: 1 } })).toBe('invalid');
  expect(hub.report({ id, index: 0, run: run('a') })).toBe('accepted');
  expect(hub.report({ id, index: 0, run: run('other') })).toBe('accepted');
  expect(hub.report({ id, index: 1, run: run('b') })).toBe('accepted');
  expect(hub.report({ id, index: 1, run: run('late') })).toBe('gone');
  expect(outputs(await asked)).toEqual(['a', 'b']);
});

test('programs of a language go to one version: native before embedded, and the newest', async () => {
  const older = connect([python]);
  const embedded = connect([{ ...python, engine: 'embedded', version: '3.14.0', modes: ['stdio', 'function'] }]);
  const newest = connect([{ ...python, version: 'Python 3.13.1' }]);
  expect(hub.offers()).toEqual([
    { engine: 'runner native', language: 'python', version: 'Python 3.13.1', modes: ['stdio'] },
    { engine: 'runner embedded', language: 'python', version: '3.14.0', modes: ['function'] },
  ]);
  const leaving = new AbortController();
  const others = Promise.all([hub.claim(older, leaving.signal), hub.claim(embedded, leaving.signal)]);
  const asked = hub.run(program(), owner);
  leaving.abort();
  expect(await others).toEqual([undefined, undefined]);
  echo(await claim(newest));
  expect(outputs(await asked)).toEqual(['x']);
});

test('a program that nobody waits for any more is taken from its runner', async () => {
  const runner = connect();
  const leaving = new AbortController();
  const asked = hub.run(program(), owner, leaving.signal);
  const { id } = await claim(runner);
  leaving.abort();
  expect(await asked).toMatchObject({ refused: 'aborted' });
  expect(hub.report({ id, index: 0, run: run('x') })).toBe('gone');
  expect(hub.metrics().gauges).toMatchObject({ waiting: 0, running: 0, accountsWaiting: 0 });
});

test('each run is told of when it is reported, with what is said of its time, and the program may be left then', async () => {
  const runner = connect();
  const leaving = new AbortController();
  const told: [number, Run][] = [];
  const late: Run = { ...run('before'), end: 'time-limit-exceeded', waited: true };
  const { tasks } = program();
  const asked = hub.run({ ...program(), tasks: [...tasks, ...tasks] }, owner, leaving.signal, (index, one) => {
    told.push([index, one]);
    leaving.abort();
  });
  const { id } = await claim(runner);
  expect(readReport({ id, index: 0, run: late })).toEqual({ id, index: 0, run: late });
  expect(hub.report({ id, index: 0, run: late })).toBe('accepted');
  expect(await asked).toMatchObject({ refused: 'aborted' });
  expect(told).toEqual([[0, late]]);
  expect(hub.metrics().gauges).toMatchObject({ waiting: 0, running: 0, accountsWaiting: 0 });
});

test('bodies of other shapes are not read', () => {
  const id = crypto.randomUUID();
  for (const body of [
    null,
    [],
    'text',
    {},
    { id },
    { id, index: 0 },
    { id, index: -1, run: run('') },
    { id, index: 0, run: { ...run(''), end: 'accepted' } },
  ])
    expect(readReport(body)).toBeUndefined();
  for (const change of [
    { stdout: 1 },
    { seconds: -1 },
    { seconds: Number.NaN },
    { memory: '1' },
    { line: 0.5 },
    { value: { type: 'set' } },
  ])
    expect(readReport({ id, index: 0, run: { ...run(''), ...change } })).toBeUndefined();
  for (const body of [
    {},
    { offers: [python], size: 0 },
    { offers: [{ ...python, language: 'cobol' }], size: 1 },
    { offers: Array(101).fill(python), size: 1 },
  ])
    expect(readHello(body)).toBeUndefined();
});

describe('a program of another process', () => {
  const id = crypto.randomUUID();

  test('is waited for in several requests, submitted once, and read by nobody who does not know its id', async () => {
    const submissions = openSubmissions(hub.run, { pollSeconds: 0.05 });
    const runner = connect();
    expect(await submissions.wait({ id, program: program() }, never)).toEqual({ waiting: true });
    expect(await submissions.wait({ id, program: program() }, never)).toEqual({ waiting: true });
    echo(await claim(runner));
    expect(await submissions.wait({ id }, never)).toEqual({ outcome: { runs: [run('x')] } });
    expect(await submissions.wait({ id: crypto.randomUUID() }, never)).toBe('unknown');
    expect(hub.metrics().counters.programs).toBe(1);
    submissions.close();
  });

  test('is ended when nobody waits for it for long', async () => {
    const submissions = openSubmissions(hub.run, { pollSeconds: 0.05, forgetSeconds: 0.05 });
    connect();
    await submissions.wait({ id, program: program() }, never);
    await expect.poll(() => hub.metrics().counters.refused.aborted).toBe(1);
    expect(await submissions.wait({ id }, never)).toBe('unknown');
  });
});
