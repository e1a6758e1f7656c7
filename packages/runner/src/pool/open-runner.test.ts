import { getEventListeners } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bounds } from '../bounds.ts';
import type { Program, Run } from '../program.ts';
import { sourceChild, stdio } from '../testing/run-one.ts';
import { openRunner, type RunnerOptions } from './open-runner.ts';
import type { Outcome, Runner } from './runner.ts';

const faulty = new URL('../testing/child-with-faults.ts', import.meta.url);
const limits = { seconds: 5, memory: 64, output: 65_536 };

let runner: Runner;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-'));
});
afterEach(async () => {
  await runner.close();
  rmSync(folder, { recursive: true });
});

const open = async (options: Partial<RunnerOptions> = {}): Promise<void> => {
  runner = await openRunner({ child: sourceChild, size: 1, ...options });
};
const openFaulty = (options: Partial<RunnerOptions> = {}) =>
  open({ child: faulty, kinds: [{ name: 'threads', runs: 'threads', restricted: false }], ...options });

const inputs = (...all: string[]) => all.map((input) => stdio(input));
const program = (source: string, tasks = inputs('x'), change: Partial<Program> = {}): Program => ({
  language: 'ruby',
  source,
  tasks,
  limits,
  ...change,
});
const owner = (account: string, attempt = account) => ({ account, attempt });

const runsOf = (outcome: Outcome): readonly Run[] => {
  if ('refused' in outcome) throw new Error(outcome.message);
  return outcome.runs;
};
const ask = async (asked: Program, account = 'a') =>
  runsOf(await runner.run(asked, owner(account))).map(({ end, stdout }) => [end, stdout]);
const isRight = async () => expect(await ask(program('ok', inputs('next')))).toEqual([['ended', 'next']]);

/** The pool's own processes: of the children of this process those that run `file`. */
const processes = (file: URL): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = / \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
        return Number(parent) === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(file.pathname)
          ? [Number(name)]
          : [];
      } catch {
        return [];
      }
    });

describe('what our side lets down is run again once', () => {
  test('a child process that is killed while a program runs', async () => {
    await openFaulty();
    expect(await ask(program(`kill-once ${folder}/once`, inputs('one', 'two')))).toEqual([
      ['ended', 'one'],
      ['ended', 'two'],
    ]);
    expect(runner.metrics().counters).toMatchObject({ childDeaths: 1, childStarts: 2 });
    await isRight();
  });

  test('a program that kills its child process is not run, the runs before are kept, and the others say that it did so alone', async () => {
    await openFaulty();
    const runs = runsOf(await runner.run(program('die-on two', inputs('one', 'two', 'three')), owner('a')));
    expect(runs.map(({ end, stdout, endedEngine }) => [end, stdout, endedEngine])).toEqual([
      ['ended', 'one', undefined],
      ['not-run', '', true],
      ['not-run', '', true],
    ]);
    expect(runner.metrics().counters.childDeaths).toBe(2);
    await isRight();
  });

  test('beside a program that kills its child process the others end well', async () => {
    await openFaulty({ size: 3, limits: { perAttempt: 100 } });
    const others = Array.from({ length: 12 }, (_, index) =>
      ask(program('ok', inputs(...Array.from({ length: 20 }, (_, at) => `${index} ${at}`))), `b${index}`),
    );
    expect(await ask(program('kill'))).toEqual([['not-run', '']]);
    for (const runs of await Promise.all(others)) expect(runs.every(([end]) => end === 'ended')).toBe(true);
  });

  test('a child process that is killed while it is idle', async () => {
    await openFaulty();
    const [pid = 0] = processes(faulty);
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(runner.metrics().counters.childDeaths).toBe(1));
    await isRight();
  });

  test('a thread that dies', async () => {
    await openFaulty();
    expect(await ask(program(`exit-once ${folder}/once`))).toEqual([['ended', 'x']]);
    expect(await ask(program(`throw-once ${folder}/other`, inputs('one', 'two')))).toEqual([
      ['ended', 'one'],
      ['ended', 'two'],
    ]);
    expect(await ask(program('exit'))).toEqual([['not-run', '']]);
    expect(await ask(program('throw'))).toEqual([['not-run', '']]);
    expect(runner.metrics().counters).toMatchObject({ childDeaths: 0, threadsReplaced: 6 });
    await isRight();
  });

  test('an engine that hangs without using processor time', async () => {
    await openFaulty({ stuckSeconds: 1, slowest: 1 });
    // On a busy machine the engine takes hundredths of a second of processor time before it hangs.
    const short = { limits: { ...limits, seconds: 1 } };
    expect(await ask(program(`hang-once ${folder}/once`, inputs('one', 'two'), short))).toEqual([
      ['ended', 'one'],
      ['ended', 'two'],
    ]);
    expect(await ask(program('hang', inputs('x'), short))).toEqual([['not-run', '']]);
    await isRight();
  });

  test('a child process that hangs', async () => {
    await open({ child: faulty, kinds: [{ name: 'processes', runs: 'processes', restricted: false }], silenceSeconds: 0.05 });
    const c = { language: 'c', limits: { ...limits, seconds: 0.01 } } as const;
    expect(await ask(program('block', inputs('x', 'y'), c))).toEqual([
      ['not-run', ''],
      ['not-run', ''],
    ]);
    expect(runner.metrics().counters.childDeaths).toBe(2);
    // On a busy machine half a second may be too short for it.
    await eventually(async () => expect(await ask(program('ok', inputs('next'), c))).toEqual([['ended', 'next']]));
  });
});

test('a program that takes too much time is ended, and its other tasks run', async () => {
  await openFaulty();
  const short = { limits: { ...limits, seconds: 0.2 } };
  expect(await ask(program(`spin-once ${folder}/once`, inputs('one', 'two'), short))).toEqual([
    ['time-limit-exceeded', ''],
    ['ended', 'two'],
  ]);
  const [run] = runsOf(await runner.run(program('spin', inputs('x'), short), owner('a')));
  expect(run?.end).toBe('time-limit-exceeded');
  expect(run?.seconds).toBeGreaterThan(0.2);
  await isRight();
});

test('an engine that fills the heap of its thread is ended', async () => {
  await openFaulty();
  expect(await ask(program('fill', inputs('x'), { limits: { ...limits, seconds: 60 } }))).toEqual([['memory-limit-exceeded', '']]);
  await isRight();
});

test('an engine that does not start offers nothing, and the others run', async () => {
  await open({
    child: faulty,
    kinds: [
      { name: 'broken', runs: 'processes', restricted: false },
      { name: 'threads', runs: 'threads', restricted: false },
    ],
  });
  expect(runner.offers()).toEqual([{ engine: 'faulty', language: 'ruby', version: '1', modes: ['stdio'] }]);
  await isRight();
});

test('what gets out of a sandbox may read no file of ours, write none and start no process', async () => {
  await openFaulty({ kinds: [{ name: 'threads', runs: 'threads', restricted: true }] });
  const denied = [['ended', 'ERR_ACCESS_DENIED']];
  expect(await ask(program('read /etc/passwd'))).toEqual(denied);
  expect(await ask(program(`write ${folder}/file`))).toEqual(denied);
  expect(await ask(program('start id'))).toEqual(denied);
  await isRight();
});

describe('refusals', () => {
  test('of a queue, an account and an attempt that are full', async () => {
    await openFaulty({ limits: { waiting: 3, perAccount: 3, perAttempt: 2 } });
    const short = program('spin', inputs('x'), { limits: { ...limits, seconds: 0.3 } });
    const first = runner.run(short, owner('a', '1'));
    const second = runner.run(program('ok'), owner('a', '1'));
    expect(await runner.run(program('ok'), owner('a', '1'))).toMatchObject({ refused: 'attempt-limit' });
    const third = runner.run(program('ok'), owner('a', '2'));
    expect(await runner.run(program('ok'), owner('a', '3'))).toMatchObject({ refused: 'account-limit' });
    const fourth = runner.run(program('ok'), owner('b', '1'));
    expect(await runner.run(program('ok'), owner('c', '1'))).toMatchObject({ refused: 'queue-full' });
    expect(runner.metrics().gauges).toEqual({ waiting: 3, running: 1, accountsWaiting: 2, size: 1, sizeOfOthers: 1, untested: 0 });
    await Promise.all([first, second, third, fourth]);
    expect(runner.metrics().counters.refused).toMatchObject({ 'attempt-limit': 1, 'account-limit': 1, 'queue-full': 1 });
    expect(runner.metrics().counters.runs).toMatchObject({ ended: 3, 'time-limit-exceeded': 1 });
    expect(runner.metrics().gauges).toEqual({ waiting: 0, running: 0, accountsWaiting: 0, size: 1, sizeOfOthers: 1, untested: 0 });
  });

  test('of what is too large, and of what nobody runs', async () => {
    await openFaulty();
    const refused = async (change: Partial<Program>) => runner.run({ ...program('ok'), ...change }, owner('a'));
    const deep = Array.from({ length: 100 }).reduce<readonly never[] | unknown[]>((inner) => [inner], []);
    for (const change of [
      { source: 'x'.repeat(bounds.source + 1) },
      { tasks: [] },
      { tasks: Array.from({ length: bounds.tasks + 1 }, () => stdio()) },
      { tasks: [stdio('x'.repeat(bounds.input + 1))] },
      { tasks: [{ mode: 'function', name: 'f(', args: [] }] },
      { tasks: [{ mode: 'function', name: 'f', args: [deep as never] }] },
      { limits: { ...limits, seconds: Number.NaN } },
      { limits: { ...limits, seconds: 1e9 } },
      { limits: { ...limits, memory: 1e9 } },
      { limits: { ...limits, output: -1 } },
    ] satisfies Partial<Program>[]) {
      expect(await refused(change)).toMatchObject({ refused: 'invalid' });
    }
    expect(await refused({ language: 'go' })).toMatchObject({ refused: 'not-offered' });
    expect(await refused({ tasks: [{ mode: 'harness', harness: '' }] })).toMatchObject({ refused: 'not-offered' });
    await runner.close();
    expect(await refused({})).toMatchObject({ refused: 'closed' });
  });
});

test('an account with a backlog delays another one by one turn, and a long program gives others their turn', async () => {
  await openFaulty({ limits: { perAttempt: 100 } });
  const order: string[] = [];
  const go = async (name: string, asked: Program): Promise<void> => {
    await runner.run(asked, owner(name));
    order.push(name);
  };
  // Four turns: ten seconds of processor time are two tasks with this limit.
  const long = go('long', program('ok', inputs('1', '2', '3', '4', '5', '6', '7', '8')));
  const backlog = Array.from({ length: 5 }, () => go('backlog', program('ok')));
  await Promise.all([long, ...backlog, go('other', program('ok'))]);
  expect(order.indexOf('other')).toBe(1);
  expect(order.indexOf('long')).toBeGreaterThan(2);
  expect(order.indexOf('long')).toBeLessThan(6);
});

describe('a program that nobody waits for any more', () => {
  const aborted = { refused: 'aborted' };
  const endless = (source = 'spin') => program(source, inputs('1', '2', '3'), { limits: { ...limits, seconds: 60 } });

  test('leaves the queue, and frees its place in the limits', async () => {
    await openFaulty({ limits: { perAttempt: 2 } });
    const [first, second] = [new AbortController(), new AbortController()];
    const running = runner.run(endless(), owner('a'), first.signal);
    const waiting = runner.run(program('ok'), owner('a'), second.signal);
    expect(await runner.run(program('ok'), owner('a'))).toMatchObject({ refused: 'attempt-limit' });
    second.abort();
    expect(await waiting).toMatchObject(aborted);
    expect(runner.metrics().gauges).toMatchObject({ waiting: 0, running: 1 });
    const third = ask(program('ok'));
    first.abort();
    expect(await running).toMatchObject(aborted);
    expect(await third).toEqual([['ended', 'x']]);
    expect(runner.metrics().counters.refused).toMatchObject({ aborted: 2 });
  });

  test('ends where it runs, and its other tasks do not run', async () => {
    await openFaulty();
    const stopping = new AbortController();
    const running = runner.run(endless(), owner('a'), stopping.signal);
    await eventually(() => expect(runner.metrics().gauges.running).toBe(1));
    stopping.abort();
    expect(await running).toMatchObject(aborted);
    await isRight();
    expect(runner.metrics().counters).toMatchObject({ runs: { ended: 1, 'time-limit-exceeded': 0 }, childDeaths: 0 });
    expect(runner.metrics().gauges).toMatchObject({ waiting: 0, running: 0 });
  });

  test('ends in an engine of processes', async () => {
    await open({ child: faulty, kinds: [{ name: 'processes', runs: 'processes', restricted: false }] });
    const c = { language: 'c' } as const;
    const stopping = new AbortController();
    const running = runner.run(program('until-stopped', inputs('x'), c), owner('a'), stopping.signal);
    stopping.abort();
    expect(await running).toMatchObject(aborted);
    expect(await ask(program('ok', inputs('next'), c))).toEqual([['ended', 'next']]);
    expect(runner.metrics().counters.childDeaths).toBe(0);
  });

  test('does not start when that is known before, and one that ended leaves nothing at its signal', async () => {
    await openFaulty();
    expect(await runner.run(program('ok'), owner('a'), AbortSignal.abort())).toMatchObject(aborted);
    expect(runner.metrics().counters.programs).toBe(0);
    const { signal } = new AbortController();
    expect(await runner.run(program('ok'), owner('a'), signal)).toMatchObject({ runs: [{ end: 'ended' }] });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

test('what somebody waits for comes before a backlog', async () => {
  await openFaulty({ limits: { perAttempt: 100 } });
  const order: string[] = [];
  const go = async (name: string, isUrgent: boolean): Promise<void> => {
    await runner.run(program('ok'), { ...owner('a'), ...(isUrgent ? { waits: 'candidate' as const } : {}) });
    order.push(name);
  };
  const backlog = ['1', '2', '3'].map((name) => go(name, false));
  await Promise.all([...backlog, go('urgent', true)]);
  // The first one may have had its turn before it ended, and then gives its place to the urgent one.
  expect(order.filter((name) => name !== '1')).toEqual(['urgent', '2', '3']);
});

describe('with more places than cores for them', () => {
  /** It takes no processor time from what is to start beside it. */
  const endless = program('hang', inputs('1', '2'), { limits: { ...limits, seconds: 60 } });
  const opened = new Set<AbortController>();
  const hold = async (count: number, account: string, waits?: 'candidate', asked = endless) => {
    const before = runner.metrics().gauges.running;
    const stopping = new AbortController();
    opened.add(stopping);
    const all = Array.from({ length: count }, (_, at) =>
      runner.run(asked, { ...owner(account, `${account} ${at}`), ...(waits ? { waits } : {}) }, stopping.signal),
    );
    await eventually(() => expect(runner.metrics().gauges.running).toBeGreaterThan(before));
    return all;
  };
  const candidates = async (account: string, name: string) => {
    const outcome = await runner.run(program('ok'), { ...owner(account, name), waits: 'candidate' });
    return runsOf(outcome).map(({ end }) => end);
  };
  const release = (): void => {
    for (const stopping of opened) stopping.abort();
    opened.clear();
  };
  afterEach(release);

  test('what a candidate waits for starts at once beside endless programs, in the same account and in another', async () => {
    await openFaulty({ size: 1, places: 8 });
    await hold(3, 'a');
    await hold(3, 'a', 'candidate');
    expect(await candidates('a', 'honest')).toEqual(['ended']);
    expect(await candidates('b', 'honest')).toEqual(['ended']);
    expect(runner.metrics().counters.threadsReplaced).toBe(0);
  });

  test('a program that had its turn lets the next one start, of which half of the places are for what no candidate waits for', async () => {
    await openFaulty({ size: 1, places: 4 });
    await hold(4, 'a');
    expect(runner.metrics().gauges).toMatchObject({ running: 1, waiting: 3, sizeOfOthers: 2 });
    await eventually(() => expect(runner.metrics().gauges).toMatchObject({ running: 2, waiting: 2 }));
    // Those of the other account wait in the two places that are left for them: one of the first account leaves its own.
    expect(await ask(program('ok'), 'b')).toEqual([['ended', 'x']]);
  });

  test('a candidate takes the place of a grading, which is run to its end later', async () => {
    await openFaulty({ size: 2, places: 2 });
    const long = program('spin', inputs('1', '2'), { limits: { ...limits, seconds: 0.5 } });
    const gradings = await hold(2, 'a', undefined, long);
    await eventually(() => expect(runner.metrics().gauges.running).toBe(2));
    expect(await candidates('a', 'honest')).toEqual(['ended']);
    for (const grading of gradings)
      expect(runsOf(await grading).map(({ end }) => end)).toEqual(['time-limit-exceeded', 'time-limit-exceeded']);
  });

  test('an account gives places to another one that has none', async () => {
    await openFaulty({ size: 2, places: 3 });
    await hold(3, 'a', 'candidate');
    expect(await candidates('b', 'honest')).toEqual(['ended']);
  });

  test('further processes are started when they are needed, and end after a while', async () => {
    const offers = [{ engine: 'faulty', language: 'c', version: '1', modes: ['stdio'] }] as const;
    await open({
      child: faulty,
      kinds: [{ name: 'processes', runs: 'processes', restricted: false, offers }],
      size: 1,
      places: 3,
      idleSeconds: 0.2,
    });
    expect(processes(faulty)).toHaveLength(1);
    const c = { language: 'c' } as const;
    const stopping = new AbortController();
    const waiting = runner.run(program('until-stopped', inputs('x'), c), { ...owner('a'), waits: 'candidate' }, stopping.signal);
    expect(runsOf(await runner.run(program('ok', inputs('x'), c), { ...owner('b'), waits: 'candidate' }))).toMatchObject([
      { end: 'ended' },
    ]);
    expect(processes(faulty)).toHaveLength(2);
    stopping.abort();
    expect(await waiting).toMatchObject({ refused: 'aborted' });
    await eventually(() => expect(processes(faulty)).toHaveLength(1));
  });

  test.runIf(process.platform === 'linux')('a thread has a lower priority after its turn, and no longer than its program', async () => {
    await openFaulty({ size: 1, places: 2 });
    const [pid = 0] = processes(faulty);
    const lowered = () => readdirSync(`/proc/${pid}/task`).filter((id) => getPriority(Number(id)) === 19).length;
    await eventually(() => expect(lowered()).toBe(0));
    const [running] = await hold(1, 'a');
    await eventually(() => expect(lowered()).toBe(1));
    release();
    await running;
    await isRight();
    await eventually(() => expect(lowered()).toBe(0));
  });
});

test('closing ends the child processes, and what waits is not run', async () => {
  await openFaulty({ size: 2 });
  const running = ask(program('spin'));
  const waiting = ask(program('ok'), 'b');
  expect(processes(faulty)).toHaveLength(1);
  await runner.close();
  expect(processes(faulty)).toHaveLength(0);
  expect(await running).toEqual([['not-run', '']]);
  expect(['ended', 'not-run']).toContain((await waiting)[0]?.[0]);
});

describe('the real engines', () => {
  const hello = (language: 'javascript' | 'sql' = 'javascript'): Program =>
    language === 'sql'
      ? { language, source: 'SELECT 1 AS one', tasks: [{ mode: 'sql', schema: '', data: '' }], limits }
      : { language, source: 'console.log(require("fs").readFileSync(0, "utf8"))', tasks: inputs('hello'), limits };

  test.runIf(process.platform === 'linux')('a child process has no environment, no descriptor of ours, and a low priority', async () => {
    await open();
    await ask(hello());
    const [pid = 0] = processes(sourceChild);
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line !== '');
    expect(environment.map((line) => line.split('=')[0]).sort()).toEqual(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']);
    const descriptors = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    expect(descriptors.filter((target) => !/^(?:\/dev\/null|anon_inode:|pipe:|socket:)/.test(target))).toEqual([]);
    expect(descriptors.filter((target) => target.startsWith('socket:'))).toHaveLength(1);
    expect(getPriority(pid)).toBeGreaterThanOrEqual(10);
  });

  test('1,000 runs leave the child process no larger', async () => {
    await open();
    const size = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processes(sourceChild)[0]}/status`, 'utf8'))?.[1]) / 1024;
    const round = async (): Promise<void> => {
      for (let count = 0; count < 25; count += 1) {
        expect(
          await ask({ ...hello(), tasks: inputs(...Array.from({ length: 9 }, (_, at) => `${at}`)), limits: { ...limits, seconds: 1 } }),
        ).toHaveLength(9);
        expect(await ask(hello('sql'))).toHaveLength(1);
      }
    };
    await round();
    const before = size();
    for (let rounds = 0; rounds < 3; rounds += 1) await round();
    expect(size()).toBeLessThan(before + 60);
    expect(runner.metrics().counters).toMatchObject({ threadsReplaced: 0, childStarts: 1 });
  });

  test('a run costs the server little of its own thread', async () => {
    await open();
    await ask(hello());
    const before = process.threadCpuUsage();
    for (let count = 0; count < 5; count += 1)
      await ask({ ...hello(), source: 'for (;;) console.log("x")', limits: { ...limits, output: 100_000 } });
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000 / 5).toBeLessThan(50);
  });
});
