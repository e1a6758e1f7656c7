import { chmod, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limits, Offer, Program, Run, Task } from '../../program.ts';
import type { ProcessEngine } from '../process-engine.ts';
import type { Job, Sandbox } from './command-line.ts';
import { type Outcome, runInSandbox } from './sandbox.ts';
import type { Toolchain } from './toolchains.ts';
import { makeWorkspace } from './workspace.ts';

/** Compiling is our choice of tool on the candidate's text: it has room of its own, and no less than the largest compiler wants. */
const compileLimits = { seconds: 30, memory: 1536, dataOfOne: 4096, stack: 64, output: 65_536, processes: 128, disk: 512 };

const processes = 64;
const disk = 64;
const stackAtMost = 64;

export const notRun = (why: string): Run => ({ end: 'not-run', stdout: '', stderr: why, seconds: 0, memory: null });

const lineIn = (text: string, pattern: RegExp | null, last: boolean): number | undefined => {
  if (!pattern) return undefined;
  const found = last ? [...text.matchAll(new RegExp(pattern, 'gm'))].at(-1) : new RegExp(pattern, 'm').exec(text);
  return found?.[1] === undefined ? undefined : Number(found[1]);
};

const jobOf = (toolchain: Toolchain, limits: Limits, file: string, input: string): Job => {
  const stack = Math.max(8, Math.min(stackAtMost, Math.floor(limits.memory / 2)));
  const room = { memory: limits.memory, stack };
  return {
    command: toolchain.run(room),
    files: { [`/box/${toolchain.artefact ?? toolchain.source}`]: file },
    environment: toolchain.environment(room),
    input,
    limits: {
      ...{ seconds: limits.seconds, output: limits.output, stack, processes, disk },
      memory: limits.memory + toolchain.needs.memory,
      dataOfOne: limits.memory + toolchain.needs.data,
    },
  };
};

const ends = { time: 'time-limit-exceeded', memory: 'memory-limit-exceeded', output: 'output-limit-exceeded' } as const;

const runOf = (toolchain: Toolchain, outcome: Outcome): Run => {
  const { stop, code, stdout, stderr, seconds, memory } = outcome;
  const run = { stdout, stderr, seconds, memory };
  switch (stop) {
    case 'time':
      return { ...run, end: ends.time, ...(outcome.waited ? { waited: true } : {}) };
    case 'memory':
    case 'output':
      return { ...run, end: ends[stop] };
    case 'aborted':
    case 'gave-up':
    case 'failed':
      return notRun(stop === 'failed' ? `the sandbox failed: ${stderr}` : stop);
    case null:
      if (code === 0) return { ...run, end: 'ended' };
      if (toolchain.outOfMemory?.test(stderr)) return { ...run, end: 'memory-limit-exceeded' };
      // 128 and SIGXFSZ: a file as large as no output may be.
      if (code === 153) return { ...run, end: 'output-limit-exceeded' };
      return { ...run, end: 'runtime-error', line: lineIn(stderr, toolchain.lines.run, toolchain.lines.last) };
  }
};

/** The program to run, or how its compilation ended. */
const compile = async (
  sandbox: Sandbox,
  workspace: string,
  toolchain: Toolchain,
  source: string,
  signal: AbortSignal,
): Promise<{ readonly file: string } | { readonly run: Run }> => {
  const named = toolchain.named?.(source) ?? { file: toolchain.source, main: '' };
  const inside = `/box/${named.file}`;
  const file = join(workspace, toolchain.source);
  await writeFile(file, source);
  // Not as it is written: a service whose files are private has a umask, and programs run as another user.
  await chmod(file, 0o644);
  const artefact = join(workspace, 'program');
  const handle = await open(artefact, 'wx', 0o600);
  try {
    const outcome = await runInSandbox(
      sandbox,
      workspace,
      {
        command: ['sh', '-c', toolchain.compile, inside, named.main],
        files: { [inside]: file },
        environment: toolchain.environment({ memory: compileLimits.memory, stack: compileLimits.stack }),
        input: '',
        limits: compileLimits,
      },
      signal,
      handle,
    );
    const run = runOf(toolchain, outcome);
    if (run.end === 'not-run') return { run };
    if (run.end !== 'ended') {
      const stderr = `${run.stdout}${run.stderr}${outcome.stop === null ? '' : `\nThe compiler reached its limit: ${run.end}.`}`;
      const line = lineIn(stderr, toolchain.lines.compile, toolchain.lines.last);
      return { run: { ...run, end: 'compile-error', stdout: '', stderr, line } };
    }
  } finally {
    await handle.close();
  }
  if (toolchain.artefact === null) return { file };
  await chmod(artefact, 0o755);
  return { file: artefact };
};

/** Compiles a program once, and runs it for each task in a fresh sandbox. */
export async function* runProgram(
  sandbox: Sandbox,
  toolchain: Toolchain,
  program: { readonly source: string; readonly tasks: readonly Task[]; readonly limits: Limits },
  signal: AbortSignal,
): AsyncGenerator<Run> {
  const since = performance.now();
  const workspace = await makeWorkspace(sandbox);
  try {
    const compiled = await compile(sandbox, workspace.path, toolchain, program.source, signal);
    for (const task of program.tasks) {
      if ('run' in compiled) yield compiled.run;
      else if (task.mode !== 'stdio') yield notRun(`native programs are not run as ${task.mode}`);
      else {
        const job = jobOf(toolchain, program.limits, compiled.file, task.input);
        yield runOf(toolchain, await runInSandbox(sandbox, workspace.path, { ...job, since }, signal));
      }
    }
  } finally {
    await workspace.remove();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The engine of native toolchains: `found` are the ones that ran a program here. */
export const nativeEngine = (
  sandbox: Sandbox,
  found: readonly { readonly toolchain: Toolchain; readonly offer: Offer }[],
): ProcessEngine => ({
  offers: async () => found.map(({ offer }) => offer),
  run: async function* (program: Program, signal) {
    const toolchain = found.find((one) => one.toolchain.language === program.language)?.toolchain;
    let done = 0;
    let reason = `there is no toolchain for ${program.language}`;
    try {
      if (toolchain)
        for await (const run of runProgram(sandbox, toolchain, program, signal)) {
          done += 1;
          yield run;
        }
    } catch (error) {
      // A full disk, for example: nothing is known of the runs that are left.
      reason = messageOf(error);
    }
    for (; done < program.tasks.length; done += 1) yield notRun(reason);
  },
});
