import { boundedOutput } from '../bounded-output.ts';
import { type Called, called, type Machine } from '../wasi/call.ts';
import type { ReadOnlyFiles } from '../wasi/file-tree.ts';
import { RunOver } from '../wasi/run-over.ts';
import { type Conversation, Wasi } from '../wasi/wasi.ts';
import { giveMath } from './host-math.ts';

const page = 65_536;
const mebibyte = 1_048_576;

/**
 * The memory of every interpreter, though the pages that nobody touches cost nothing: what a program may have, and above it the stack,
 * far from everything else. The host's own stack (`stackMegabytes`) ends before this one does.
 */
const heapPages = (1024 * mebibyte) / page;
const stackPages = (128 * mebibyte) / page;

/** An interpreter that has started: its memory up to the break, the live end of its stack, and where it is called. */
export type Image = {
  readonly low: Uint8Array;
  readonly stack: Uint8Array;
  /** Addresses: the function `run`, an empty tuple, and the index of the function that calls a Python function. */
  readonly run: number;
  readonly args: number;
  readonly call: number;
};

type Exports = {
  readonly memory: WebAssembly.Memory;
  readonly table: WebAssembly.Table;
  readonly stack: WebAssembly.Global;
  readonly _start: () => void;
};

const isExports = (exports: object): exports is Exports =>
  'memory' in exports &&
  exports.memory instanceof WebAssembly.Memory &&
  'table' in exports &&
  exports.table instanceof WebAssembly.Table &&
  'stack' in exports &&
  exports.stack instanceof WebAssembly.Global &&
  '_start' in exports &&
  typeof exports._start === 'function';

export const shareable = (bytes: Uint8Array): Uint8Array => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
};

const environment = {
  PYTHONHOME: '/usr/local',
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONNOUSERSITE: '1',
  PYTHONUTF8: '1',
  PYTHONIOENCODING: 'utf-8:strict',
  PYTHONTZPATH: '/zoneinfo',
};

const instantiate = (module: WebAssembly.Module, args: readonly string[], files?: ReadOnlyFiles): { exports: Exports; wasi: Wasi } => {
  const wasi = new Wasi(args, environment, files);
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports });
  if (!isExports(exports)) throw new Error('the binary lacks the exports that scripts/make-python-assets.ts adds');
  wasi.pages = exports.memory.buffer.byteLength / page;
  exports.memory.grow(heapPages + stackPages - wasi.pages);
  wasi.attach(exports.memory);
  giveMath(exports.table);
  return { exports, wasi };
};

/** Starts an interpreter, which imports its usual modules, and keeps its state at the moment when it waits for a program. */
export const boot = (module: WebAssembly.Module, source: string): Image => {
  const { exports, wasi } = instantiate(module, ['python', '-c', source]);
  const output = boundedOutput(page);
  exports.stack.value = exports.memory.buffer.byteLength;
  wasi.reset(wasi.pages, heapPages);
  wasi.converse({ stdin: new Uint8Array(), message: new Uint8Array(), output, channelLimit: page });
  let ready = '';
  wasi.onClock = () => {
    ready = Buffer.from(wasi.take()).toString();
    if (ready !== '') throw new RunOver('ready');
  };
  try {
    exports._start();
  } catch (error) {
    if (!(error instanceof RunOver && error.reason === 'ready')) {
      throw new Error(`Python did not start: ${output.text(2)}${output.text(1)}`, { cause: error });
    }
  }
  const addresses: { run: number; function: number; args: number } = JSON.parse(ready);
  const memory = new Uint8Array(exports.memory.buffer);
  const callSlot = 64; // tp_call in a PyTypeObject of 32 bits
  return {
    low: shareable(memory.subarray(0, wasi.pages * page)),
    stack: shareable(memory.subarray(exports.stack.value)),
    run: addresses.run,
    args: addresses.args,
    call: new DataView(exports.memory.buffer).getUint32(addresses.function + callSlot, true),
  };
};

export class PythonMachine implements Machine {
  readonly #exports: Exports;
  readonly #wasi: Wasi;
  readonly #image: Image;
  readonly #memory: Uint8Array;
  readonly #zeros = Buffer.alloc(4 * page);

  constructor(module: WebAssembly.Module, image: Image, files: ReadOnlyFiles) {
    const { exports, wasi } = instantiate(module, [], files);
    this.#exports = exports;
    this.#wasi = wasi;
    this.#image = image;
    this.#memory = new Uint8Array(exports.memory.buffer);
    wasi.pages = image.low.length / page;
  }

  /** The snapshot, and zeros around it. */
  restore(memory: number): void {
    const { low, stack } = this.#image;
    this.#memory.fill(0, low.length, this.#wasi.pages * page);
    this.#memory.set(low, 0);
    // Downwards until the stack was not used: no function has a frame that is as large as this step.
    const step = this.#zeros.length;
    for (let end = this.#memory.length; end > step; end -= step) {
      const part = this.#memory.subarray(end - step, end);
      if (end < this.#memory.length && this.#zeros.equals(part)) break;
      part.fill(0);
    }
    this.#memory.set(stack, this.#memory.length - stack.length);
    this.#wasi.reset(low.length / page, Math.min(heapPages, Math.floor((memory * mebibyte) / page)));
  }

  get memory(): number {
    return ((this.#wasi.pages + this.#wasi.filePages) * page) / mebibyte;
  }

  call(conversation: Conversation): Called {
    const { run, args, call, stack } = this.#image;
    const entry: unknown = this.#exports.table.get(call);
    if (typeof entry !== 'function') throw new Error('the snapshot belongs to another binary');
    this.#exports.stack.value = this.#memory.length - stack.length;
    return called(this.#wasi, conversation, () => entry(run, args, 0) !== 0);
  }
}
