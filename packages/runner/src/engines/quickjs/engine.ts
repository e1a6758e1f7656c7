import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Limits, Task } from '../../program.ts';
import type { BoundedOutput } from '../bounded-output.ts';
import { Spent, type ThreadEngine, type ThreadRun } from '../thread-engine.ts';
import { runProgram } from './run-program.ts';
import { asModule, asScript, type JavaScript, javaScriptOf, lastWritten, looksLikeModule } from './source.ts';
import { evalFlags, type Host, type Image, Thrown, Vm } from './vm.ts';

type Shared = {
  readonly module: WebAssembly.Module;
  readonly image: Image;
  readonly exportsOf: Readonly<Record<string, readonly string[]>>;
};

const noHost: Host = {
  write: () => undefined,
  stdin: '',
  exit: () => {
    throw new Error('nothing runs yet');
  },
  call: () => '{}',
  module: () => 'export default undefined',
};

const nothing = { stdout: '', memory: null };
const compileError = (message: string, line?: number): ThreadRun => ({
  ...nothing,
  end: 'compile-error',
  stderr: `${message}\n`,
  ...(line === undefined ? {} : { line }),
});

const checkMemory = 256 * 1024 * 1024;

/** Compiled without a run, in an instance of its own: as the body of a function like a file in Node, or as a module. */
const fault = (
  { module, image }: Shared,
  source: JavaScript,
  isModule: boolean,
): { message: string; line: number | undefined } | undefined => {
  const vm = Vm.open(module, image, checkMemory, { ...noHost, module: (name) => (name === '' ? undefined : 'export default undefined') });
  try {
    vm.compile(
      isModule ? asModule(source.code, []) : asScript(source.code, []),
      'solution.js',
      isModule ? evalFlags.module : evalFlags.script,
    );
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return { message: 'SyntaxError: the program is nested too deeply', line: undefined };
    if (!(error instanceof Thrown)) throw error;
    const { name, message, text } = JSON.parse(vm.text(vm.call('describe', error.value)));
    // An import of a name that a module does not have is known only once it runs.
    if (isModule && /Could not find export/.test(message)) return undefined;
    const [, line, column] = /solution\.js:(\d+):(\d+)/.exec(text) ?? [];
    if (line === undefined) return { message: `${name}: ${message}`, line: undefined };
    const last = lastWritten(source.code);
    // What stands there is what we put after the program, or the end of a module.
    const isAtEnd = Number(line) > source.code.split('\n').length || (Number(line) >= last && /: ''$/.test(message));
    if (isAtEnd) return { message: 'SyntaxError: unexpected end of input', line: source.original(last, 1)[0] };
    return { message: `${name}: ${message}`, line: source.original(Number(line), Number(column))[0] };
  }
};

const sourceOf = (language: string, source: string): ReturnType<typeof javaScriptOf> => {
  if (language !== 'typescript') return { code: source, original: (line, column) => [line, column] };
  try {
    return javaScriptOf(source);
  } catch {
    // Its stack overflowed, and from then on it fails for every program.
    throw new Spent(compileError('SyntaxError: the program is nested too deeply'));
  }
};

/** A harness is in the language of the question. One that is no TypeScript stays as it is and fails by its own fault. */
const withoutTypes = (harness: string): string => {
  const source = javaScriptOf(harness);
  return 'message' in source ? harness : source.code;
};

const compile = (shared: Shared, program: { language: string; source: string; limits: Limits }) => {
  const source = sourceOf(program.language, program.source);
  if ('message' in source) return compileError(source.message, source.line);
  const asScriptFault = fault(shared, source, false);
  const isModule = asScriptFault !== undefined && looksLikeModule(source.code);
  const found = isModule ? fault(shared, source, true) : asScriptFault;
  if (found !== undefined) return compileError(found.message, found.line);
  const file = program.language === 'typescript' ? 'solution.ts' : 'solution.js';
  const run = runProgram({ ...shared, source, isModule, file, limits: program.limits });
  if (program.language !== 'typescript') return { run };
  return {
    run: (task: Task, output: BoundedOutput) =>
      run(task.mode === 'harness' ? { ...task, harness: withoutTypes(task.harness) } : task, output),
  };
};

const modes = ['stdio', 'function', 'harness'] as const;
const engineVersion = 'QuickJS 0.16, ES2023';

export const quickJs: ThreadEngine<Shared> = {
  offers: [
    { engine: 'embedded', language: 'javascript', version: engineVersion, modes },
    { engine: 'embedded', language: 'typescript', version: engineVersion, modes },
  ],
  stackMegabytes: 64,
  prepare: async (assets) => {
    const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
    const module = await WebAssembly.compile(await readFile(file));
    const image = Vm.boot(module, noHost, { stream: await readFile(new URL('javascript/stream.js', assets), 'utf8') });
    const vm = Vm.open(module, image, checkMemory, noHost);
    return { module, image, exportsOf: Object.fromEntries(JSON.parse(vm.text(vm.call('modules')))) };
  },
  open: async (shared) => ({ compile: (program) => compile(shared, program) }),
};
