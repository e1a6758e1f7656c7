import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNative } from '../engines/native/check.ts';
import { launchEnvironment } from '../engines/native/command-line.ts';
import type { Language, Program, Run } from '../program.ts';
import { poolWhenNeeded } from './pool-when-needed.ts';

/**
 * Honest programs in `corpus/<language>`, with what they read in a `.in` file beside them: each engine prints what the real interpreter of
 * this machine prints. Where it cannot, `corpus/differences.json` says why.
 */

const corpus = new URL('../../corpus/', import.meta.url);
const limits = { seconds: 60, memory: 256, output: 4 * 1024 * 1024 };

type Difference = { readonly program: string; readonly engine: string; readonly reason: string };
export const differences: readonly Difference[] = JSON.parse(readFileSync(new URL('differences.json', corpus), 'utf8'));

/** Where the Node is that the repository pins: others on this machine may be older. */
const pinned = new URL('../../../../node_modules/node/bin', import.meta.url).pathname;
const compiled = (compiler: string, file: string): string => `${compiler} -w -o program ${file} -lm && ./program`;

/** What runs the file `solution.<ending>` in the current directory. */
const real = {
  javascript: { ending: 'js', command: 'node solution.js' },
  typescript: { ending: 'ts', command: 'node --no-warnings --experimental-transform-types solution.ts' },
  python: { ending: 'py', command: 'python3 solution.py' },
  ruby: { ending: 'rb', command: 'ruby solution.rb' },
  c: { ending: 'c', command: compiled('gcc -O2 -std=gnu17', 'solution.c') },
  cpp: { ending: 'cpp', command: compiled('g++ -O2 -std=gnu++20', 'solution.cpp') },
  java: { ending: 'java', command: 'java solution.java' },
} satisfies Partial<Record<Language, { ending: string; command: string }>>;
type Known = keyof typeof real;
const known = Object.keys(real) as Known[];

type Honest = { readonly language: Known; readonly name: string; readonly file: URL; readonly input: string };

const readOr = (file: URL, otherwise: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
};

/** A megabyte of numbers below ten million, each on a line, and before them how many there are. */
const manyNumbers = (): string => {
  const all = [140_000];
  for (let last = 1; all.length <= 140_000; all.push(last)) last = (last * 4_801 + 7) % 9_999_991;
  return `${all.join('\n')}\n`;
};
/** Programs with this name read it. It is made, not kept. */
const readsManyNumbers = /^large-?input\./i;

export const programsOf = (language: Known): Honest[] => {
  const directory = new URL(`${language}/`, corpus);
  const ending = `.${real[language].ending}`;
  return readdirSync(directory)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => ({
      language,
      name: `${language}/${file}`,
      file: new URL(file, directory),
      input: readsManyNumbers.test(file) ? manyNumbers() : readOr(new URL(`${file.slice(0, -ending.length)}.in`, directory), ''),
    }));
};
/** Languages that have programs. */
export const filled = known.filter((language) => readdirSync(corpus).includes(language));

type Printed = { readonly stdout: string; readonly succeeds: boolean };

/** Undefined where this machine has no such interpreter. Its input is a file: what opens `/dev/stdin` gets no socket of Node's. */
const onMachine = async ({ language, file, input }: Honest, path: string | undefined): Promise<Printed | undefined> => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-corpus-'));
  const { ending, command } = real[language];
  copyFileSync(file, join(directory, `solution.${ending}`));
  writeFileSync(join(directory, 'input'), input);
  const env = { PATH: path, HOME: process.env.HOME, TZ: 'UTC', LANG: 'C.UTF-8', PYTHONHASHSEED: '0' };
  try {
    return await new Promise((resolve) => {
      execFile('/bin/sh', ['-c', `(${command}) < input`], { cwd: directory, env, maxBuffer: limits.output }, (error, stdout) => {
        resolve(error?.code === 127 ? undefined : { stdout, succeeds: error === null });
      });
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** `path`: where the interpreters are that it is compared with. Native programs run on those of the system. */
type Engine = { readonly name: string; readonly path: string | undefined; readonly run: (program: Program) => Promise<Run | undefined> };

export const embedded: Engine = {
  name: 'embedded',
  path: `${pinned}:${process.env.PATH}`,
  run: async (program) => {
    if (!(await poolWhenNeeded.offers()).some(({ language }) => language === program.language)) return undefined;
    const outcome = await poolWhenNeeded.run(program, { account: 'account', attempt: 'attempt' });
    return 'refused' in outcome ? undefined : outcome.runs[0];
  },
};

export const nativeEngine = async (language: Language): Promise<Engine> => {
  const { signal } = new AbortController();
  const { engine, offers } = await checkNative({ languages: [language], signal });
  return {
    name: 'native',
    path: launchEnvironment.PATH,
    run: async (program) => {
      if (!offers.some(({ language }) => language === program.language)) return undefined;
      for await (const run of engine.run(program, signal)) return run;
      return undefined;
    },
  };
};

type Compared = { readonly honest: Honest; readonly engine: string; readonly isAlike: boolean; readonly detail: string };

const firstDifference = (one: string, other: string): string => {
  const [expected, found] = [one.split('\n'), other.split('\n')];
  const at = expected.findIndex((line, index) => line !== found[index]);
  const line = at < 0 ? expected.length : at;
  return `line ${line + 1}: ${JSON.stringify(expected[line]?.slice(0, 200))} is ${JSON.stringify(found[line]?.slice(0, 200))}`;
};

export const compare = async (programs: readonly Honest[], engines: readonly Engine[]): Promise<Compared[]> => {
  const compared: Compared[] = [];
  for (const honest of programs) {
    const { language, input } = honest;
    const program = { language, source: readFileSync(honest.file, 'utf8'), tasks: [{ mode: 'stdio', input }], limits } satisfies Program;
    for (const engine of engines) {
      const run = await engine.run(program);
      const expected = run === undefined ? undefined : await onMachine(honest, engine.path);
      if (run === undefined || expected === undefined) continue;
      const isAlike = run.stdout === expected.stdout && (run.end === 'ended') === expected.succeeds;
      const detail = isAlike ? '' : `${run.end} ${firstDifference(expected.stdout, run.stdout)} ${run.stderr.slice(0, 300)}`;
      compared.push({ honest, engine: engine.name, isAlike, detail });
    }
  }
  return compared;
};

const isListed = ({ honest, engine }: Compared): boolean =>
  differences.some((difference) => difference.program === honest.name && difference.engine === engine);

export const unexpected = (compared: readonly Compared[]): string[] =>
  compared
    .filter((one) => one.isAlike === isListed(one))
    .map(({ honest, engine, isAlike, detail }) => `${honest.name} on ${engine}: ${isAlike ? 'is alike, and listed as different' : detail}`);

export const table = (compared: readonly Compared[]): { row: string; share: number }[] =>
  [...new Set(compared.map(({ honest, engine }) => `${honest.language}\t${engine}`))].map((row) => {
    const own = compared.filter(({ honest, engine }) => `${honest.language}\t${engine}` === row);
    const alike = own.filter(({ isAlike }) => isAlike).length;
    return { row: `${row}\t${alike} of ${own.length}`, share: alike / own.length };
  });
