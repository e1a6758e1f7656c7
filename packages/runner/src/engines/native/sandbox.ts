import { spawn } from 'node:child_process';
import { fstatSync, readdirSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type Priority, priorities, prioritize, turnMs } from '../../priority.ts';
import { type Groups, tryWrite } from './cgroups.ts';
import { commandLine, type Job, launchEnvironment, type Sandbox } from './command-line.ts';
import { sessionOf, stateOf, textOf, treeOf } from './processes.ts';
import { seccompFilter } from './seccomp.ts';
import { openFor, read } from './workspace.ts';

const mebibyte = 2 ** 20;

/** `gave-up`: it was not done in a time that even a busy machine keeps. `failed`: there was no sandbox. */
export type Stop = 'time' | 'memory' | 'output' | 'aborted' | 'gave-up' | 'failed';

export type Outcome = {
  /** What stopped it; null when it ended by itself within its limits, with `code`. */
  readonly stop: Stop | null;
  /** Of `time`: it had processor time left, and none of its threads wanted it. */
  readonly waited?: true;
  /** As of a shell: 128 and the signal that ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly memory: number | null;
};

const closedByExec = 0o2_000_000;

/**
 * Descriptors that this process inherited and would pass on, such as the pipe of a supervisor: Node marks only the first few. They cannot
 * be closed from here, so each becomes `empty`.
 */
const covering = (stdio: readonly (number | 'pipe')[], empty: number): (number | 'pipe' | 'ignore')[] => {
  const covered: (number | 'pipe' | 'ignore')[] = [...stdio];
  for (const fd of readdirSync('/proc/self/fd').map(Number)) {
    if (fd < stdio.length) continue;
    const flags = /^flags:\s*(\d+)/m.exec(textOf(`/proc/self/fdinfo/${fd}`))?.[1];
    if (flags === undefined || (Number.parseInt(flags, 8) & closedByExec) !== 0) continue;
    while (covered.length < fd) covered.push('ignore');
    covered[fd] = empty;
  }
  return covered;
};

/** What the shell inside counted; a program that finds the file can only add to it. */
const countedIn = (text: string): number => {
  const times = [...text.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));
  return times.reduce((sum, time) => sum + time, 0);
};

/** Bubblewrap ends after what is inside, unless it was killed itself: then the kernel ends the rest, and takes a moment. */
const hasEnded = async (pid: number): Promise<void> => {
  while (!['', 'Z', 'X'].includes(stateOf(pid))) await delay(5);
};

const idleAtMost = 5000;
/**
 * Milliseconds until the next look, of a program that began so long ago: most end at once, and looks at many that do not would take as much
 * processor time as they do.
 */
const untilNextLook = (age: number): number => (age < turnMs ? 25 : age < 10 * turnMs ? 100 : 250);
/** A look that comes so many times later says nothing of the time since the last one: this process had to wait as well. */
const countAtMost = 4;

/**
 * Runs a command in a sandbox of its own. Its processor time is judged. Real time counts only while none of its threads runs or wants to,
 * so that a busy machine does not change the result, and a program that sleeps ends all the same.
 */
export const runInSandbox = async (
  sandbox: Sandbox,
  workspace: string,
  job: Job,
  signal: AbortSignal,
  artefact?: FileHandle,
): Promise<Outcome> => {
  const { limits, since = performance.now() } = job;
  const nothing = { code: -1, stdout: '', seconds: 0, memory: null };
  if (signal.aborted) return { ...nothing, stop: 'aborted', stderr: '' };
  const handles: FileHandle[] = [];
  const file = async (name: string, content: string | Buffer, flags: 'r' | 'a+'): Promise<FileHandle> => {
    const handle = await openFor(sandbox, join(workspace, name), content, flags);
    handles.push(handle);
    return handle;
  };
  let group: ReturnType<Groups['create']> | undefined;
  try {
    const input = await file('stdin', job.input, 'r');
    const inputSize = fstatSync(input.fd).size;
    const output = await file('stdout', '', 'a+');
    const errors = await file('stderr', '', 'a+');
    const filter = await file('filter', seccompFilter(sandbox.machine), 'r');
    const times = await file('times', '', 'a+');
    const empty = await open('/dev/null');
    handles.push(empty);
    group = sandbox.groups?.create({ memory: limits.memory, processes: limits.processes + 8 });

    const [program = '', ...args] = commandLine(sandbox, job);
    const child = spawn(program, args, {
      cwd: '/',
      env: { ...launchEnvironment, ...(group ? { JOINS: group.joins.join(' ') } : {}) },
      stdio: covering([input.fd, output.fd, errors.fd, 'pipe', filter.fd, times.fd, ...(artefact ? [artefact.fd] : [])], empty.fd),
    });
    // Below the service, whose own process starts the self-test.
    const hasHadTurn = (): boolean => performance.now() - since > turnMs;
    const initial = hasHadTurn() ? 'after' : 'turn';
    if (child.pid !== undefined) prioritize(child.pid, priorities[initial]);
    // A session of its own has processor time like all others together, whatever its priority, unless it has a group with a weight. Until
    // its first process has made that session it is in this process's, whose priority must stay.
    let weighed: Priority | undefined;
    const weigh = (priority: Priority, inside: number): void => {
      if (weighed === priority) return;
      if (group?.weigh(priority) === true) weighed = priority;
      else if (sessionOf(inside) !== sessionOf('self')) {
        tryWrite(`/proc/${inside}/autogroup`, String(priorities[priority]));
        weighed = priority;
      }
    };
    let isLow = initial === 'after';
    let status = '';
    const ofStatus = (name: string): number | null => {
      const found = new RegExp(`"${name}": (-?\\d+)`).exec(status)?.[1];
      return found === undefined ? null : Number(found);
    };

    // Whoever owns the file of the input can write to it too: what it grows by is output.
    const written = (): number => fstatSync(output.fd).size + fstatSync(errors.fd).size + fstatSync(input.fd).size - inputSize;
    let stop: Stop | null = null;
    // With the first process inside all of them end; bubblewrap itself ends when they have. It is not killed: what it has just started
    // would be left to process 1, which in many containers waits for nobody, and stay in its control group for good.
    const end = (why: Stop): void => {
      stop ??= why;
      const inside = ofStatus('child-pid');
      if (ofStatus('exit-code') !== null) return;
      try {
        if (inside !== null) process.kill(inside, 'SIGKILL');
        else if (why === 'gave-up') child.kill('SIGKILL');
      } catch {
        // It has ended.
      }
    };
    (child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const wasKnown = ofStatus('child-pid') !== null;
      status += text;
      const inside = ofStatus('child-pid');
      if (!wasKnown && inside !== null) weigh(initial, inside);
      // It was to end before it was known which process that is.
      if (stop !== null) end(stop);
    });
    let seconds = 0;
    let idle = 0;
    const begun = performance.now();
    let last = begun;
    let expected = untilNextLook(0);
    const giveUpAt = begun + 60_000 + limits.seconds * 60_000;
    const isIdle = (): boolean => idle > limits.seconds * 1000 + idleAtMost;
    const look = (): void => {
      const now = performance.now();
      const passed = Math.min(now - last, countAtMost * expected);
      last = now;
      expected = untilNextLook(now - begun);
      timer = setTimeout(look, expected);
      if (now > giveUpAt) end('gave-up');
      const inside = ofStatus('child-pid');
      if (inside === null || ofStatus('exit-code') !== null) return;
      const tree = treeOf(inside);
      seconds = group?.seconds() ?? Math.max(seconds, tree.seconds);
      if (!tree.awake) idle += passed;
      if (!isLow && hasHadTurn()) {
        isLow = true;
        // Threads that come later have the priority of who starts them.
        for (const thread of tree.threads) prioritize(thread, priorities.after);
      }
      weigh(isLow ? 'after' : 'turn', inside);
      if (written() > limits.output) end('output');
      else if (group ? group.ranOutOfMemory() : tree.memory > limits.memory * mebibyte) end('memory');
      else if (seconds > limits.seconds || isIdle()) end('time');
    };
    let timer = setTimeout(look, expected);
    const abort = (): void => end('aborted');
    signal.addEventListener('abort', abort);
    // While its files were made.
    if (signal.aborted) abort();
    const failure = await new Promise<Error | null>((resolve) => {
      child.once('error', resolve);
      child.once('close', () => resolve(null));
    });
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    if (failure) return { ...nothing, stop: 'failed', stderr: failure.message };
    const inside = ofStatus('child-pid');
    if (inside !== null && ofStatus('exit-code') === null) await hasEnded(inside);

    const stdout = await read(output, limits.output);
    const stderr = await read(errors, limits.output - stdout.bytes);
    const code = ofStatus('exit-code');
    const counted = countedIn((await read(times, 4096)).text);
    seconds = group?.seconds() ?? Math.max(seconds, counted);
    const why = (): Stop | null => {
      if (stop === 'aborted' || stop === 'gave-up') return stop;
      if (written() > limits.output) return 'output';
      if (group?.ranOutOfMemory()) return 'memory';
      if (seconds > limits.seconds) return 'time';
      return stop ?? (code === null ? 'failed' : null);
    };
    const stopped = why();
    const waited = stopped === 'time' && seconds <= limits.seconds && isIdle();
    const outputs = { stdout: stdout.text, stderr: stderr.text };
    return { stop: stopped, code: code ?? -1, ...outputs, seconds, memory: group?.peak() ?? null, ...(waited ? { waited } : {}) };
  } finally {
    for (const handle of handles) await handle.close();
    for (const name of ['stdin', 'stdout', 'stderr', 'filter', 'times']) await rm(join(workspace, name), { force: true });
    await group?.remove();
  }
};
