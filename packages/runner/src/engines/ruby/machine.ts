import { boundedOutput } from '../bounded-output.ts';
import { type Called, called, type Machine } from '../wasi/call.ts';
import type { ReadOnlyFiles } from '../wasi/file-tree.ts';
import { RunOver } from '../wasi/run-over.ts';
import { type Conversation, Wasi } from '../wasi/wasi.ts';
import { UnwindBuffers, unwindPages } from './unwind-buffers.ts';

const page = 65_536;
const mebibyte = 1_048_576;

/** What a program may have at most, besides the interpreter. Above it lie the buffers of `unwind-buffers.ts`. Pages that nobody touches cost nothing. */
const heapPages = (1024 * mebibyte) / page;
/** While it starts, Ruby wants 256 MiB for a cache of object layouts that small programs do not fill, and goes without when it is refused. */
const bootPages = (96 * mebibyte) / page;
/** MiB of a started interpreter that count as the program's: about what a Ruby takes anywhere. The rest is its library and its stack. */
const counted = 16;

/** An interpreter that has started: what is not zero in its memory, and the stack pointer between two calls. */
export type Image = {
  readonly pages: number;
  readonly parts: readonly { readonly at: number; readonly bytes: Uint8Array }[];
  readonly stack: number;
};

const names = {
  init: 'ruby-init: func(args: list<string>) -> ()',
  evaluate: 'rb-eval-string-protect: func(str: string) -> tuple<handle<rb-abi-value>, s32>',
  // The binary calls these where it was compiled with memory.grow, memory.size and the start of an unwinding (scripts/make-ruby-assets.ts).
  grow: 'is-js: func(value: handle<js-abi-value>) -> bool',
  size: 'global-this: func() -> handle<js-abi-value>',
  unwinding: 'resource_drop_js-abi-value',
} as const;

type Exports = {
  readonly memory: WebAssembly.Memory;
  /** The stack pointer, and the state of what unwinds the stack. */
  readonly stack: WebAssembly.Global;
  readonly unwinding: WebAssembly.Global;
  readonly _initialize: () => void;
  readonly cabi_realloc: (old: number, oldSize: number, alignment: number, size: number) => number;
  readonly [names.init]: (strings: number, count: number) => void;
  readonly [names.evaluate]: (text: number, length: number) => number;
};

const isExports = (exports: object): exports is Exports =>
  'memory' in exports &&
  exports.memory instanceof WebAssembly.Memory &&
  'stack' in exports &&
  exports.stack instanceof WebAssembly.Global &&
  'unwinding' in exports &&
  exports.unwinding instanceof WebAssembly.Global &&
  [names.init, names.evaluate, '_initialize', 'cabi_realloc'].every((name) => typeof Reflect.get(exports, name) === 'function');

/** JavaScript is not there: the binary could reach it by functions that here end the run. */
const absent = (): never => {
  throw new RunOver('exit', 1);
};
const same = (handle: number): number => handle;

class Interpreter {
  readonly exports: Exports;
  readonly wasi: Wasi;
  readonly memory: Uint8Array;
  readonly unwinding: UnwindBuffers;
  readonly #view: DataView;

  constructor(module: WebAssembly.Module, ownPages: number, files?: ReadOnlyFiles) {
    const wasi = new Wasi(['ruby'], {}, files);
    this.wasi = wasi;
    const imports: Record<string, Record<string, (...values: never[]) => unknown>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) imports[from] = { ...imports[from], [name]: absent };
    const { exports } = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: { ...wasi.imports, fd_datasync: () => 0 },
      'rb-js-abi-host': { ...imports['rb-js-abi-host'], [names.grow]: (by: number) => wasi.grow(by), [names.size]: () => wasi.pages },
      canonical_abi: {
        'resource_new_rb-abi-value': same,
        'resource_get_rb-abi-value': same,
        [names.unwinding]: (buffer: number) => this.unwinding.begins(buffer),
      },
    });
    if (!isExports(exports)) throw new Error('the binary lacks the exports that scripts/make-ruby-assets.ts adds');
    this.exports = exports;
    const initial = exports.memory.buffer.byteLength / page;
    const lowPages = ownPages + heapPages;
    exports.memory.grow(lowPages + unwindPages - initial);
    wasi.pages = initial;
    wasi.attach(exports.memory);
    this.memory = new Uint8Array(exports.memory.buffer);
    this.#view = new DataView(exports.memory.buffer);
    this.unwinding = new UnwindBuffers(exports.memory.buffer, lowPages * page);
  }

  write(text: string): readonly [at: number, length: number] {
    const bytes = Buffer.from(text);
    const at = this.exports.cabi_realloc(0, 0, 1, bytes.length);
    this.memory.set(bytes, at);
    return [at, bytes.length];
  }

  initialize(args: readonly string[]): void {
    const { exports } = this;
    exports._initialize();
    const list = exports.cabi_realloc(0, 0, 4, args.length * 8);
    for (const [index, arg] of args.entries()) {
      const [at, length] = this.write(`${arg}\0`);
      this.#view.setUint32(list + index * 8, at, true);
      this.#view.setUint32(list + index * 8 + 4, length, true);
    }
    exports[names.init](list, args.length);
  }

  /** Whether the text ran without an exception. */
  evaluate(text: string): boolean {
    const [at, length] = this.write(text);
    const result = this.exports[names.evaluate](at, length);
    return this.#view.getInt32(result + 4, true) === 0;
  }
}

/** Starts an interpreter, which loads its usual libraries, and keeps its state at the moment when it waits for a program. */
export const boot = (module: WebAssembly.Module, source: string): Image => {
  const interpreter = new Interpreter(module, 0);
  const { wasi, memory, exports } = interpreter;
  const output = boundedOutput(page);
  wasi.reset(wasi.pages, bootPages);
  wasi.converse({ stdin: new Uint8Array(), message: new Uint8Array(), output, channelLimit: page });
  try {
    // Without what starts slowly and helps at a terminal. `-e` is the program, which does nothing.
    interpreter.initialize(['ruby', '-EUTF-8:UTF-8', '--disable=gems,did_you_mean,error_highlight,syntax_suggest', '-e_=0']);
    const isReady = interpreter.evaluate(`eval(<<'END OF BOOT', TOPLEVEL_BINDING, 'assay')\n${source}\nEND OF BOOT\n`);
    if (!isReady || wasi.take().length === 0) interpreter.evaluate('STDERR.syswrite($!.full_message(highlight: false))');
  } catch (error) {
    throw new Error(`Ruby did not start: ${output.text(2)}${output.text(1)}`, { cause: error });
  }
  if (output.text(2) !== '') throw new Error(`Ruby did not start: ${output.text(2)}`);
  const parts: { at: number; bytes: Uint8Array }[] = [];
  const zeros = Buffer.alloc(page);
  for (let at = 0; at < wasi.pages * page; at += page) {
    const found = memory.subarray(at, at + page);
    if (zeros.equals(found)) continue;
    const bytes = new Uint8Array(new SharedArrayBuffer(page));
    bytes.set(found);
    parts.push({ at, bytes });
  }
  return { pages: wasi.pages, parts, stack: exports.stack.value };
};

export class RubyMachine implements Machine {
  readonly #interpreter: Interpreter;
  readonly #image: Image;
  /** Pages that do not count as the program's. */
  readonly #ownPages: number;
  readonly #zeros = Buffer.alloc(page);

  constructor(module: WebAssembly.Module, image: Image, files: ReadOnlyFiles) {
    this.#ownPages = Math.max(0, image.pages - (counted * mebibyte) / page);
    this.#interpreter = new Interpreter(module, this.#ownPages, files);
    this.#image = image;
  }

  restore(memory: number): void {
    const { wasi, exports, memory: bytes, unwinding } = this.#interpreter;
    const { parts, pages, stack } = this.#image;
    let end = 0;
    for (const part of parts) {
      this.#clear(end, part.at);
      bytes.set(part.bytes, part.at);
      end = part.at + part.bytes.length;
    }
    this.#clear(end, Math.max(wasi.pages, pages) * page);
    unwinding.clear();
    exports.stack.value = stack;
    exports.unwinding.value = 0;
    wasi.reset(pages, this.#ownPages + Math.min(heapPages, Math.floor((memory * mebibyte) / page)));
  }

  /** Looks before it writes: a page of memory that was never written takes no room and is quickly read. */
  #clear(from: number, to: number): void {
    for (let at = from; at < to; at += page) {
      const part = this.#interpreter.memory.subarray(at, at + page);
      if (!this.#zeros.equals(part)) part.fill(0);
    }
  }

  get memory(): number {
    const { pages, filePages } = this.#interpreter.wasi;
    return ((pages + filePages - this.#ownPages) * page) / mebibyte;
  }

  call(conversation: Conversation): Called {
    const { wasi } = this.#interpreter;
    const end = called(wasi, conversation, () => this.#interpreter.evaluate('AssayBoot.run'));
    // Ruby itself exits when it needs memory where it cannot raise an error.
    return end.how === 'exit' && end.code !== 0 && wasi.refused ? { how: 'memory' } : end;
  }
}
