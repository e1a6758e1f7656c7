import { notRun } from '../child/messages.ts';
import { type Language, languages, type Offer, type Run } from '../program.ts';
import { unlessCutOff, withinAllowed } from './allowed-limits.ts';
import type { RemoteEngine, RemoteProgram } from './remote-runner.ts';
import { type Fields, fieldsOf, listOf, numberIn, openService, ServiceFault, type ServiceOptions, textIn } from './service.ts';
import { byVersion, lineOf, memoryOf, sourceFile } from './source-files.ts';

/**
 * Piston by its HTTP API, version 2: the section "Public API" of readme.md in github.com/engineer-man/piston for requests, responses and
 * statuses, docs/configuration.md for its limits, and api/src/api/v2.js for the 400 of a limit above the configured one.
 */

const name = 'Piston';

const names: Readonly<Record<string, Language>> = {
  ...{ python: 'python', javascript: 'javascript', typescript: 'typescript', ruby: 'ruby' },
  ...{ c: 'c', 'c++': 'cpp', java: 'java', go: 'go', rust: 'rust' },
};

/** A language may be there by several runtimes; the others have names of their own, so that `language` alone would not choose. */
const preferred: readonly string[] = ['', 'gcc', 'node'];

type Known = { readonly language: Language; readonly asks: string; readonly version: string; readonly runtime: string };

const knownRuntime = (fields: Fields): Known | undefined => {
  const asked = textIn(fields, 'language');
  const language = names[asked];
  const [version, runtime] = [textIn(fields, 'version'), textIn(fields, 'runtime')];
  if (language === undefined || version === '' || !preferred.includes(runtime)) return undefined;
  const aliases = Array.isArray(fields.aliases) ? fields.aliases : [];
  const own = aliases.find((alias): alias is string => alias === `${runtime}-${asked}`);
  return { language, asks: own ?? asked, version, runtime };
};

const millisecond = 1000;
const megabyte = 1024 * 1024;
const compileSeconds = 10;
/** Limits that an installation bounds, and says so only when it refuses a program. */
const configurable = ['run_timeout', 'run_cpu_time', 'run_memory_limit', 'compile_timeout'] as const;
const namesOfLimits = {
  seconds: 'PISTON_RUN_CPU_TIME and PISTON_RUN_TIMEOUT',
  memory: 'PISTON_RUN_MEMORY_LIMIT',
};

/** What a stage of the response says: `run`, or `compile` where the language has one. */
type Stage = {
  readonly code: number | null;
  readonly signal: string;
  readonly status: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number | null;
  readonly memory: number | null;
};

const stageOf = (value: unknown): Stage => {
  const fields = fieldsOf(name, value);
  if (typeof fields.stdout !== 'string' || typeof fields.stderr !== 'string') throw new ServiceFault(`${name} sent an unknown shape`);
  const milliseconds = numberIn(fields, 'cpu_time');
  const bytes = numberIn(fields, 'memory');
  return {
    ...{ code: numberIn(fields, 'code'), signal: textIn(fields, 'signal'), status: textIn(fields, 'status') },
    ...{ stdout: fields.stdout, stderr: fields.stderr },
    seconds: milliseconds === null ? null : milliseconds / millisecond,
    memory: bytes === null ? null : bytes / megabyte,
  };
};

const cut = (text: string, bytes: number): string => {
  const whole = Buffer.from(text, 'utf8');
  return whole.length <= bytes ? text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole.subarray(0, bytes), { stream: true });
};

const compileError = ({ language }: RemoteProgram, { stdout, stderr }: Stage): Run => {
  const message = `${stdout}${stderr}`;
  return { ...notRun(message), end: 'compile-error', line: lineOf(language, message) };
};

const endOf = (stage: Stage, seconds: number, output: number, { language, limits }: RemoteProgram): Run['end'] => {
  if (stage.status === 'TO' || seconds > limits.seconds) return 'time-limit-exceeded';
  if (stage.status === 'OL' || stage.status === 'EL' || output > limits.output) return 'output-limit-exceeded';
  if (stage.code === 0 && stage.signal === '') return 'ended';
  const share = stage.memory === null ? 0 : stage.memory / memoryOf(language, limits.memory);
  return share >= 0.97 || (stage.signal === 'SIGKILL' && share >= 0.5) ? 'memory-limit-exceeded' : 'runtime-error';
};

const runOf = (stage: Stage, program: RemoteProgram): Run => {
  const { language, limits } = program;
  if (stage.status === 'XX') return notRun(`${name} reports an error of its own\n`);
  // Verdicts are of processor time. Without it a program that is slow and one that waited for a busy machine look alike.
  if (stage.seconds === null) return notRun(`${name} tells no processor time: it is too old\n`);
  const length = Buffer.byteLength(stage.stdout);
  const end = endOf(stage, stage.seconds, length + Buffer.byteLength(stage.stderr), program);
  const stdout = cut(stage.stdout, limits.output);
  const stderr = cut(stage.stderr, Math.max(0, limits.output - length));
  const run = { end, stdout, stderr, seconds: stage.seconds, memory: stage.memory };
  return end === 'runtime-error' ? { ...run, line: lineOf(language, stderr) } : run;
};

/** Sleeping, or a busy machine: one such result says nothing yet. */
const isWallClock = ({ status, seconds }: Stage, limit: number): boolean => status === 'TO' && seconds !== null && seconds < limit * 0.9;

export type PistonOptions = Omit<ServiceOptions, 'name' | 'headers'> & {
  /** Seconds in the queue of the service, beside the program's own time. */
  readonly patience: number;
};

export const piston = ({ base, patience, ...bounds }: PistonOptions): RemoteEngine => {
  // Piston itself asks for nothing; a proxy in front of it may.
  const credentials = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`;
  const headers = credentials === ':' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  const api = base.pathname === '/' ? new URL('/api/v2/', base) : base;
  const service = openService({ name, base: api, headers, ...bounds });
  let known: readonly Known[] = [];
  /** What the installation allows of each limit, for each language, once it has said so. */
  const allowed = new Map<string, number>();
  const most = (language: Language, limit: (typeof configurable)[number]): number =>
    allowed.get(`${language} ${limit}`) ?? Number.POSITIVE_INFINITY;
  const within = (program: RemoteProgram): RemoteProgram => {
    const { language } = program;
    // A run that real time ends before its processor time does would look like one that sleeps.
    const seconds = Math.min(most(language, 'run_cpu_time'), most(language, 'run_timeout')) / millisecond;
    return withinAllowed(program, { seconds, memory: most(language, 'run_memory_limit') / megabyte });
  };

  const execute = async (asked: RemoteProgram, input: string, signal: AbortSignal): Promise<Fields> => {
    const { language, source } = asked;
    const runtime = known.find((one) => one.language === language);
    if (runtime === undefined) throw new ServiceFault(`${name} has no ${language}`);
    for (let attempt = 0; ; attempt += 1) {
      const { limits } = within(asked);
      const wall = (limits.seconds * 10 + 5) * millisecond;
      const body = {
        ...{
          language: runtime.asks,
          version: runtime.version,
          files: [{ name: sourceFile(language), content: source }],
          stdin: input,
          args: [],
        },
        compile_timeout: Math.min(compileSeconds * millisecond, most(language, 'compile_timeout')),
        run_timeout: Math.ceil(Math.min(wall, most(language, 'run_timeout'))),
        run_cpu_time: Math.ceil(limits.seconds * millisecond),
        run_memory_limit: memoryOf(language, limits.memory) * megabyte,
      };
      const { status, json } = await service({
        ...{ method: 'POST', path: 'execute', body, signal },
        seconds: patience + compileSeconds + wall / millisecond,
        // Three times the output, because `output` repeats both; a character can be six of JSON.
        mostBytes: 18 * limits.output + 16 * megabyte,
      });
      const fields = fieldsOf(name, json);
      if (status === 200) return fields;
      const message = textIn(fields, 'message').slice(0, 200);
      const [, field, limit] = /^(\w+) cannot exceed the configured limit of (\d+)$/.exec(message) ?? [];
      const known = configurable.find((one) => one === field);
      if (known === undefined || attempt >= configurable.length)
        throw new ServiceFault(`${name} refuses a program (${status}): ${message}`);
      allowed.set(`${language} ${known}`, Number(limit));
    }
  };

  /** One run; or how the compiler ended, which is that of all. */
  const once = async (
    program: RemoteProgram,
    input: string,
    signal: AbortSignal,
  ): Promise<{ readonly compiler: Run } | { readonly stage: Stage }> => {
    const { compile, run } = await execute(program, input, signal);
    if (compile !== undefined && compile !== null) {
      const stage = stageOf(compile);
      if (stage.status === 'XX') throw new ServiceFault(`${name} reports an error of its own`);
      if (stage.code !== 0 || stage.signal !== '') return { compiler: compileError(program, stage) };
    }
    return { stage: stageOf(run) };
  };

  return {
    name: 'piston',
    look: async (signal) => {
      const { status, json } = await service({ path: 'runtimes', signal, attempts: 1, seconds: 15, mostBytes: megabyte });
      if (status !== 200) throw new ServiceFault(`${name} answered ${status} for its runtimes`);
      const all = listOf(name, json).flatMap((fields) => knownRuntime(fields) ?? []);
      known = languages.flatMap((language) =>
        all
          .filter((one) => one.language === language)
          .sort((one, other) => byVersion(other.version, one.version))
          .slice(0, 1),
      );
      const offers = known.map(
        ({ language, runtime, version }): Offer => ({
          ...{ engine: 'piston', language, modes: ['stdio'] },
          version: runtime === '' ? version : `${runtime} ${version}`,
        }),
      );
      return { offers, about: `${name} with ${all.length} runtimes that we know` };
    },
    run: async (program, report, signal) => {
      for (const [index, input] of program.inputs.entries()) {
        let result = await once(program, input, signal);
        const { limits } = within(program);
        if ('stage' in result && isWallClock(result.stage, limits.seconds)) result = await once(program, input, signal);
        if ('stage' in result)
          report(index, unlessCutOff(runOf(result.stage, { ...program, limits }), program.limits, limits, namesOfLimits));
        else if (index > 0) report(index, notRun(`${name} could not compile again\n`));
        else {
          for (const at of program.inputs.keys()) report(at, result.compiler);
          return;
        }
      }
    },
  };
};
