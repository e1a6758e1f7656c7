import { border } from './border.ts';
import { assertSource } from './prelude/assert.ts';
import { consoleSource } from './prelude/console.ts';
import { cryptoSource } from './prelude/crypto.ts';
import { errorsSource } from './prelude/errors.ts';
import { eventsSource } from './prelude/events.ts';
import { inspectSource } from './prelude/inspect.ts';
import { localeSource } from './prelude/locale.ts';
import { messagesSource } from './prelude/messages.ts';
import { modulesSource } from './prelude/modules.ts';
import { webSource } from './prelude/web.ts';

/**
 * What a program of a candidate finds: the parts of Node's globals and modules that exercises use, written in the language of the sandbox.
 * It runs inside the sandbox and is trusted no more than the program. Its one way out is `host(operation, …)` of vm.ts.
 */
const before = `(function (host) {
'use strict';
// The program may delete or replace them.
const { Object, Array, Uint8Array, ArrayBuffer, DataView, Number, String, Boolean, BigInt, Symbol, Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError, Map, Set, Promise, Math, JSON, Date, RegExp, Reflect, Function, WeakMap, WeakSet, Proxy, performance, atob, btoa, queueMicrotask, parseInt, parseFloat } = globalThis;
const WRITE = 0, STDIN = 1, EXIT = 2, ENCODE = 3, DECODE = 4, CALL = 5, JUMP = 6, PROMISE_STATE = 7, PROMISE_RESULT = 8, SOURCE = 9, LIBRARY = 10, DIGEST = 11;
const define = (target, entries) => {
  for (const name of Object.keys(entries)) Object.defineProperty(target, name, { value: entries[name], writable: true, configurable: true });
};

// Buffers
const forms = { utf8: 'utf8', 'utf-8': 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', ascii: 'ascii', latin1: 'latin1', binary: 'latin1', utf16le: 'utf16le', 'utf-16le': 'utf16le', ucs2: 'utf16le', 'ucs-2': 'utf16le' };
const formOf = (form) => {
  if (form === undefined || form === null || form === 'buffer') return 'utf8';
  const found = forms[String(form).toLowerCase()];
  if (found === undefined) throw Object.assign(new TypeError('Unknown encoding: ' + form), { code: 'ERR_UNKNOWN_ENCODING' });
  return found;
};
const bytesOf = (text, form) => {
  switch (form) {
    case 'hex': return fromHex(text);
    case 'base64': case 'base64url': return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
    case 'latin1': case 'ascii': return Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & 255);
    case 'utf16le': return Uint8Array.from({ length: text.length * 2 }, (_, at) => (text.charCodeAt(at >> 1) >> (8 * (at & 1))) & 255);
    default: return host(ENCODE, text);
  }
};
class Buffer extends Uint8Array {
  static from(value, form, length) {
    if (typeof value === 'string') return Object.setPrototypeOf(bytesOf(value, formOf(form)), Buffer.prototype);
    if (value instanceof ArrayBuffer) return new Buffer(value, form, length);
    return super.from(value);
  }
  static alloc(size, fill) { return new Buffer(size).fill(fill === undefined ? 0 : fill); }
  static allocUnsafe(size) { return new Buffer(size); }
  static compare(a, b) { for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at] < b[at] ? -1 : 1; return Math.sign(a.length - b.length); }
  static isEncoding(form) { return typeof form === 'string' && forms[form.toLowerCase()] !== undefined; }
  static isBuffer(value) { return value instanceof Buffer; }
  static byteLength(text, form) { return typeof text === 'string' ? bytesOf(text, formOf(form)).length : text.byteLength; }
  static concat(list) {
    const whole = new Buffer(list.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of list) { whole.set(part, at); at += part.length; }
    return whole;
  }
  toString(form, start, end) {
    const part = start === undefined && end === undefined ? this : this.subarray(start, end);
    switch (formOf(form)) {
      case 'hex': return Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('');
      case 'base64': return toBase64(part);
      case 'base64url': return toBase64(part).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
      case 'latin1': return Array.from(part, (byte) => String.fromCharCode(byte)).join('');
      case 'ascii': return Array.from(part, (byte) => String.fromCharCode(byte & 127)).join('');
      case 'utf16le': { let text = ''; for (let at = 0; at + 1 < part.length; at += 2) text += String.fromCharCode(part[at] | (part[at + 1] << 8)); return text; }
      default: return host(DECODE, part);
    }
  }
  compare(other) { return Buffer.compare(this, other); }
  slice(start, end) { return this.subarray(start, end); }
  copy(target, at = 0, start = 0, end = this.length) { const part = this.subarray(start, Math.min(end, start + target.length - at)); target.set(part, at); return part.length; }
  write(text, at = 0) { const bytes = Buffer.from(text); return bytes.copy(this, at); }
  indexOf(value, from = 0) { if (typeof value === 'number') return super.indexOf(value, from); const wanted = typeof value === 'string' ? Buffer.from(value) : value; for (let at = from; at + wanted.length <= this.length; at += 1) { let next = 0; while (next < wanted.length && this[at + next] === wanted[next]) next += 1; if (next === wanted.length) return at; } return -1; }
  includes(value, from) { return this.indexOf(value, from) >= 0; }
  toJSON() { return { type: 'Buffer', data: Array.from(this) }; }
  equals(other) { return this.length === other.length && this.every((byte, at) => byte === other[at]); }
}
for (const [name, method, size] of [['Int8', 'Int8', 1], ['UInt8', 'Uint8', 1], ['Int16', 'Int16', 2], ['UInt16', 'Uint16', 2], ['Int32', 'Int32', 4], ['UInt32', 'Uint32', 4], ['Float', 'Float32', 4], ['Double', 'Float64', 8], ['BigInt64', 'BigInt64', 8], ['BigUInt64', 'BigUint64', 8]]) {
  for (const end of size === 1 ? [''] : ['LE', 'BE']) {
    const view = (buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    define(Buffer.prototype, {
      ['read' + name + end](at = 0) { return view(this)['get' + method](at, end === 'LE'); },
      ['write' + name + end](value, at = 0) { view(this)['set' + method](at, value, end === 'LE'); return at + size; },
    });
  }
}
const toBase64 = (bytes) => { let text = ''; for (let at = 0; at < bytes.length; at += 1) text += String.fromCharCode(bytes[at]); return btoa(text); };
const fromBase64 = (text) => { const raw = atob(text); const bytes = new Uint8Array(raw.length); for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at); return bytes; };
const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
class TextEncoder { get encoding() { return 'utf-8'; } encode(text) { return host(ENCODE, text === undefined ? '' : String(text)); } }
class TextDecoder { get encoding() { return 'utf-8'; } decode(bytes) { return bytes === undefined ? '' : host(DECODE, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes); } }

`;

const middle = String.raw`
// Tasks: time is counted and not waited for, so that a run does not depend on the machine.
let now = 0;
let order = 0;
const tasks = [];
const plan = (work, after) => {
  const task = { work, at: now + Math.max(0, Number(after) || 0), order: order++, every: undefined, gone: false };
  let low = 0;
  let high = tasks.length;
  while (low < high) { const middle = (low + high) >> 1; if (tasks[middle].at <= task.at) low = middle + 1; else high = middle; }
  tasks.splice(low, 0, task);
  return task;
};
class Timeout {
  constructor(task) { this.task = task; }
  ref() { return this; } unref() { return this; } hasRef() { return true; }
  [Symbol.toPrimitive]() { return this.task.order + 1; }
}
const setTimeout = (work, after, ...values) => new Timeout(plan(() => work(...values), Math.max(1, Number(after) || 1)));
const setInterval = (work, after, ...values) => {
  const timeout = new Timeout(undefined);
  const again = () => { timeout.task = plan(() => { again(); work(...values); }, Math.max(1, Number(after) || 1)); };
  again();
  return timeout;
};
const setImmediate = (work, ...values) => new Timeout(plan(() => work(...values), 0));
const clearTimer = (timer) => { const task = timer && timer.task; if (task) { task.gone = true; const at = tasks.indexOf(task); if (at >= 0) tasks.splice(at, 1); } };
const nextTicks = [];
const ticks = () => { let ran = 0; while (nextTicks.length > 0) { const work = nextTicks.shift(); ran += 1; work(); } return ran; };
const tick = () => {
  const task = tasks.shift();
  if (task === undefined) return 0;
  if (task.at > now) { host(JUMP, task.at - now); now = task.at; }
  task.work();
  ticks();
  return 1;
};

// Standard input
let stdinText;
const wholeInput = () => { if (stdinText === undefined) stdinText = host(STDIN); return stdinText; };
class Stdin extends EventEmitter {
  #form; #left = true; #planned = false; #ended = false;
  constructor() { super(); define(this, { fd: 0, isTTY: false, readable: true, path: '/dev/stdin' }); }
  setEncoding(form) { this.#form = form || 'utf8'; return this; }
  #chunk() { this.#left = false; const text = wholeInput(); return text === '' ? null : this.#form ? text : Buffer.from(text); }
  #end() { if (this.#ended) return; this.#ended = true; plan(() => { this.emit('end'); this.emit('close'); }, 0); }
  #flow(event) {
    if (this.#planned) return;
    this.#planned = true;
    plan(() => {
      if (event === 'readable') this.emit('readable');
      else { const chunk = this.#left ? this.#chunk() : null; if (chunk !== null) this.emit('data', chunk); }
      this.#end();
      if (event === 'readable') this.emit('readable');
    }, 0);
  }
  on(event, listener) { super.on(event, listener); if (event === 'data' || event === 'readable') this.#flow(event); else if (event === 'end' && !this.#planned) plan(() => undefined, 0); return this; }
  read() { return this.#left ? this.#chunk() : null; }
  resume() { this.#flow('data'); return this; }
  pause() { return this; } unref() { return this; } ref() { return this; } destroy() { return this; }
  pipe(target, { end = true } = {}) { this.on('data', (chunk) => target.write(chunk)); if (end && !(target instanceof Output)) this.on('end', () => target.end()); return target; }
  async *[Symbol.asyncIterator]() { const chunk = this.#left ? this.#chunk() : null; if (chunk !== null) yield chunk; }
}
const linesOf = (text) => { const lines = text.split(/\r\n|\n|\r/); if (lines[lines.length - 1] === '') lines.pop(); return lines; };
class Interface extends EventEmitter {
  #lines; #next = 0; #asked = []; #output; #prompt; #planned = false;
  constructor(options) {
    super();
    this.closed = false;
    this.#output = options.output;
    this.#prompt = options.prompt === undefined ? '> ' : options.prompt;
    plan(() => this.#step(), 0);
  }
  get #rest() { if (this.#lines === undefined) this.#lines = linesOf(wholeInput()); return this.#lines; }
  #schedule() { if (!this.#planned && !this.closed) { this.#planned = true; plan(() => { this.#planned = false; this.#step(); }, 0); } }
  #step() {
    if (this.closed) return;
    const lines = this.#rest;
    if (this.#asked.length === 0 && this.listenerCount('line') === 0) { if (this.#next >= lines.length || this.listenerCount('close') > 0) this.close(); return; }
    if (this.#next >= lines.length) return this.close();
    const line = lines[this.#next++];
    const asked = this.#asked.shift();
    this.#schedule();
    if (asked) asked(line); else this.emit('line', line);
  }
  on(event, listener) { super.on(event, listener); if (event === 'line') this.#schedule(); return this; }
  ask(text, then) { if (this.#output) this.#output.write(String(text)); this.#asked.push(then); this.#schedule(); }
  question(text, options, then) { this.ask(text, typeof options === 'function' ? options : then); }
  setPrompt(text) { this.#prompt = text; }
  prompt() { if (this.#output) this.#output.write(this.#prompt); }
  write(text) { if (this.#output) this.#output.write(text); }
  pause() { return this; } resume() { return this; }
  close() { if (!this.closed) { this.closed = true; this.emit('close'); } }
  async *[Symbol.asyncIterator]() { const lines = this.#rest; while (!this.closed && this.#next < lines.length) yield lines[this.#next++]; this.close(); }
}
class PromiseInterface extends Interface { question(text) { return new Promise((resolve) => this.ask(text, resolve)); } }

// Process
let isLeaving = false;
const textOf = (chunk) => (typeof chunk === 'string' ? chunk : chunk instanceof Uint8Array ? host(DECODE, chunk) : String(chunk));
class Output extends EventEmitter {
  constructor(fd) { super(); define(this, { fd, isTTY: false, columns: 80, writable: true }); }
  write(chunk, form, then) { host(WRITE, this.fd, textOf(chunk)); const done = typeof form === 'function' ? form : then; if (done) plan(done, 0); return true; }
  end(chunk) { if (chunk !== undefined && typeof chunk !== 'function') this.write(chunk); plan(() => this.emit('finish'), 0); return this; }
  cork() {} uncork() {}
}
class Process extends EventEmitter {}
const process = new Process();
define(process, {
  argv: ['node', 'solution.js'], env: {}, pid: 1, platform: 'linux', arch: 'wasm32', version: 'v24.0.0', versions: { node: '24.0.0' }, exitCode: undefined, execArgv: [], title: 'node',
  stdin: new Stdin(), stdout: new Output(1), stderr: new Output(2),
  exit: (code) => {
    const number = Number(code === undefined ? process.exitCode || 0 : code) || 0;
    if (!isLeaving) { isLeaving = true; process.exitCode = number; process.emit('exit', number); }
    host(EXIT, Number(process.exitCode) || 0);
  },
  abort: () => host(EXIT, 134),
  nextTick: (work, ...values) => { nextTicks.push(() => work(...values)); },
  cwd: () => '/', uptime: () => performance.now() / 1000, umask: () => 18,
  hrtime: Object.assign((since) => { const ms = performance.now(); const s = Math.floor(ms / 1000); const n = Math.floor((ms % 1000) * 1e6); return since ? [s - since[0] - (n < since[1] ? 1 : 0), (n - since[1] + 1e9) % 1e9] : [s, n]; }, { bigint: () => BigInt(Math.floor(performance.now() * 1e6)) }),
  memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }), emitWarning: () => undefined,
});
`;

const after = `
// Modules
const missing = (path) => Object.assign(new Error("ENOENT: no such file or directory, open '" + path + "'"), { code: 'ENOENT', errno: -2, syscall: 'open', path });
const isStdin = (path) => path === 0 || path === '/dev/stdin' || path === '/proc/self/fd/0' || path === process.stdin;
const outputs = { 1: 1, 2: 2, '/dev/stdout': 1, '/dev/stderr': 2 };
const readFileSync = (path, options) => {
  if (!isStdin(path)) throw missing(path);
  const form = typeof options === 'string' ? options : options && options.encoding;
  const buffer = () => Buffer.from(wholeInput());
  return form ? (form === 'hex' || form === 'base64' ? buffer().toString(form) : wholeInput()) : buffer();
};
let readAt = 0;
const fs = {
  readFileSync,
  readSync: (fd, into, offset = 0, length = into.length - offset) => {
    if (!isStdin(fd)) throw missing(fd);
    const part = Buffer.from(wholeInput()).subarray(readAt, readAt + length);
    into.set(part, offset);
    readAt += part.length;
    return part.length;
  },
  writeSync: (fd, chunk) => { const to = outputs[fd]; if (to === undefined) throw missing(fd); host(WRITE, to, textOf(chunk)); return Buffer.byteLength(textOf(chunk)); },
  writeFileSync: (path, chunk) => { const to = outputs[path]; if (to === undefined) throw missing(path); host(WRITE, to, textOf(chunk)); },
  appendFileSync: (path, chunk) => fs.writeFileSync(path, chunk),
  openSync: (path) => { if (isStdin(path)) return 0; const to = outputs[path]; if (to === undefined) throw missing(path); return to; },
  closeSync: () => undefined,
  existsSync: (path) => isStdin(path) || path in outputs,
  fstatSync: () => ({ size: Buffer.byteLength(wholeInput()), isFile: () => false }),
  createReadStream: (path, options) => { if (!isStdin(path)) throw missing(path); if (options) process.stdin.setEncoding(typeof options === 'string' ? options : options.encoding); return process.stdin; },
  readFile: (path, options, then) => { const done = typeof options === 'function' ? options : then; plan(() => { let text; try { text = readFileSync(path, typeof options === 'function' ? undefined : options); } catch (error) { return done(error); } done(null, text); }, 0); },
  promises: { readFile: async (path, options) => readFileSync(path, options) },
};
const noop = () => undefined;
`;

const last = String.raw`
const libraries = new Map();
// Of a library, compiled when a program first asks for it.
const library = (name) => {
  if (!libraries.has(name)) { const library = { exports: {} }; libraries.set(name, library); host(LIBRARY, name)(require, library); }
  return libraries.get(name).exports;
};
const modules = {
  get stream() { return library('stream'); }, get 'stream/promises'() { return library('stream').promises; }, crypto,
  fs, 'fs/promises': fs.promises, assert, 'assert/strict': assert, events: EventEmitter, process, console, buffer: { Buffer, atob, btoa },
  readline: { createInterface: (options) => new Interface(options && options.input !== undefined ? options : { input: options, output: undefined }), Interface, clearLine: noop, cursorTo: noop, promises: { createInterface: (options) => new PromiseInterface(options) } },
  'readline/promises': { createInterface: (options) => new PromiseInterface(options) },
  util, os, path, string_decoder: { StringDecoder }, url,
  timers: { setTimeout, setInterval, setImmediate, clearTimeout: clearTimer, clearInterval: clearTimer, clearImmediate: clearTimer, promises: timersPromises }, 'timers/promises': timersPromises, 'path/posix': path, 'util/types': util.types,
  perf_hooks: { performance },
};
const require = (name) => {
  const plain = String(name).replace(/^node:/, '');
  if (Object.hasOwn(modules, plain)) return modules[plain];
  if (standIns !== undefined && /^(\.\/)?solution(\.[jt]s)?$/.test(plain)) return standIns;
  if (absent.has(plain.split('/')[0])) throw Object.assign(new Error(plain + ' is not available here'), { code: 'MODULE_NOT_FOUND' });
  throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' });
};
define(globalThis, {
  console, process, Buffer, TextEncoder, TextDecoder, setTimeout, setInterval, setImmediate, global: globalThis, require,
  clearTimeout: clearTimer, clearInterval: clearTimer, clearImmediate: clearTimer,
});

// Values that cross as text
const toPlain = (value, path) => {
  switch (typeof value) {
    case 'undefined': return null;
    case 'boolean': case 'string': return value;
    case 'bigint': return { type: 'int', value: String(value) };
    case 'number': return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) && !Object.is(value, -0) ? value : { type: 'float', value: Object.is(value, -0) ? '-0' : Number.isFinite(value) ? BigInt(value).toString() : String(value) };
    case 'object': break;
    default: throw new TypeError('a ' + typeof value + ' is no value that can be compared');
  }
  if (value === null) return null;
  if (path.includes(value)) throw new TypeError('a value that contains itself cannot be compared');
  if (path.length > 60) throw new TypeError('the value is nested too deeply');
  const inner = path.concat([value]);
  if (Array.isArray(value)) { const list = []; for (let at = 0; at < value.length; at += 1) list.push(toPlain(value[at], inner)); return list; }
  if (value instanceof Uint8Array) return { type: 'bytes', value: toBase64(value) };
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value, (item) => toPlain(item, inner));
  if (value instanceof Set) return { type: 'set', items: Array.from(value, (item) => toPlain(item, inner)) };
  if (value instanceof Map) return { type: 'dict', entries: Array.from(value, ([key, item]) => [toPlain(key, inner), toPlain(item, inner)]) };
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return toPlain(value.valueOf(), inner);
  if (value instanceof Date) return value.toJSON();
  return { type: 'dict', entries: Object.keys(value).filter((key) => typeof value[key] !== 'function').map((key) => [key, toPlain(value[key], inner)]) };
};
const specials = { inf: Infinity, '-inf': -Infinity, nan: NaN };
const fromPlain = (plain) => {
  if (plain === null || typeof plain !== 'object') return plain;
  if (Array.isArray(plain)) return plain.map(fromPlain);
  switch (plain.type) {
    case 'int': { const number = Number(plain.value); return Number.isSafeInteger(number) ? number : BigInt(plain.value); }
    case 'float': return plain.value in specials ? specials[plain.value] : Number(plain.value);
    case 'bytes': return Buffer.from(plain.value, 'base64');
    case 'tuple': return plain.items.map(fromPlain);
    case 'set': return new Set(plain.items.map(fromPlain));
    default: {
      if (!plain.entries.every(([key]) => typeof key === 'string')) return new Map(plain.entries.map(([key, value]) => [fromPlain(key), fromPlain(value)]));
      const object = {};
      for (const [key, value] of plain.entries) Object.defineProperty(object, key, { value: fromPlain(value), writable: true, enumerable: true, configurable: true });
      return object;
    }
  }
};

// What the host calls
let standIns;
const errors = { Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError };
const stringify = JSON.stringify;
const parse = JSON.parse;
const module = { exports: {}, id: '.', filename: '/solution.js', loaded: false, children: [], paths: [] };
require.main = module;
require.cache = {};
const initial = module.exports;
let exposed = {};
let result;
${border}const functionOf = (name) => {
  for (const source of [exposed, module.exports, module.exports && module.exports.default]) {
    if (source !== null && source !== undefined && typeof source[name] === 'function') return source[name];
  }
  return undefined;
};
define(globalThis, { [Symbol.for('assay.expose')]: undefined });
Object.defineProperty(globalThis, Symbol.for('assay.expose'), { value: (names) => { exposed = names; }, configurable: true });
return {
  tick, ticks,
  modules: () => stringify(Object.keys(modules).map((name) => [name, Object.getOwnPropertyNames(modules[name]).filter((key) => plainKey.test(key) && !['prototype', 'length', 'name', 'default', 'arguments', 'caller'].includes(key))])),
  script: (program) => { const names = program.call(module.exports, module.exports, require, module, 'solution.js', '/'); if (names !== undefined && names !== null) exposed = names; },
  namespace: (space) => { if (module.exports === initial) module.exports = space; },
  exitCode: () => Number(process.exitCode) || 0,
  exiting: () => { isLeaving = true; process.emit('exit', Number(process.exitCode) || 0); },
  call: (name, values) => {
    const found = functionOf(name);
    if (found === undefined) throw new ReferenceError('the program has no function ' + name);
    result = undefined;
    const value = found(...parse(values).map(fromPlain));
    if (value !== null && typeof value === 'object' && typeof value.then === 'function') {
      result = { pending: true };
      const own = result;
      value.then((settled) => { own.pending = false; own.value = settled; }, (error) => { own.pending = false; own.error = error; own.failed = true; });
    } else result = { value };
  },
  result: () => {
    if (result.pending) throw new Error('the function returned a promise that never settles');
    if (result.failed) throw result.error;
    return stringify(toPlain(result.value, []));
  },
  ...acts,
  ...judges,
  describe: (error) => {
    const said = { name: 'Error', message: '', text: '' };
    try {
      if (error !== null && typeof error === 'object') { said.name = String(error.name); said.message = String(error.message); said.text = error instanceof Error ? errorText(error) : 'Uncaught ' + inspect(error); }
      else { said.message = String(error); said.text = 'Uncaught ' + inspect(error); }
    } catch { said.text = said.text || 'Uncaught error'; }
    return stringify(said);
  },
};
})`;

export const prelude = [
  before,
  messagesSource,
  errorsSource,
  inspectSource,
  eventsSource,
  middle,
  consoleSource,
  after,
  assertSource,
  localeSource,
  webSource,
  modulesSource,
  cryptoSource,
  last,
].join('\n');
