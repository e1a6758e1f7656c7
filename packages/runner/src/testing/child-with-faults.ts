import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { startChild } from '../child/start-child.ts';
import type { ProcessEngine } from '../engines/process-engine.ts';
import type { ThreadEngine, ThreadRun } from '../engines/thread-engine.ts';

/** A child process whose engines do what no engine should: tests of the pool start it in place of `child/main.ts`. */

const ended = (stdout: string): ThreadRun => ({ end: 'ended', stdout, stderr: '', memory: 1 });

const sleepForever = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

const firstTime = (file: string): boolean => {
  if (existsSync(file)) return false;
  writeFileSync(file, '');
  return true;
};

/** What an engine could do that is under its candidate's command. */
const escapes: Readonly<Record<string, (target: string) => unknown>> = {
  read: (file) => readFileSync(file),
  write: (file) => writeFileSync(file, ''),
  start: (command) => execFileSync(command),
};

const attempt = (by: (target: string) => unknown, target: string): string => {
  try {
    by(target);
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  }
};

/** The source names the fault, and a file that tells the second time from the first. */
const act = (source: string, input: string): ThreadRun => {
  const [fault = '', file = ''] = source.split(' ');
  const now = !fault.endsWith('-once') || firstTime(file);
  if (now && fault.startsWith('kill')) process.kill(process.pid, 'SIGKILL');
  if (now && fault.startsWith('throw')) throw new Error('the engine has a fault');
  if (now && fault.startsWith('exit')) process.exit(1);
  if (now && fault.startsWith('hang')) sleepForever();
  if (now && fault.startsWith('spin')) for (;;);
  if (fault === 'fill') for (const all: unknown[] = []; ; ) all.push(new Array(1_000_000).fill(all));
  if (fault === 'die-on' && input === file) process.kill(process.pid, 'SIGKILL');
  const by = escapes[fault];
  return ended(by === undefined ? input : attempt(by, file));
};

const threads: ThreadEngine<unknown> = {
  offers: [{ engine: 'faulty', language: 'ruby', version: '1', modes: ['stdio'] }],
  prepare: async () => null,
  open: async () => ({
    compile: ({ source }) => {
      if (source === 'compile-spin') for (;;);
      return { run: (task) => act(source, task.mode === 'stdio' ? task.input : '') };
    },
  }),
};

const processes: ProcessEngine = {
  offers: async () => [{ engine: 'faulty', language: 'c', version: '1', modes: ['stdio'] }],
  run: async function* (program, signal) {
    if (program.source === 'block') sleepForever();
    if (program.source === 'until-stopped') await once(signal, 'abort');
    for (const task of program.tasks) yield { ...ended(task.mode === 'stdio' ? task.input : ''), seconds: 0 };
  },
};

await startChild(new URL(import.meta.url), {
  threads: { threads: { faulty: async () => threads } },
  processes: { processes: async () => processes },
  broken: {
    processes: async () => {
      throw new Error('it does not start');
    },
  },
});
