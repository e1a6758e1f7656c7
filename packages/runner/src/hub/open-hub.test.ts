import { eventually } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Owner, Waiter } from '../pool/fair-queue.ts';
import type { Outcome } from '../pool/runner.ts';
import type { Offer, Program, Run, Task } from '../program.ts';
import { stdio } from '../testing/run-one.ts';
import { type Hub, openHub } from './open-hub.ts';
import { openSubmissions } from './open-submissions.ts';
import { type Claimed, readClaimed, readHello, readReport, readSubmission } from './protocol.ts';

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
const open = (): void => {
  hub = openHub({ leaseSeconds: 0.2, pollSeconds: 5, absentSeconds: 0.6 });
};
beforeEach(open);
afterEach(() => hub.close());

const connect = (offers: readonly Offer[] = [python], size = 1, sizeOfOthers = size): string => {
  const welcome = hub.hello({ offers, size, sizeOfOthers });
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
  const pending = hub.run(program(['a', 'b']), owner);
  echo(await claim(runner));
  expect(outputs(await pending)).toEqual(['a', 'b']);
  expect(hub.metrics()).toMatchObject({ counters: { programs: 1, runs: { ended: 2 } }, gauges: { waiting: 0, running: 0, size: 1 } });
});

test('a claim waits for a program', async () => {
  const claimed = claim(connect());
  const pending = hub.run(program(['late']), owner);
  echo(await claimed);
  expect(outputs(await pending)).toEqual(['late']);
});

test('a runner gets source, inputs, limits and what waits, and of whom it is for a digest alone', async () => {
  const runner = connect([python], 4);
  const task: Task = { ...stdio('x'), ...{ expected: 'secret' } };
  const submit = (by: Owner) => void hub.run({ ...program([], { tasks: [task] }), ...{ expected: 'secret' } }, { ...by, comesAgain: true });
  submit({ ...owner, waits: 'regrade' });
  const claimed = await claim(runner);
  const { id, owner: of, ...rest } = claimed;
  expect(rest).toEqual({ language: 'python', source: 'source', tasks: [{ mode: 'stdio', input: 'x' }], limits });
  expect(of).toEqual({ account: expect.any(String), attempt: expect.any(String), waits: 'regrade' });
  expect(JSON.stringify(claimed)).not.toContain('secret');
  expect(readClaimed(JSON.parse(JSON.stringify(claimed)))).toEqual(claimed);
  submit(owner);
  submit({ account: 'another account', attempt: owner.attempt });
  const [same, other] = [await claim(runner), await claim(runner)];
  expect(same.owner).toEqual({ account: of?.account, attempt: of?.attempt });
  expect([other.owner?.account === of?.account, other.owner?.attempt === of?.attempt]).toEqual([false, false]);
  // Another hub has another key.
  const before = hub;
  hub = openHub();
  const elsewhere = connect();
  submit(owner);
  expect((await claim(elsewhere)).owner?.account).not.toBe(of?.account);
  await before.close();
});

test('a program is read with whom it is for, and for whom a later version waits is left out', () => {
  const id = crypto.randomUUID();
  const digest = 'd'.repeat(43);
  const of = { account: digest, attempt: digest };
  const read = (claimed: object) => readClaimed({ ...program(), id, ...claimed });
  expect(read({ owner: { ...of, waits: 'candidate', more: 1 } })).toEqual({ ...program(), id, owner: { ...of, waits: 'candidate' } });
  expect(read({ owner: { ...of, waits: 'a later one' } })).toEqual({ ...program(), id, owner: of });
  for (const unknown of [undefined, 'text', null, {}, { ...of, account: 'x'.repeat(65) }, { ...of, attempt: 1 }, { ...of, account: '1' }]) {
    expect(read({ owner: unknown })).toBeUndefined();
    expect(readSubmission({ id, program: program(), owner: unknown })).toBeUndefined();
  }
  expect(readSubmission({ id, program: program(), owner: of })).toEqual({ id, program: program(), owner: of });
  for (const sizeOfOthers of [undefined, 0, 3, 1.5, '1']) expect(readHello({ offers: [python], size: 2, sizeOfOthers })).toBeUndefined();
  expect(readHello({ offers: [python], size: 2, sizeOfOthers: 1 })).toEqual({ offers: [python], size: 2, sizeOfOthers: 1 });
});

test('places of a runner are kept for what a candidate waits for, and of the others half for what is no regrade', async () => {
  const runner = connect([python], 8, 4);
  const submit = (attempt: string, waits: Waiter) => void hub.run(program([attempt]), { account: attempt, attempt, waits });
  const ended = new AbortController();
  const claims = Array.from({ length: 8 }, () => hub.claim(runner, ended.signal));
  for (const attempt of ['1', '2', '3']) submit(`regrade ${attempt}`, 'regrade');
  for (const attempt of ['1', '2', '3']) submit(`grading ${attempt}`, 'grading');
  for (const attempt of ['1', '2', '3']) submit(`run ${attempt}`, 'candidate');
  expect(hub.metrics().gauges).toMatchObject({ running: 7, waiting: 2, size: 8, sizeOfOthers: 4 });
  const got: Claimed[] = [];
  for (const one of await Promise.all(claims.slice(0, 7))) if (one !== undefined && one !== 'unknown') got.push(one);
  const inputs = got.map(({ tasks: [task] }) => (task?.mode === 'stdio' ? task.input : ''));
  expect(inputs).toEqual(['regrade 1', 'regrade 2', 'grading 1', 'grading 2', 'run 1', 'run 2', 'run 3']);
  // The claim that is open gets what has its place now.
  for (const one of got.slice(2, 3)) echo(one);
  const next = await claims[7];
  expect(next).toMatchObject({ tasks: [stdio('grading 3')] });
  ended.abort();
});

test('a runner that does not say how many places are kept has all of them for everything', async () => {
  const welcome = hub.hello({ offers: [python], size: 2, sizeOfOthers: 2 });
  for (const attempt of ['1', '2']) void hub.run(program(), { ...owner, attempt });
  for (const _ of [1, 2]) await claim(welcome?.runner ?? '');
  expect(hub.metrics().gauges).toMatchObject({ running: 2, waiting: 0, sizeOfOthers: 2 });
});

test('harness and SQL never leave, also when a runner says that it offers them', async () => {
  const hello = readHello({ offers: [{ ...python, modes: ['stdio', 'harness', 'sql', 'function'] }], size: 1, sizeOfOthers: 1 });
  expect(hello?.offers[0]?.modes).toEqual(['stdio', 'function']);
  if (hello) hub.hello(hello);
  expect(await hub.run(program([], { tasks: [{ mode: 'harness', harness: 'assert' }] }), owner)).toMatchObject({ refused: 'not-offered' });
  expect(readSubmission({ id: crypto.randomUUID(), program: program([], { tasks: [{ mode: 'harness', harness: '' }] }) })).toBeUndefined();
});

describe('a runner that is lost', () => {
  test('gives its program to another one, which has only the cases that are left', async () => {
    const [lost, other] = [connect(), connect()];
    const pending = hub.run(program(['a', 'b', 'c']), owner);
    const first = await claim(lost);
    expect(hub.report({ id: first.id, index: 0, run: run('a') })).toBe('accepted');
    const second = await claim(other);
    expect(second.id).not.toBe(first.id);
    expect(second.tasks).toEqual([stdio('b'), stdio('c')]);
    expect(hub.report({ id: first.id, index: 1, run: run('forged') })).toBe('gone');
    expect(hub.report({ id: first.id, renew: true })).toBe('gone');
    echo(second);
    expect(outputs(await pending)).toEqual(['a', 'b', 'c']);
  });

  test('is not lost while it reports', async () => {
    await hub.close();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    open();
    const [runner, other] = [connect(), connect()];
    const pending = hub.run(program(), owner);
    const { id } = await claim(runner);
    const none = new AbortController();
    const claimed = hub.claim(other, none.signal);
    for (let times = 0; times < 12; times += 1) {
      vi.advanceTimersByTime(50);
      expect(hub.report({ id, renew: true })).toBe('accepted');
    }
    none.abort();
    expect(await claimed).toBeUndefined();
    expect(hub.report({ id, index: 0, run: run('done') })).toBe('accepted');
    expect(outputs(await pending)).toEqual(['done']);
  });

  test('three times with one program ends that without a verdict', async () => {
    const runner = connect();
    const pending = hub.run(program(['a', 'b']), owner);
    const first = await claim(runner);
    hub.report({ id: first.id, index: 0, run: run('a') });
    hub.report({ id: first.id, giveBack: true });
    const other = connect();
    await claim(other);
    await claim(other);
    expect(outputs(await pending)).toEqual(['a', 'not-run']);
  });

  test('or stops gives back what it has, and its other claims get nothing: they may be gone, though that is not yet known', async () => {
    const stopping = connect([python], 2);
    const pending = hub.run(program(), owner);
    const { id } = await claim(stopping);
    const open = hub.claim(stopping, never);
    expect(hub.report({ id, giveBack: true })).toBe('accepted');
    expect(await open).toBeUndefined();
    expect(await hub.claim(stopping, never)).toBe('unknown');
    echo(await claim(connect()));
    expect(outputs(await pending)).toEqual(['x']);
  });

  test('as the last one leaves its programs to somebody else', async () => {
    const runner = connect();
    const pending = hub.run(program(), owner);
    await claim(runner);
    expect(await pending).toMatchObject({ refused: 'not-offered' });
    expect(hub.offers()).toEqual([]);
    expect(await hub.claim(runner, never)).toBe('unknown');
  });
});

test('a report that comes again changes nothing; one out of turn, or longer than it may be, is invalid', async () => {
  const runner = connect();
  const pending = hub.run(program(['a', 'b']), owner);
  const { id } = await claim(runner);
  expect(hub.report({ id, index: 1, run: run('b') })).toBe('invalid');
  expect(hub.report({ id, index: 0, run: run('x'.repeat(100_000)) })).toBe('invalid');
  expect(hub.report({ id, index: 0, run: { ...run('a'), value: 1 } })).toBe('invalid');
  expect(hub.report({ id, index: 0, run: run('a') })).toBe('accepted');
  expect(hub.report({ id, index: 0, run: run('other') })).toBe('accepted');
  expect(hub.report({ id, index: 1, run: run('b') })).toBe('accepted');
  expect(hub.report({ id, index: 1, run: run('late') })).toBe('gone');
  expect(outputs(await pending)).toEqual(['a', 'b']);
});

test('programs of a language go to one version: native before embedded, and the newest', async () => {
  const older = connect([python]);
  const embedded = connect([{ ...python, engine: 'embedded', version: '3.14.0', modes: ['stdio', 'function'] }]);
  const newest = connect([{ ...python, version: 'Python 3.13.1' }]);
  expect(hub.offers()).toEqual([
    { engine: 'runner native', language: 'python', version: 'Python 3.13.1', modes: ['stdio'] },
    { engine: 'runner embedded', language: 'python', version: '3.14.0', modes: ['stdio', 'function'] },
  ]);
  const leaving = new AbortController();
  const others = Promise.all([hub.claim(older, leaving.signal), hub.claim(embedded, leaving.signal)]);
  const pending = hub.run(program(), owner);
  leaving.abort();
  expect(await others).toEqual([undefined, undefined]);
  echo(await claim(newest));
  expect(outputs(await pending)).toEqual(['x']);
});

test('a program that must have an engine goes to a runner that has it, though another engine is preferred', async () => {
  const embedded = connect([{ ...python, engine: 'embedded', version: '3.14.0' }]);
  const native = connect([python]);
  expect(hub.offers().map(({ engine, modes }) => [engine, modes])).toEqual([
    ['runner native', ['stdio']],
    ['runner embedded', ['stdio']],
  ]);
  const pending = hub.run(program(['x'], { engine: 'embedded' }), owner);
  const leaving = new AbortController();
  const none = hub.claim(native, leaving.signal);
  const claimed = await claim(embedded);
  expect(claimed.engine).toBe('embedded');
  echo(claimed);
  expect(outputs(await pending)).toEqual(['x']);
  leaving.abort();
  expect(await none).toBeUndefined();
  expect(await hub.run(program(['x'], { engine: 'judge0' }), owner)).toMatchObject({ refused: 'not-offered' });
});

test('a program that nobody waits for any more is taken from its runner', async () => {
  const runner = connect();
  const leaving = new AbortController();
  const pending = hub.run(program(), owner, leaving.signal);
  const { id } = await claim(runner);
  leaving.abort();
  expect(await pending).toMatchObject({ refused: 'aborted' });
  expect(hub.report({ id, index: 0, run: run('x') })).toBe('gone');
  expect(hub.metrics().gauges).toMatchObject({ waiting: 0, running: 0, accountsWaiting: 0 });
});

test('each run is told of when it is reported, with what is said of its time, and the program may be left then', async () => {
  const runner = connect();
  const leaving = new AbortController();
  const told: [number, Run][] = [];
  const late: Run = { ...run('before'), end: 'time-limit-exceeded', waited: true };
  const { tasks } = program();
  const pending = hub.run({ ...program(), tasks: [...tasks, ...tasks] }, owner, leaving.signal, (index, one) => {
    told.push([index, one]);
    leaving.abort();
  });
  const { id } = await claim(runner);
  expect(readReport({ id, index: 0, run: late })).toEqual({ id, index: 0, run: late });
  expect(hub.report({ id, index: 0, run: late })).toBe('accepted');
  expect(await pending).toMatchObject({ refused: 'aborted' });
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
    { offers: [python], size: 0, sizeOfOthers: 1 },
    { offers: [{ ...python, language: 'cobol' }], size: 1, sizeOfOthers: 1 },
    { offers: Array(101).fill(python), size: 1, sizeOfOthers: 1 },
  ])
    expect(readHello(body)).toBeUndefined();
});

describe('a program of another process', () => {
  const id = crypto.randomUUID();
  const owner: Owner = { account: '0000000000000001', attempt: 'd'.repeat(43), waits: 'candidate' };

  test('is waited for in several requests, submitted once, and read by nobody who does not know its id', async () => {
    const submissions = openSubmissions(hub.run, { pollSeconds: 0.05 });
    const runner = connect();
    expect(await submissions.wait({ id, program: program(), owner }, never)).toEqual({ waiting: true });
    expect(await submissions.wait({ id, program: program(), owner }, never)).toEqual({ waiting: true });
    echo(await claim(runner));
    expect(await submissions.wait({ id }, never)).toEqual({ outcome: { runs: [run('x')] } });
    expect(await submissions.wait({ id: crypto.randomUUID() }, never)).toBe('unknown');
    expect(hub.metrics().counters.programs).toBe(1);
    submissions.close();
  });

  test('says for whom and what waits, and is no account of this server', async () => {
    const owners: Owner[] = [];
    const run = async (_program: Program, by: Owner) => void owners.push(by);
    const submissions = openSubmissions(run);
    await submissions.wait({ id, program: program(), owner }, never);
    expect(owners).toEqual([{ ...owner, account: 'another process 0000000000000001' }]);
    submissions.close();
  });

  test('is ended when nobody waits for it for long', async () => {
    const submissions = openSubmissions(hub.run, { pollSeconds: 0.05, forgetSeconds: 0.05 });
    connect();
    await submissions.wait({ id, program: program(), owner }, never);
    await eventually(() => expect(hub.metrics().counters.refused.aborted).toBe(1));
    expect(await submissions.wait({ id }, never)).toBe('unknown');
  });
});
