import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { boundedOutput } from '../engines/bounded-output.ts';
import { type Compiled, Spent, type ThreadEngine, type ThreadRun } from '../engines/thread-engine.ts';
import type { Program, Run } from '../program.ts';
import type { ThreadOrder, ThreadReport } from './messages.ts';

const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
};

/** Beyond the limit a run is too slow, whether it ended before the supervisor looked or not: the verdict must not depend on when it looks. */
const timed = (run: ThreadRun, seconds: number, limit: number): Run =>
  seconds <= limit
    ? { ...run, seconds }
    : { end: 'time-limit-exceeded', stdout: run.stdout, stderr: run.stderr, memory: run.memory, seconds };

const perform = (compile: (program: Program) => Compiled | ThreadRun, order: ThreadOrder, post: (report: ThreadReport) => void): void => {
  const { program, from } = order;
  const rest = program.tasks.map((task, index) => ({ task, index })).slice(from);
  post({ kind: 'compiling', cpu: cpu() });
  const reportAll = (run: ThreadRun): void => {
    for (const { index } of rest) post({ kind: 'run', index, run: { ...run, seconds: 0 } });
  };
  let compiled: ReturnType<typeof compile>;
  try {
    compiled = compile(program);
  } catch (error) {
    if (!(error instanceof Spent)) throw error;
    reportAll(error.run);
    post({ kind: 'spent' });
    return;
  }
  if (!('run' in compiled)) {
    reportAll(compiled);
    post({ kind: 'done' });
    return;
  }
  for (const { task, index } of rest) {
    const output = boundedOutput(program.limits.output, order.output, index);
    const before = cpu();
    post({ kind: 'running', index, cpu: before });
    let run: ThreadRun;
    let isSpent = false;
    try {
      run = compiled.run(task, output);
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      isSpent = true;
      run = error.run;
    }
    post({ kind: 'run', index, run: timed(run, cpu() - before, program.limits.seconds) });
    if (isSpent) {
      post({ kind: 'spent' });
      return;
    }
  }
  post({ kind: 'done' });
};

/** The link leads to the directory of the thread that reads it. Without it a thread keeps its priority, and runs programs all the same. */
const ownId = (): number | null => {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/stat', 'utf8'), 10);
  } catch {
    return null;
  }
};

/** The body of a thread: it opens its engine and then runs programs, one after the other. */
export const serveThread = async (engine: ThreadEngine<unknown>, shared: unknown): Promise<void> => {
  const port = parentPort;
  if (port === null) throw new Error('this is no thread');
  const post = (report: ThreadReport): void => port.postMessage(report);
  const opened = await engine.open(shared);
  port.on('message', (order: ThreadOrder) => perform((program) => opened.compile(program), order, post));
  post({ kind: 'open', id: ownId() });
};
