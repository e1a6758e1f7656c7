import { createHash } from 'node:crypto';
import { prelude } from './prelude.ts';

/**
 * One instance of QuickJS, bound to the exports of the package's binary. The package's own class is not used: it creates instances
 * asynchronously, keeps the stack of 1 MiB (1,500 calls deep), and turns what a host function throws into an error that the program can catch.
 */

/** The functions of `c/interface.c` of quickjs-wasi that are used here. A value of the sandbox is a pointer to its box. */
type Exports = {
  readonly memory: WebAssembly.Memory;
  readonly __stack_pointer: WebAssembly.Global;
  _initialize(): void;
  malloc(size: number): number;
  wasm_malloc(size: number): number;
  wasm_free(pointer: number): void;
  qjs_init(): number;
  qjs_set_memory_limit(bytes: number): void;
  qjs_set_max_stack_size(bytes: number): void;
  qjs_set_promise_rejection_handler(enable: number): void;
  qjs_set_module_loader(enable: number): void;
  qjs_compile(code: number, length: number, file: number, flags: number, writeFlags: number, outLength: number): number;
  qjs_eval(code: number, length: number, file: number, flags: number): number;
  qjs_eval_bytecode(code: number, length: number): number;
  qjs_call(callee: number, self: number, count: number, values: number): number;
  qjs_is_exception(value: number): number;
  qjs_get_exception(): number;
  qjs_is_job_pending(): number;
  qjs_execute_pending_job(): number;
  qjs_promise_state(value: number): number;
  qjs_promise_result(value: number): number;
  qjs_get_value_ptr(value: number): number;
  qjs_get_prop_string(value: number, name: number): number;
  qjs_get_float64(value: number): number;
  qjs_get_string_len(value: number, outLength: number): number;
  qjs_free_cstring(text: number): void;
  qjs_free_value(value: number): void;
  qjs_get_typed_array_buffer(value: number, outOffset: number, outLength: number, outSize: number): number;
  qjs_get_array_buffer(value: number, outLength: number): number;
  qjs_get_undefined(): number;
  qjs_new_string(text: number, length: number): number;
  qjs_new_number(value: number): number;
  qjs_new_uint8_array(bytes: number, length: number): number;
  qjs_new_host_function(name: number, length: number, parameters: number): number;
};

/** A pointer to the box of a value. */
export type Value = number;

/** What the program may cause outside: all that `host(…)` of the prelude leads to. What these throw ends the run and cannot be caught inside. */
export type Host = {
  write(fd: number, bytes: Uint8Array): void;
  readonly stdin: string;
  exit(code: number): never;
  call(name: string, values: string): string;
  /** The source of a module that the program imports, or undefined if there is none. */
  module(name: string): string | undefined;
};

/** An exception that left the program's code. The value is a box of the same instance. */
export class Thrown extends Error {
  readonly value: Value;
  constructor(value: Value) {
    super('the program threw');
    this.value = value;
  }
}

/** The functions that the prelude gives, in the order of their boxes. */
const guestFunctions = [
  'tick',
  'ticks',
  'modules',
  'script',
  'namespace',
  'exitCode',
  'exiting',
  'call',
  'result',
  'act',
  'acted',
  'names',
  'stand',
  'callback',
  'describe',
] as const;
type GuestFunction = (typeof guestFunctions)[number];

/** Sources of functions `(require, module)` by the names of their modules, for programs that require them. */
export type Libraries = Readonly<Record<string, string>>;

/** The memory of an instance in which the prelude has run. What is left out is zero. Shared by all threads. */
export type Image = {
  readonly size: number;
  readonly parts: readonly { readonly at: number; readonly bytes: Uint8Array }[];
  readonly stackPointer: number;
  readonly functions: Readonly<Record<GuestFunction, Value>>;
  readonly libraries: Libraries;
};

export const evalFlags = { script: 0, module: 1 } as const;
/** `JS_WRITE_OBJ_BYTECODE` is set by the interface; the source stays in, for `Function.prototype.toString`. */
const writeFlags = 0;

/** Bytes. 16,000 calls deep, as many as in Node. A thread's own stack must hold what 4 MiB of it need (`threadStack`). */
const stackSize = 4 * 1024 * 1024;
const stackLeft = 256 * 1024;
const page = 64 * 1024;

/** 2026-01-01T00:00:00Z in milliseconds: every run starts then. */
const start = 1_767_225_600_000n;

const operations = [
  'write',
  'stdin',
  'exit',
  'encode',
  'decode',
  'call',
  'jump',
  'promiseState',
  'promiseResult',
  'source',
  'library',
  'digest',
] as const;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const digestNames = new Set(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']);
const badDescriptor = 8;
const notSupported = 52;

export class Vm {
  readonly #exports: Exports;
  readonly #host: Host;
  readonly #libraries: Libraries;
  readonly #rejected = new Map<number, Value>();
  #functions: Image['functions'] | undefined;
  /** Milliseconds since the start. Each reading takes one, so that a program that waits for the clock goes on. */
  #clock = 0n;
  /** What was compiled last: the program that runs, which may look at its own text. */
  #source = '';

  private constructor(module: WebAssembly.Module, host: Host, libraries: Libraries) {
    this.#host = host;
    this.#libraries = libraries;
    const instance = new WebAssembly.Instance(module, {
      env: {
        host_call: (_name: number, _length: number, _self: number, count: number, values: number) => this.#called(count, values),
        host_interrupt: () => 0,
        host_promise_rejection: (promise: number, reason: number, handled: number) => this.#tracked(promise, reason, handled !== 0),
        host_module_normalize: (_base: number, name: number) => this.#cString(this.#readCString(name)),
        host_module_load: (name: number, outLength: number) => this.#loadModule(this.#readCString(name), outLength),
        host_get_timezone_offset: () => 0,
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_id: number, _precision: bigint, result: number) => {
          this.#clock += 1n;
          this.#view.setBigUint64(result, (start + this.#clock) * 1_000_000n, true);
          return 0;
        },
        random_get: (at: number, length: number) => {
          new Uint8Array(this.#exports.memory.buffer, at, length).fill(42);
          return 0;
        },
        fd_write: () => badDescriptor,
        fd_close: () => notSupported,
        fd_fdstat_get: () => badDescriptor,
        fd_seek: () => notSupported,
      },
    });
    this.#exports = instance.exports as unknown as Exports;
  }

  /** Runs the prelude in a new instance, and keeps its memory for `open`. */
  static boot(module: WebAssembly.Module, host: Host, libraries: Libraries): Image {
    const vm = new Vm(module, host, libraries);
    const exports = vm.#exports;
    exports._initialize();
    const stack = exports.malloc(stackSize);
    exports.__stack_pointer.value = (stack + stackSize) & ~15;
    if (exports.qjs_init() !== 0) throw new Error('QuickJS did not start');
    exports.qjs_set_max_stack_size(stackSize - stackLeft);
    exports.qjs_set_promise_rejection_handler(1);
    exports.qjs_set_module_loader(1);
    const hostFunction = exports.qjs_new_host_function(vm.#cString('host'), 4, 3);
    const guest = vm.#applied(vm.evaluate(prelude, 'prelude.js'), [hostFunction]);
    const functions = Object.fromEntries(
      guestFunctions.map((name) => [name, exports.qjs_get_prop_string(guest, vm.#cString(name))]),
    ) as Image['functions'];
    const memory = new Uint8Array(exports.memory.buffer);
    const parts = [];
    for (let at = 0; at < memory.length; at += page) {
      const bytes = memory.subarray(at, at + page);
      if (bytes.every((byte) => byte === 0)) continue;
      const kept = new Uint8Array(new SharedArrayBuffer(bytes.length));
      kept.set(bytes);
      parts.push({ at, bytes: kept });
    }
    return { size: memory.length, parts, stackPointer: exports.__stack_pointer.value, functions, libraries };
  }

  static open(module: WebAssembly.Module, image: Image, memoryLimit: number, host: Host): Vm {
    const vm = new Vm(module, host, image.libraries);
    const exports = vm.#exports;
    exports.memory.grow((image.size - exports.memory.buffer.byteLength) / page);
    const memory = new Uint8Array(exports.memory.buffer);
    for (const { at, bytes } of image.parts) memory.set(bytes, at);
    exports.__stack_pointer.value = image.stackPointer;
    exports.qjs_set_memory_limit(memoryLimit);
    vm.#functions = image.functions;
    return vm;
  }

  /** MiB that the program took, besides the stack: memory never shrinks. */
  get memory(): number {
    return Math.ceil((this.#exports.memory.buffer.byteLength - stackSize) / (1024 * 1024));
  }

  compile(source: string, file: string, flags: number): Uint8Array<ArrayBuffer> {
    this.#source = source;
    const [code, length] = this.#bytes(source);
    const out = this.#exports.wasm_malloc(4);
    const bytecode = this.#exports.qjs_compile(code, length, this.#cString(file), flags, writeFlags, out);
    if (bytecode === 0) throw new Thrown(this.#exports.qjs_get_exception());
    return new Uint8Array(this.#exports.memory.buffer, bytecode, this.#view.getUint32(out, true)).slice();
  }

  evaluate(source: string, file: string): Value {
    const [code, length] = this.#bytes(source);
    return this.#checked(this.#exports.qjs_eval(code, length, this.#cString(file), evalFlags.script));
  }

  /** Of a script its value; of a module a promise of its namespace. */
  execute(bytecode: Uint8Array): Value {
    const at = this.#allocate(bytecode.length);
    new Uint8Array(this.#exports.memory.buffer).set(bytecode, at);
    return this.#checked(this.#exports.qjs_eval_bytecode(at, bytecode.length));
  }

  /** Calls a function of the prelude. */
  call(name: GuestFunction, ...values: (Value | string)[]): Value {
    if (this.#functions === undefined) throw new Error('the instance was not opened from an image');
    const boxes = values.map((value) => (typeof value === 'string' ? this.#newString(value) : value));
    return this.#applied(this.#functions[name], boxes);
  }

  /** What `process.nextTick` planned comes before promise reactions, once the program's own code is done. */
  ticks(): void {
    this.call('ticks');
  }

  /** Runs promise reactions and planned tasks until none is left, and throws the first rejection that nobody handles. */
  drain(): void {
    do {
      do {
        while (this.#exports.qjs_is_job_pending() !== 0) {
          if (this.#exports.qjs_execute_pending_job() < 0) throw new Thrown(this.#exports.qjs_get_exception());
        }
      } while (this.number(this.call('ticks')) !== 0);
      for (const reason of this.#rejected.values()) throw new Thrown(reason);
    } while (this.number(this.call('tick')) !== 0);
  }

  /** 0 pending, 1 fulfilled, 2 rejected. */
  promiseState(promise: Value): number {
    return this.#exports.qjs_promise_state(promise);
  }

  promiseResult(promise: Value): Value {
    return this.#exports.qjs_promise_result(promise);
  }

  number(value: Value): number {
    return this.#exports.qjs_get_float64(value);
  }

  text(value: Value): string {
    const [at, length] = this.#stringAt(value);
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }

  get #view(): DataView {
    return new DataView(this.#exports.memory.buffer);
  }

  #checked(value: Value): Value {
    if (value === 0) throw new Error('QuickJS is out of memory');
    if (this.#exports.qjs_is_exception(value) !== 0) throw new Thrown(this.#exports.qjs_get_exception());
    return value;
  }

  #applied(callee: Value, values: readonly Value[]): Value {
    const list = this.#allocate(4 * Math.max(1, values.length));
    for (const [index, value] of values.entries()) this.#view.setUint32(list + 4 * index, value, true);
    const result = this.#exports.qjs_call(callee, this.#exports.qjs_get_undefined(), values.length, list);
    this.#exports.wasm_free(list);
    return this.#checked(result);
  }

  #allocate(size: number): number {
    const at = this.#exports.wasm_malloc(Math.max(1, size));
    if (at === 0) throw new Error('QuickJS is out of memory');
    return at;
  }

  #bytes(text: string): [at: number, length: number] {
    const bytes = encoder.encode(text);
    const at = this.#allocate(bytes.length + 1);
    const memory = new Uint8Array(this.#exports.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return [at, bytes.length];
  }

  #cString(text: string): number {
    return this.#bytes(text)[0];
  }

  #readCString(at: number): string {
    const memory = new Uint8Array(this.#exports.memory.buffer);
    return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  #newString(text: string): Value {
    const [at, length] = this.#bytes(text);
    const value = this.#exports.qjs_new_string(at, length);
    this.#exports.wasm_free(at);
    return this.#checked(value);
  }

  #stringAt(value: Value): [at: number, length: number] {
    const out = this.#allocate(4);
    const at = this.#exports.qjs_get_string_len(value, out);
    const length = this.#view.getUint32(out, true);
    this.#exports.wasm_free(out);
    if (at === 0) throw new Thrown(this.#exports.qjs_get_exception());
    return [at, length];
  }

  /** The bytes of a text or of a typed array, for as long as the program does not run. */
  #read<Result>(value: Value, use: (bytes: Uint8Array) => Result): Result {
    const [at, length] = this.#stringAt(value);
    try {
      return use(new Uint8Array(this.#exports.memory.buffer, at, length));
    } finally {
      this.#exports.qjs_free_cstring(at);
    }
  }

  /** The bytes of a typed array, for as long as the program does not run: none of what is no such array. */
  #bytesOf<Result>(value: Value, use: (bytes: Uint8Array) => Result): Result {
    const out = this.#allocate(12);
    const buffer = this.#exports.qjs_get_typed_array_buffer(value, out, out + 4, out + 8);
    if (buffer === 0 || this.#exports.qjs_is_exception(buffer) !== 0) return use(new Uint8Array());
    const [offset, length] = [this.#view.getUint32(out, true), this.#view.getUint32(out + 4, true)];
    const data = this.#exports.qjs_get_array_buffer(buffer, out);
    const result = use(data === 0 ? new Uint8Array() : new Uint8Array(this.#exports.memory.buffer, data + offset, length));
    this.#exports.qjs_free_value(buffer);
    this.#exports.wasm_free(out);
    return result;
  }

  /** A digest takes time with the length of its data, which the program's own memory bounds. */
  #digest(name: string, value: Value): Value {
    const isKnown = digestNames.has(name);
    const bytes = this.#bytesOf(value, (data) => (isKnown ? createHash(name).update(data).digest() : new Uint8Array()));
    const at = this.#allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, at);
    const result = this.#exports.qjs_new_uint8_array(at, bytes.length);
    this.#exports.wasm_free(at);
    return this.#checked(result);
  }

  #library(name: string): Value {
    const source = Object.hasOwn(this.#libraries, name) ? this.#libraries[name] : undefined;
    return source === undefined ? this.#exports.qjs_get_undefined() : this.evaluate(source, 'prelude.js');
  }

  #tracked(promise: Value, reason: Value, handled: boolean): void {
    const identity = this.#exports.qjs_get_value_ptr(promise);
    if (handled) {
      this.#rejected.delete(identity);
      this.#exports.qjs_free_value(promise);
      this.#exports.qjs_free_value(reason);
    } else this.#rejected.set(identity, reason);
  }

  #loadModule(name: string, outLength: number): number {
    const source = this.#host.module(name);
    if (source === undefined) return 0;
    const [at, length] = this.#bytes(source);
    this.#view.setUint32(outLength, length, true);
    return at;
  }

  #called(count: number, values: number): Value {
    const value = (index: number): Value =>
      index < count ? this.#view.getUint32(values + 4 * index, true) : this.#exports.qjs_get_undefined();
    const numberAt = (index: number): number => this.number(value(index));
    switch (operations[numberAt(0)]) {
      case 'write':
        this.#read(value(2), (bytes) => this.#host.write(numberAt(1), bytes));
        return this.#exports.qjs_get_undefined();
      case 'stdin':
        return this.#newString(this.#host.stdin);
      case 'exit':
        return this.#host.exit(numberAt(1));
      case 'encode':
        return this.#read(value(1), (bytes) => this.#exports.qjs_new_uint8_array(bytes.byteOffset, bytes.length));
      case 'decode':
        return this.#newString(this.#bytesOf(value(1), (bytes) => decoder.decode(bytes)));
      case 'call':
        return this.#newString(this.#host.call(this.text(value(1)), this.text(value(2))));
      case 'promiseState':
        return this.#exports.qjs_new_number(this.promiseState(value(1)));
      case 'promiseResult':
        return this.promiseResult(value(1));
      case 'source':
        return this.#newString(this.#source);
      case 'library':
        return this.#library(this.text(value(1)));
      case 'digest':
        return this.#digest(this.text(value(1)), value(2));
      case 'jump':
        this.#clock += BigInt(Math.trunc(Math.min(Math.max(0, numberAt(1)) || 0, 1e12)));
        return this.#exports.qjs_get_undefined();
      default:
        return this.#exports.qjs_get_undefined();
    }
  }
}
