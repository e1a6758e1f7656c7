/** A value that crosses between two interpreters. `bytes` are base64; `set` and `tuple` are Python's. JSON numbers that are not finite, and integers beyond 2^53, are text. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | readonly Plain[]
  | { readonly type: 'int' | 'float' | 'bytes'; readonly value: string }
  | { readonly type: 'tuple' | 'set'; readonly items: readonly Plain[] }
  | { readonly type: 'dict'; readonly entries: readonly (readonly [Plain, Plain])[] };

export const languages = ['python', 'javascript', 'typescript', 'ruby', 'sql', 'c', 'cpp', 'java', 'go', 'rust'] as const;
export type Language = (typeof languages)[number];

/** For each run: `seconds` of processor time, `memory` in MiB, `output` in bytes of standard output and error together. */
export type Limits = { readonly seconds: number; readonly memory: number; readonly output: number };

/**
 * What one run does with the program. `stdio`: it reads `input` and writes. `function`: its function `name` is called. `harness`: a
 * program in another interpreter of the same engine calls its functions. `sql`: a query over `schema` and `data`.
 */
export type Task =
  | { readonly mode: 'stdio'; readonly input: string }
  | { readonly mode: 'function'; readonly name: string; readonly args: readonly Plain[] }
  | { readonly mode: 'harness'; readonly harness: string }
  | { readonly mode: 'sql'; readonly schema: string; readonly data: string };

/** A program and the runs that are wanted of it: it is compiled once, and each run starts from the same state. */
export type Program = {
  readonly language: Language;
  readonly source: string;
  readonly tasks: readonly Task[];
  readonly limits: Limits;
  /** Name of the engine that must run it, wherever that is; without one the engine that is preferred does. */
  readonly engine?: string | undefined;
  /** Milliseconds of its turn that other programs of its account take; the pool says so to its processes. */
  readonly usedMs?: number;
};

/**
 * How a run ended; whether its result is right is decided elsewhere, by somebody who knows what is expected. `ended`: by itself, with
 * exit code 0. `not-run`: our side failed, and nothing is known of the program.
 */
export const ends = [
  'ended',
  'compile-error',
  'runtime-error',
  'time-limit-exceeded',
  'memory-limit-exceeded',
  'output-limit-exceeded',
  'not-run',
] as const;
export type End = (typeof ends)[number];

export type Rows = { readonly columns: readonly string[]; readonly rows: readonly (readonly Plain[])[]; readonly ordered: boolean };

export type Run = {
  readonly end: End;
  /** Decoded as UTF-8 once it is complete; what is beyond `Limits.output` is cut off. */
  readonly stdout: string;
  readonly stderr: string;
  /** Of a compile or runtime error, from 1, in the candidate's source. */
  readonly line?: number | undefined;
  /** What the function returned; absent unless the end is `ended`. */
  readonly value?: Plain | undefined;
  readonly rows?: Rows | undefined;
  /** Processor time. */
  readonly seconds: number;
  /** MiB at most in use; null where the engine cannot tell. */
  readonly memory: number | null;
  /** Of a limit of time: the program waited, such as for a lock or a timer, and did not compute. Only native engines tell. */
  readonly waited?: true | undefined;
  /** Of a program's first run: what the compiler said although it compiled. Only native engines tell. */
  readonly warnings?: string | undefined;
  /** Of `not-run`: the program ended its engine while it ran alone, and did so before. Only a pool of one's own tells this. */
  readonly endedEngine?: true | undefined;
};

/** Which programs an engine takes, and the version that candidates are told. `name` tells engines apart: `embedded`, `native`, `judge0` … */
export type Offer = {
  readonly engine: string;
  readonly language: Language;
  readonly version: string;
  readonly modes: readonly Task['mode'][];
};

type Wanted = Pick<Program, 'language' | 'tasks' | 'engine'>;

/** The name of an engine without where it is: `runner native` is `native` in a runner process. */
const nameOf = ({ engine }: Offer): string => engine.replace(/^runner /, '');

/** Whether each task of a program can be run, by the engine that it must have. */
export const isAmong = (offers: readonly Offer[], { language, tasks, engine }: Wanted): boolean =>
  tasks.every(({ mode }) =>
    offers.some((one) => one.language === language && one.modes.includes(mode) && (engine === undefined || nameOf(one) === engine)),
  );
