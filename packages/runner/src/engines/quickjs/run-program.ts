import { isPlain } from '../../plain.ts';
import type { End, Limits, Plain, Task } from '../../program.ts';
import type { BoundedOutput } from '../bounded-output.ts';
import type { ThreadRun } from '../thread-engine.ts';
import { isRecord, readTold } from '../told.ts';
import { asModule, asScript, type JavaScript, looksLikeModule, namesIn, scriptHead } from './source.ts';
import { evalFlags, type Host, type Image, Thrown, type Value, Vm } from './vm.ts';

export type Prepared = {
  readonly module: WebAssembly.Module;
  readonly image: Image;
  readonly exportsOf: Readonly<Record<string, readonly string[]>>;
  readonly source: JavaScript;
  readonly isModule: boolean;
  readonly file: string;
  readonly limits: Limits;
};

/** The end of a run, thrown through the sandbox, which cannot catch it. */
class Ended extends Error {
  readonly end: End;
  readonly line: number | undefined;
  constructor(end: End, line?: number) {
    super(end);
    this.end = end;
    this.line = line;
  }
}

/** Characters of the values of one call between two instances. */
const longestValue = 4 * 1024 * 1024;

type Said = { readonly name: string; readonly message: string; readonly text: string; readonly line?: number };

const saidIn = (text: string): Said => {
  const found = readTold(text);
  const { name, message, text: shown } = isRecord(found) ? found : {};
  const word = (part: unknown): string => (typeof part === 'string' ? part : '');
  return { name: word(name), message: word(message), text: word(shown) };
};

const isOutOfMemory = ({ name, message }: Said): boolean => name === 'InternalError' && message === 'out of memory';

/** Of a stack: the frames of the prelude, and those through which it called the program. */
const ownFrames = /\n\s+at [^\n]*prelude\.js:[^\n]*/g;
const lastNativeFrames = /(?:\n\s+at [^\n]*\(native\))+\s*$/;

const stdioInput = (task: Task): string => (task.mode === 'stdio' ? task.input : '');

const encoder = new TextEncoder();

/** An instance with one program in it: the candidate's or the harness. */
class Side {
  readonly vm: Vm;
  readonly #prepared: Prepared;
  readonly #own: boolean;

  constructor(prepared: Prepared, own: boolean, host: Host) {
    this.#prepared = prepared;
    this.#own = own;
    this.vm = Vm.open(prepared.module, prepared.image, prepared.limits.memory * 1024 * 1024, host);
  }

  /** Runs a program until nothing is left to do. Its functions with these names can be called afterwards. */
  load(code: string, isModule: boolean, names: readonly string[]): void {
    const { vm } = this;
    const file = this.#own ? 'solution.js' : 'harness.js';
    if (isModule) {
      const namespace = vm.execute(vm.compile(asModule(code, names), file, evalFlags.module));
      vm.drain();
      if (vm.promiseState(namespace) === 0) throw new Ended('runtime-error');
      if (vm.promiseState(namespace) === 1) vm.call('namespace', vm.promiseResult(namespace));
    } else {
      vm.call('script', vm.execute(vm.compile(asScript(code, names), file, evalFlags.script)));
      vm.ticks();
      vm.drain();
    }
  }

  describe(value: Value): Said {
    let said: Said;
    try {
      said = saidIn(this.vm.text(this.vm.call('describe', value)));
    } catch {
      return { name: 'InternalError', message: 'out of memory', text: 'InternalError: out of memory' };
    }
    const shown = said.text.replace(ownFrames, '').replace(lastNativeFrames, '');
    if (!this.#own) return { ...said, text: shown };
    let line: number | undefined;
    const { source, isModule } = this.#prepared;
    const text = shown.replace(/solution\.js:(\d+):(\d+)/g, (_whole, row: string, column: string) => {
      const before = row === '1' && !isModule ? scriptHead.length : 0;
      const [originalLine, originalColumn] = source.original(Number(row), Math.max(1, Number(column) - before));
      line ??= originalLine;
      return `${this.#prepared.file}:${originalLine}:${originalColumn}`;
    });
    return { ...said, text, ...(line === undefined ? {} : { line }) };
  }

  /** Does `work`; what the program throws in it ends the run. */
  attempt<Result>(output: BoundedOutput, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof Ended) throw error;
      const said = this.#said(error);
      output.write(2, encoder.encode(`${said.text}\n`));
      throw new Ended(isOutOfMemory(said) ? 'memory-limit-exceeded' : 'runtime-error', said.line);
    }
  }

  #said(error: unknown): Said {
    if (error instanceof Thrown) return this.describe(error.value);
    // The thread's own stack was too short, or the sandbox broke: both end this instance only.
    if (error instanceof RangeError) return { name: 'RangeError', message: '', text: 'RangeError: Maximum call stack size exceeded' };
    if (error instanceof WebAssembly.RuntimeError) return { name: 'Error', message: '', text: 'Error: the program broke its sandbox' };
    if (error instanceof Error && error.message === 'QuickJS is out of memory') {
      return { name: 'InternalError', message: 'out of memory', text: 'InternalError: out of memory' };
    }
    throw error;
  }
}

const plainOf = (text: string): Plain => {
  if (text.length > longestValue) throw new Ended('output-limit-exceeded');
  const value = readTold(text);
  if (!isPlain(value)) throw new Ended('runtime-error');
  return value;
};

/** What the candidate's code says to what the harness does with it, as text for the harness's instance, which believes nothing of it. */
const answer = (side: Side, request: string): string => {
  side.vm.call('act', request);
  side.vm.drain();
  return crossing(side.vm.text(side.vm.call('acted')));
};

const crossing = (text: string): string => {
  if (text.length > longestValue) throw new Ended('output-limit-exceeded');
  if (readTold(text) === undefined) throw new Ended('runtime-error');
  return text;
};

const moduleText = (from: string, names: readonly string[]): string =>
  `const it = require(${JSON.stringify(from)}); export default it.default ?? it; ${names
    .filter((name) => name !== 'default')
    .map((name) => `export const ${name} = it.${name};`)
    .join(' ')}`;

export const runProgram =
  (prepared: Prepared) =>
  (task: Task, output: BoundedOutput): ThreadRun => {
    const { source, isModule, exportsOf } = prepared;
    const sides: Side[] = [];

    const builtIn = (name: string): string | undefined => {
      const plain = name.replace(/^node:/, '');
      return Object.hasOwn(exportsOf, plain) ? moduleText(plain, exportsOf[plain] ?? []) : undefined;
    };
    const hostOf = (host: Partial<Host>): Host => ({
      write: (fd, bytes) => {
        if (!output.write(fd === 2 ? 2 : 1, bytes)) throw new Ended('output-limit-exceeded');
      },
      stdin: stdioInput(task),
      exit: (code) => {
        throw new Ended(code === 0 && task.mode === 'stdio' ? 'ended' : 'runtime-error');
      },
      call: () => '{}',
      module: builtIn,
      ...host,
    });
    const open = (own: boolean, host: Partial<Host>): Side => {
      const side = new Side(prepared, own, hostOf(host));
      sides.push(side);
      return side;
    };

    const stdio = (): { value?: Plain } => {
      const side = open(true, {});
      side.attempt(output, () => {
        side.load(source.code, isModule, []);
        side.vm.call('exiting');
        if (side.vm.number(side.vm.call('exitCode')) !== 0) throw new Ended('runtime-error');
      });
      return {};
    };

    const callFunction = (name: string, args: readonly Plain[]): { value?: Plain } => {
      const side = open(true, {});
      return side.attempt(output, () => {
        side.load(source.code, isModule, namesIn(name));
        side.vm.call('call', name, JSON.stringify(args));
        side.vm.drain();
        return { value: plainOf(side.vm.text(side.vm.call('result'))) };
      });
    };

    /** The candidate's instance never sees the harness, and cannot end the run well: only the harness's own end does. */
    const underHarness = (harness: string): { value?: Plain } => {
      const names = namesIn(harness);
      let judge: Side | undefined;
      // A function of the harness that the candidate's code calls. An error in it ends the run: it may say what is expected.
      const callBack = (_name: string, request: string): string => {
        const own = judge;
        if (own === undefined) throw new Ended('runtime-error');
        return own.attempt(output, () => crossing(own.vm.text(own.vm.call('callback', request))));
      };
      const candidate = open(true, { call: callBack });
      const found = candidate.attempt(output, () => {
        candidate.load(source.code, isModule, names);
        return candidate.vm.text(candidate.vm.call('names', JSON.stringify(names)));
      });
      const known = readTold(found);
      const exported = Array.isArray(known) ? ['default', ...names].filter((name) => known.includes(name)) : [];
      const side = open(false, {
        call: (_name, request) => candidate.attempt(output, () => answer(candidate, request)),
        module: (name) => (/^(?:\.\/)?solution(?:\.[jt]s)?$/.test(name) ? moduleText('solution', exported) : builtIn(name)),
      });
      judge = side;
      side.attempt(output, () => {
        side.vm.call('stand', JSON.stringify(exported));
        side.load(harness, looksLikeModule(harness), []);
      });
      return {};
    };

    const run = (): { value?: Plain } => {
      switch (task.mode) {
        case 'stdio':
          return stdio();
        case 'function':
          return callFunction(task.name, task.args);
        case 'harness':
          return underHarness(task.harness);
        default:
          throw new Error(`JavaScript does not run ${task.mode}`);
      }
    };

    const told = (end: End): Omit<ThreadRun, 'line' | 'value'> => ({
      end,
      stdout: output.text(1),
      stderr: output.text(2),
      memory: sides.reduce((most, { vm }) => Math.max(most, vm.memory), 0),
    });
    try {
      const found = run();
      return { ...told('ended'), ...found };
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      return { ...told(error.end), ...(error.line === undefined ? {} : { line: error.line }) };
    }
  };
