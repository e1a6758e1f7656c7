import { chmod, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limits, Offer, Program, Run, Task } from '../../program.ts';
import type { ProcessEngine } from '../process-engine.ts';
import type { Job, Sandbox } from './command-line.ts';
import { type Compiled, type CompiledPrograms, digestOf, stampOf } from './compiled.ts';
import { deathIn, lineOfDeath, searchCommand, wordsOf } from './fatal-signals.ts';
import { type Outcome, runInSandbox } from './sandbox.ts';
import type { Part, Toolchain } from './toolchains.ts';
import { makeWorkspace } from './workspace.ts';

/** Compiling is our choice of tool on the candidate's text: it has room of its own, and no less than the largest compiler wants. */
const compileLimits = { seconds: 10, memory: 1536, dataOfOne: 4096, stack: 64, output: 65_536, processes: 128, disk: 512 };

/** Threads among them: a program that starts a hundred is an exercise, not an attack. */
const processes = 128;
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
  const { stop, code, stdout, seconds, memory } = outcome;
  const stderr = (code !== 0 && toolchain.ofProgram?.(outcome.stderr)) || outcome.stderr;
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

/** A toolchain that was found here. */
type FoundToolchain = { readonly toolchain: Toolchain; readonly version: string };

type Where = {
  readonly sandbox: Sandbox;
  readonly workspace: string;
  readonly signal: AbortSignal;
};

/** Runs a script of a toolchain, which may write a file: to `path`. */
const runCompiler = async (
  { sandbox, workspace, signal }: Where,
  toolchain: Toolchain,
  [script, ...args]: readonly [string, ...string[]],
  files: Job['files'],
  path: string,
): Promise<Outcome> => {
  const handle = await open(path, 'w', 0o600);
  try {
    return await runInSandbox(
      sandbox,
      workspace,
      {
        command: ['sh', '-c', script, ...args],
        files,
        environment: toolchain.environment({ memory: compileLimits.memory, stack: compileLimits.stack }),
        input: '',
        limits: { ...compileLimits, seconds: toolchain.compileSeconds ?? compileLimits.seconds },
      },
      signal,
      handle,
    );
  } finally {
    await handle.close();
  }
};

const keyOf = ({ toolchain, version }: FoundToolchain, ...parts: readonly string[]): string =>
  digestOf(toolchain.language, version, ...toolchain.ask.slice(0, 1).map(stampOf), ...parts);

/** The kind of a part and its key. */
const partOf = (found: FoundToolchain, { name, make }: Part): readonly [string, string] => [
  `${found.toolchain.language}-${name}`,
  keyOf(found, make),
];

/** The text is ours. All headers of C++ take 4 s of processor time alone on a machine, and more than 10 on one whose cores are shared. */
const partSeconds = 60;

/** Makes what many compilations take. Without it they are slower, or tell less. */
export const makeParts = async (
  sandbox: Sandbox,
  found: FoundToolchain,
  compiled: CompiledPrograms,
  signal: AbortSignal,
): Promise<void> => {
  for (const part of found.toolchain.parts ?? [])
    await compiled.makePart(...partOf(found, part), async (path) => {
      const workspace = await makeWorkspace(sandbox);
      try {
        const where = { sandbox, workspace: workspace.path, signal };
        const { stop, code } = await runCompiler(where, { ...found.toolchain, compileSeconds: partSeconds }, [part.make], {}, path);
        return stop === null && code === 0;
      } finally {
        await workspace.remove();
      }
    });
};

/** The parts that are there: paths inside and outside. */
const partsFor = async (found: FoundToolchain, before: CompiledPrograms | null): Promise<Record<string, string>> => {
  const files: Record<string, string> = {};
  for (const part of found.toolchain.parts ?? []) {
    const path = await before?.part(...partOf(found, part));
    if (path !== undefined) files[part.inside] = path;
  }
  return files;
};

type Uncompiled = {
  readonly inside: string;
  readonly main: string;
  readonly file: string;
  /** Where the program is written. */
  readonly path: string;
  readonly parts: Readonly<Record<string, string>>;
};

/** How a compilation ended, or that it did not run. `isFinal`: the same source would end so again. */
const compileSource = async (
  where: Where,
  { toolchain }: FoundToolchain,
  { inside, main, file, path, parts }: Uncompiled,
): Promise<{ readonly notRun: Run } | { readonly compiled: Compiled; readonly isFinal: boolean }> => {
  const outcome = await runCompiler(where, toolchain, [toolchain.compile, inside, main], { [inside]: file, ...parts }, path);
  const { end, stdout, stderr, seconds, memory } = runOf(toolchain, outcome);
  if (end === 'not-run') return { notRun: notRun(stderr) };
  const isFinal = outcome.stop === null;
  const said = `${stdout}${stderr}`;
  if (end === 'ended') return { compiled: { fault: null, said }, isFinal };
  const text = isFinal ? said : `${said}\nThe compiler reached its limit: ${end}.`;
  const line = lineIn(text, toolchain.lines.compile, toolchain.lines.last);
  return { compiled: { fault: { stderr: text, line, seconds, memory }, said: '' }, isFinal };
};

/** The program to run and what the compiler said of it, or how its compilation ended. */
const compile = async (
  where: Where,
  found: FoundToolchain,
  source: string,
  before: CompiledPrograms | null,
): Promise<{ readonly file: string; readonly said: string } | { readonly run: Run }> => {
  const { toolchain } = found;
  const { file: name, main } = toolchain.named?.(source) ?? { file: toolchain.source, main: '' };
  const inside = `/box/${name}`;
  const file = join(where.workspace, toolchain.source);
  await writeFile(file, source);
  // Not as it is written: a service whose files are private has a umask, and programs run as another user.
  await chmod(file, 0o644);
  const path = join(where.workspace, 'program');
  const makes = (toolchain.parts ?? []).map(({ make }) => make);
  const key = keyOf(found, toolchain.compile, ...makes, inside, main, source);
  let compiled = await before?.find(key, path);
  if (compiled === undefined) {
    const parts = await partsFor(found, before);
    const uncompiled = { inside, main, file, path };
    let done = await compileSource(where, found, { ...uncompiled, parts });
    // A part may have been removed meanwhile.
    if ('notRun' in done && Object.keys(parts).length > 0 && !where.signal.aborted)
      done = await compileSource(where, found, { ...uncompiled, parts: {} });
    if ('notRun' in done) return { run: done.notRun };
    compiled = done.compiled;
    if (done.isFinal) await before?.keep(key, compiled, path);
  }
  const { fault, said } = compiled;
  if (fault !== null) return { run: { ...fault, end: 'compile-error', stdout: '' } };
  if (toolchain.artefact === null) return { file, said };
  await chmod(path, 0o755);
  return { file: path, said };
};

const searchLimits = { seconds: 1, memory: 256, dataOfOne: 512, stack: 8, output: 65_536, processes: 8, disk: 1 };

/** Finds where a program died. Its runs often die alike; and a program that makes one search fail by what it holds has no other. */
const findsLines = (where: Where, inside: string, source: string, since: number) => {
  const known = new Map<string, number | undefined>();
  let hasFailed = false;
  return async (addresses: readonly string[], program: string): Promise<number | undefined> => {
    const key = addresses.join(' ');
    if (key === '' || known.has(key) || hasFailed) return known.get(key);
    const outcome = await runInSandbox(
      where.sandbox,
      where.workspace,
      {
        ...{ command: searchCommand(addresses), files: { '/box/program': program }, environment: {}, input: '' },
        ...{ limits: searchLimits, since },
      },
      where.signal,
    );
    hasFailed = outcome.stop !== null || outcome.code !== 0;
    const line = hasFailed ? undefined : lineOfDeath(source, inside, outcome.stdout);
    known.set(key, line);
    return line;
  };
};

/** Characters of what a compiler says of a program that it compiled. */
const mostWarnings = 16_384;

/** Compiles a program once, unless it was compiled `before`, and runs it for each task in a fresh sandbox. */
export async function* runProgram(
  sandbox: Sandbox,
  found: FoundToolchain,
  before: CompiledPrograms | null,
  program: { readonly source: string; readonly tasks: readonly Task[]; readonly limits: Limits; readonly usedMs?: number },
  signal: AbortSignal,
): AsyncGenerator<Run> {
  const since = performance.now() - (program.usedMs ?? 0);
  const workspace = await makeWorkspace(sandbox);
  try {
    const compiled = await compile({ sandbox, workspace: workspace.path, signal }, found, program.source, before);
    const { toolchain } = found;
    const findLine = findsLines({ sandbox, workspace: workspace.path, signal }, `/box/${toolchain.source}`, program.source, since);
    for (const [index, task] of program.tasks.entries()) {
      if ('run' in compiled) yield compiled.run;
      else if (task.mode !== 'stdio') yield notRun(`native programs are not run as ${task.mode}`);
      else {
        const job = jobOf(toolchain, program.limits, compiled.file, task.input);
        const outcome = await runInSandbox(sandbox, workspace.path, { ...job, since }, signal);
        const death = toolchain.reportsDeath ? deathIn(outcome.code, outcome.stderr) : undefined;
        let run = runOf(toolchain, death ? { ...outcome, stderr: death.stderr } : outcome);
        if (death && run.end === 'runtime-error') {
          const line = await findLine(death.addresses, compiled.file);
          run = { ...run, line, stderr: wordsOf(death, line) };
        }
        const warnings = index === 0 ? compiled.said.slice(0, mostWarnings) : '';
        yield warnings === '' || run.end === 'not-run' ? run : { ...run, warnings };
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
  before: CompiledPrograms,
): ProcessEngine => ({
  offers: async () => found.map(({ offer }) => offer),
  run: async function* (program: Program, signal) {
    const one = found.find(({ toolchain }) => toolchain.language === program.language);
    let done = 0;
    let reason = `there is no toolchain for ${program.language}`;
    try {
      if (one)
        for await (const run of runProgram(sandbox, { ...one, version: one.offer.version }, before, program, signal)) {
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
