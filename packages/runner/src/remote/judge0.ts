import { setTimeout as pause } from 'node:timers/promises';
import { notRun } from '../child/messages.ts';
import { type Language, type Limits, languages, type Offer, type Run } from '../program.ts';
import { unlessCutOff, withinAllowed } from './allowed-limits.ts';
import type { RemoteEngine, RemoteProgram } from './remote-runner.ts';
import {
  type Fields,
  fieldsOf,
  listOf,
  numberIn,
  openService,
  type Service,
  ServiceFault,
  type ServiceOptions,
  textIn,
} from './service.ts';
import { byVersion, lineOf, memoryOf } from './source-files.ts';

/**
 * Judge0 CE by its HTTP API: https://ce.judge0.com (docs/api in github.com/judge0/judge0) for paths, attributes, statuses and
 * configuration; app/controllers/submissions_controller.rb for 503 "queue is full", for errors in the place of tokens, and for null in
 * the place of a submission; app/jobs/isolate_job.rb for what its messages mean.
 */

const name = 'Judge0';

/** As Judge0 names them: `C++ (GCC 9.2.0)`, `Python (3.11.2)`, `JavaScript (Node.js 18.15.0)`. */
const names: Readonly<Record<string, Language>> = {
  ...{ Python: 'python', JavaScript: 'javascript', TypeScript: 'typescript', Ruby: 'ruby' },
  ...{ C: 'c', 'C++': 'cpp', Java: 'java', Go: 'go', Rust: 'rust' },
};

/** Of a language that is there several times: GCC before others, because native programs are compiled by it, and then the newest. */
const rank = ({ language, version }: Known): string =>
  `${(language === 'c' || language === 'cpp') && /^(?:gcc|g\+\+)/i.test(version) ? 1 : 0} ${version.replace(/^\D*/, '')}`;

type Known = { readonly id: number; readonly language: Language; readonly version: string };

const knownLanguage = (fields: Fields): Known | undefined => {
  const id = numberIn(fields, 'id');
  const [, title = '', version = ''] = /^(\S+) \((.+)\)$/.exec(textIn(fields, 'name')) ?? [];
  const language = names[title];
  return id === null || language === undefined ? undefined : { id, language, version };
};

/** What the installation allows, and its defaults when it does not say. */
type Settings = { readonly seconds: number; readonly wall: number; readonly memory: number; readonly file: number; readonly batch: number };

const settingsOf = (fields: Fields): Settings => ({
  seconds: numberIn(fields, 'max_cpu_time_limit') ?? 15,
  wall: numberIn(fields, 'max_wall_time_limit') ?? 20,
  memory: numberIn(fields, 'max_memory_limit') ?? 256_000,
  file: numberIn(fields, 'max_max_file_size') ?? 4096,
  batch: fields.enable_batched_submissions === false ? 1 : Math.max(1, numberIn(fields, 'max_submission_batch_size') ?? 20),
});

const kibibyte = 1024;
/** Beside the outputs: a compiler's messages, which Judge0 bounds by the size of a file, in base64. */
const besideOutputs = 8 * 1024 * kibibyte;
const mostInResponse = 32 * 1024 * kibibyte;
const fields = 'token,stdout,stderr,message,status_id,time,memory,exit_signal';

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const bytesIn = (result: Fields, field: string): Buffer => {
  const text = textIn(result, field).replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new ServiceFault(`${name} sent a ${field} that is no base64`);
  return Buffer.from(text, 'base64');
};

const submissionOf = ({ language, source, limits }: RemoteProgram, input: string, id: number, settings: Settings) => ({
  ...{ language_id: id, source_code: encode(source), stdin: encode(input) },
  ...{ cpu_time_limit: limits.seconds, wall_time_limit: Math.max(1, Math.min(settings.wall, limits.seconds * 10 + 5)) },
  memory_limit: Math.max(2048, memoryOf(language, limits.memory) * kibibyte),
  // Both of a run as a whole: otherwise four processes have four times as much.
  ...{ enable_per_process_and_thread_time_limit: false, enable_per_process_and_thread_memory_limit: false },
  // Standard output is a file there. A little more than the limit, so that what passes it can be told from what just fits.
  max_file_size: Math.min(settings.file, Math.ceil(limits.output / kibibyte) + 1),
  ...{ number_of_runs: 1, enable_network: false },
});

/** Sleeping, or a busy machine: one such result says nothing yet. */
const isWallClock = (result: Fields, limits: Limits): boolean =>
  numberIn(result, 'status_id') === 5 && (numberIn(result, 'time') ?? 0) < limits.seconds;

const sigkill = 9;
const namesOfLimits = { seconds: 'MAX_CPU_TIME_LIMIT of Judge0', memory: 'MAX_MEMORY_LIMIT of Judge0' };

const endOf = (
  status: number,
  result: Fields,
  output: number,
  seconds: number,
  memory: number | null,
  program: RemoteProgram,
): Run['end'] => {
  const { language, limits } = program;
  if (status === 5 || (status === 3 && seconds > limits.seconds)) return 'time-limit-exceeded';
  if (output > limits.output || status === 8) return 'output-limit-exceeded';
  if (status === 3 || status === 4) return 'ended';
  // The control group kills without a word of its own.
  const share = memory === null ? 0 : memory / memoryOf(language, limits.memory);
  const wasKilled = numberIn(result, 'exit_signal') === sigkill;
  return share >= 0.97 || (wasKilled && share >= 0.5) ? 'memory-limit-exceeded' : 'runtime-error';
};

const runOf = (result: Fields, program: RemoteProgram): Run => {
  const { language, limits } = program;
  const status = numberIn(result, 'status_id');
  const [out, err] = [bytesIn(result, 'stdout'), bytesIn(result, 'stderr')];
  const seconds = numberIn(result, 'time') ?? 0;
  const kilobytes = numberIn(result, 'memory');
  const memory = kilobytes === null ? null : kilobytes / kibibyte;
  if (status === 6) {
    const stderr = decoder.decode(bytesIn(result, 'compile_output'));
    return { ...notRun(stderr), end: 'compile-error', line: lineOf(language, stderr) };
  }
  // 13 and 14 are errors of Judge0's sandbox; of others we know nothing.
  if (status === null || status < 3 || status > 12) return notRun(`${name} ended a program with status ${status}\n`);
  const end = endOf(status, result, out.length + err.length, seconds, memory, program);
  const stdout = decoder.decode(out.subarray(0, limits.output));
  const stderr = decoder.decode(err.subarray(0, Math.max(0, limits.output - out.length)));
  const run = { end, stdout, stderr, seconds, memory };
  return end === 'runtime-error' ? { ...run, line: lineOf(language, stderr) } : run;
};

export type Judge0Options = Omit<ServiceOptions, 'name' | 'headers'> & {
  /** Seconds in the queue of the service, beside the program's own time. */
  readonly patience: number;
};

export const judge0 = ({ base, patience, ...bounds }: Judge0Options): RemoteEngine => {
  // `https://user:token@host`; some write the token alone.
  const token = decodeURIComponent(base.password || base.username);
  const headers = token === '' ? {} : { 'x-auth-token': token };
  const service: Service = openService({ name, base, headers, ...bounds });
  let known: readonly Known[] = [];
  let settings = settingsOf({});

  const get = async (path: string, signal: AbortSignal): Promise<unknown> => {
    const { status, json } = await service({ path, signal, attempts: 1, seconds: 15, mostBytes: 1024 * kibibyte });
    if (status !== 200) throw new ServiceFault(`${name} answered ${status} for ${path}`);
    return json;
  };

  const create = async (program: RemoteProgram, inputs: readonly string[], signal: AbortSignal): Promise<readonly string[]> => {
    const id = known.find(({ language }) => language === program.language)?.id;
    if (id === undefined) throw new ServiceFault(`${name} has no ${program.language}`);
    const submissions = inputs.map((input) => submissionOf(program, input, id, settings));
    const { status, json } = await service({
      ...{ method: 'POST', path: 'submissions/batch?base64_encoded=true', body: { submissions } },
      ...{ signal, seconds: 60, mostBytes: 1024 * kibibyte },
    });
    // 422: none of them was taken; the reasons stand in their places, as in a 201 for some of them.
    if (status !== 201 && status !== 422) throw new ServiceFault(`${name} answered ${status} for a submission`);
    const created = listOf(name, json);
    const tokens = created.map((one) => textIn(one, 'token'));
    const refused = created.find((one) => textIn(one, 'token') === '');
    if (refused !== undefined) throw new ServiceFault(`${name} refuses a submission: ${JSON.stringify(refused).slice(0, 200)}`);
    if (tokens.length !== inputs.length) throw new ServiceFault(`${name} sent ${tokens.length} tokens for ${inputs.length} submissions`);
    return tokens;
  };

  /** Waits for submissions, and reports each when it is done. */
  const follow = async (
    tokens: readonly string[],
    extra: string,
    mostBytes: number,
    deadline: number,
    report: (index: number, result: Fields) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const waiting = new Map(tokens.map((one, index) => [one, index]));
    for (let seconds = 0.1; waiting.size > 0; seconds = Math.min(2, seconds * 1.5)) {
      await pause(seconds * 1000, undefined, { signal });
      const path = `submissions/batch?base64_encoded=true&fields=${fields}${extra}&tokens=${[...waiting.keys()].join(',')}`;
      const { status, json } = await service({ path, signal, seconds: 60, mostBytes });
      if (status !== 200) throw new ServiceFault(`${name} answered ${status} for its submissions`);
      const { submissions } = fieldsOf(name, json);
      if (!Array.isArray(submissions)) throw new ServiceFault(`${name} sent an unknown shape`);
      for (const one of submissions) {
        if (one === null) throw new ServiceFault(`${name} has lost a submission`);
        const result = fieldsOf(name, one);
        const state = numberIn(result, 'status_id');
        const index = waiting.get(textIn(result, 'token'));
        if (index === undefined || state === null || state <= 2) continue;
        waiting.delete(textIn(result, 'token'));
        report(index, result);
      }
      if (waiting.size > 0 && performance.now() > deadline)
        throw new ServiceFault(`${name} did not finish in ${patience} s and the program's time`);
    }
  };

  const runOn = async (
    program: RemoteProgram,
    indexes: readonly number[],
    withCompiler: boolean,
    report: (index: number, result: Fields) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const inputs = indexes.map((index) => program.inputs[index] ?? '');
    const tokens = await create(program, inputs, signal);
    const wall = Math.min(settings.wall, program.limits.seconds * 10 + 5);
    const deadline = performance.now() + (patience + indexes.length * (wall + settings.seconds)) * 1000;
    const mostBytes = besideOutputs + indexes.length * outputBytes(program.limits);
    const extra = withCompiler ? ',compile_output' : '';
    await follow(tokens, extra, mostBytes, deadline, (at, result) => report(indexes[at] ?? -1, result), signal);
  };

  return {
    name: 'judge0',
    look: async (signal) => {
      const all = listOf(name, await get('languages', signal)).flatMap((fields) => knownLanguage(fields) ?? []);
      known = languages.flatMap((language) =>
        all
          .filter((one) => one.language === language)
          .sort((one, other) => byVersion(rank(other), rank(one)))
          .slice(0, 1),
      );
      settings = settingsOf(fieldsOf(name, await get('config_info', signal)));
      const { version } = fieldsOf(name, await get('about', signal));
      const offers = known.map(({ language, version }): Offer => ({ engine: 'judge0', language, version, modes: ['stdio'] }));
      return { offers, about: `${name} ${typeof version === 'string' ? version : 'of an unknown version'}` };
    },
    run: async (requested, report, signal) => {
      const program = withinAllowed(requested, { seconds: settings.seconds, memory: settings.memory / kibibyte });
      const { limits, inputs } = program;
      const reportRun = (index: number, run: Run): void => report(index, unlessCutOff(run, requested.limits, limits, namesOfLimits));
      const again: number[] = [];
      const take = (index: number, result: Fields): void => {
        if (isWallClock(result, limits)) again.push(index);
        else reportRun(index, runOf(result, program));
      };
      // Each submission is compiled again. The first one tells whether the program compiles at all, and the others cost nothing if not.
      let compileError: Run | undefined;
      const first = (index: number, result: Fields): void => {
        if (numberIn(result, 'status_id') === 6) compileError = runOf(result, program);
        else take(index, result);
      };
      await runOn(program, [0], true, first, signal);
      if (compileError !== undefined) {
        for (const index of inputs.keys()) report(index, compileError);
        return;
      }
      const batch = Math.max(1, Math.min(settings.batch, Math.floor(mostInResponse / outputBytes(limits))));
      const others = [...inputs.keys()].slice(1);
      // It compiled before: an end by the compiler is now the service's fault.
      const other = (index: number, result: Fields): void =>
        numberIn(result, 'status_id') === 6 ? report(index, notRun(`${name} could not compile again\n`)) : take(index, result);
      for (let at = 0; at < others.length; at += batch) await runOn(program, others.slice(at, at + batch), false, other, signal);
      for (const index of again) await runOn(program, [index], false, (at, result) => reportRun(at, runOf(result, program)), signal);
    },
  };
};

/** Both outputs of a submission in base64: each can be as large as a file may be. */
const outputBytes = ({ output }: Limits): number => Math.ceil((2 * (output + 2 * kibibyte) * 4) / 3) + 64 * kibibyte;
