import { border } from './border.ts';

/**
 * What a program of a candidate finds: the parts of Node's globals and modules that exercises use, written in the language of the sandbox.
 * It runs inside the sandbox and is trusted no more than the program. Its one way out is `host(operation, …)` of vm.ts.
 */
export const prelude = String.raw`(function (host) {
'use strict';
// The program may delete or replace them.
const { Object, Array, Uint8Array, ArrayBuffer, DataView, Number, String, Boolean, BigInt, Symbol, Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, Map, Set, WeakMap, WeakSet, Proxy, Promise, Math, JSON, Date, RegExp, Reflect, Function, performance, atob, btoa, queueMicrotask, parseInt, parseFloat } = globalThis;
const WRITE = 0, STDIN = 1, EXIT = 2, ENCODE = 3, DECODE = 4, CALL = 5, JUMP = 6;
const define = (target, entries) => {
  for (const name of Object.keys(entries)) Object.defineProperty(target, name, { value: entries[name], writable: true, configurable: true });
};

// Buffers
class Buffer extends Uint8Array {
  static from(value, form, length) {
    if (typeof value === 'string') return Object.setPrototypeOf(form === 'base64' ? fromBase64(value) : form === 'hex' ? fromHex(value) : host(ENCODE, value), Buffer.prototype);
    if (value instanceof ArrayBuffer) return new Buffer(value, form, length);
    return super.from(value);
  }
  static alloc(size, fill) { return new Buffer(size).fill(fill === undefined ? 0 : fill); }
  static allocUnsafe(size) { return new Buffer(size); }
  static isBuffer(value) { return value instanceof Buffer; }
  static byteLength(text) { return typeof text === 'string' ? host(ENCODE, text).length : text.byteLength; }
  static concat(list) {
    const whole = new Buffer(list.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of list) { whole.set(part, at); at += part.length; }
    return whole;
  }
  toString(form, start, end) {
    const part = start === undefined && end === undefined ? this : this.subarray(start, end);
    if (form === 'hex') return Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (form === 'base64') return toBase64(part);
    return host(DECODE, part);
  }
  toJSON() { return { type: 'Buffer', data: Array.from(this) }; }
  equals(other) { return this.length === other.length && this.every((byte, at) => byte === other[at]); }
}
const toBase64 = (bytes) => { let text = ''; for (let at = 0; at < bytes.length; at += 1) text += String.fromCharCode(bytes[at]); return btoa(text); };
const fromBase64 = (text) => { const raw = atob(text); const bytes = new Uint8Array(raw.length); for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at); return bytes; };
const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
class TextEncoder { get encoding() { return 'utf-8'; } encode(text) { return host(ENCODE, text === undefined ? '' : String(text)); } }
class TextDecoder { get encoding() { return 'utf-8'; } decode(bytes) { return bytes === undefined ? '' : host(DECODE, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes); } }

// What console.log prints of values
const plainKey = /^[A-Za-z_$][\w$]*$/;
const quote = (text) => {
  const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : "'";
  return mark + text.replace(/[\\\n\r\t\b\f\v\0]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f', '\v': '\\v', '\0': '\\x00' })[c]).replaceAll(mark === "'" ? "'" : '\u0000never', "\\'") + mark;
};
const keyText = (key) => (typeof key === 'symbol' ? '[' + key.toString() + ']' : plainKey.test(key) ? key : quote(key));
const errorText = (error) => {
  const head = String(error.name) + (error.message ? ': ' + error.message : '');
  const stack = typeof error.stack === 'string' ? error.stack.trimEnd() : '';
  return stack === '' ? head : stack.startsWith(head) ? stack : head + '\n' + stack;
};
const inspect = (value, depth, seen, indent) => {
  switch (typeof value) {
    case 'string': return quote(value);
    case 'bigint': return value + 'n';
    case 'number': return Object.is(value, -0) ? '-0' : String(value);
    case 'symbol': return value.toString();
    case 'function': {
      const isClass = /^class\b/.test(Function.prototype.toString.call(value));
      return isClass ? '[class ' + (value.name || '(anonymous)') + ']' : '[Function' + (value.name ? ': ' + value.name : ' (anonymous)') + ']';
    }
    case 'object': break;
    default: return String(value);
  }
  if (value === null) return 'null';
  if (seen.includes(value)) return '[Circular *1]';
  if (value instanceof Error) return indent === 0 ? errorText(value) : '[' + errorText(value) + ']';
  if (value instanceof RegExp) return value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return '[' + value.constructor.name + ': ' + inspect(value.valueOf(), depth, seen, indent) + ']';
  if (value instanceof Promise) return 'Promise { … }';
  const proto = Object.getPrototypeOf(value);
  const name = proto === null ? '[Object: null prototype]' : (typeof proto.constructor === 'function' && proto.constructor.name) || 'Object';
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  if (depth < 0) return isList ? '[Array]' : '[' + name + ']';
  const inner = seen.concat([value]);
  const show = (part) => inspect(part, depth - 1, inner, indent + 2);
  const parts = [];
  let prefix = '';
  if (isList) {
    const length = value.length === undefined ? value.byteLength : value.length;
    prefix = Array.isArray(value) ? (name === 'Array' ? '' : name + '(' + length + ') ') : name + '(' + length + ') ';
    for (let at = 0; at < Math.min(length, 100); at += 1) parts.push(at in value ? show(value[at]) : '<1 empty item>');
    if (length > 100) parts.push('... ' + (length - 100) + ' more item' + (length > 101 ? 's' : ''));
  } else if (value instanceof Map) {
    prefix = 'Map(' + value.size + ') ';
    for (const [key, item] of value) parts.push(show(key) + ' => ' + show(item));
  } else if (value instanceof Set) {
    prefix = 'Set(' + value.size + ') ';
    for (const item of value) parts.push(show(item));
  } else if (name !== 'Object') prefix = name + ' ';
  if (!isList || Array.isArray(value)) {
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (!property.enumerable || (isList && /^\d+$/.test(String(key)))) continue;
      const text = property.get ? (property.set ? '[Getter/Setter]' : '[Getter]') : property.set ? '[Setter]' : show(property.value);
      parts.push(keyText(key) + ': ' + text);
    }
  }
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return prefix + open + close;
  const line = prefix + open + ' ' + parts.join(', ') + ' ' + close;
  if (line.length + indent <= 76 && !line.includes('\n')) return line;
  const pad = ' '.repeat(indent);
  return prefix + open + '\n' + pad + '  ' + parts.join(',\n' + pad + '  ') + '\n' + pad + close;
};
const show = (value) => (typeof value === 'string' ? value : inspect(value, 2, [], 0));
const format = (...values) => {
  let text = '';
  let next = 0;
  if (typeof values[0] === 'string') {
    next = 1;
    text = values[0].replace(/%[sdifjoOc%]/g, (mark) => {
      if (mark === '%%') return '%';
      if (next >= values.length) return mark;
      const value = values[next++];
      switch (mark) {
        case '%s': return typeof value === 'object' && value !== null ? inspect(value, 0, [], 0) : typeof value === 'bigint' ? value + 'n' : String(value);
        case '%d': return typeof value === 'bigint' ? value + 'n' : typeof value === 'object' ? 'NaN' : String(Number(value));
        case '%i': return typeof value === 'bigint' ? value + 'n' : String(parseInt(value));
        case '%f': return String(parseFloat(value));
        case '%j': return JSON.stringify(value);
        case '%c': return '';
        default: return inspect(value, 4, [], 0);
      }
    });
  }
  for (; next < values.length; next += 1) text += (next === 0 ? '' : ' ') + show(values[next]);
  return text;
};

// Events
class EventEmitter {
  #of = new Map();
  on(name, listener) { const list = this.#of.get(name); if (list) list.push(listener); else this.#of.set(name, [listener]); return this; }
  addListener(name, listener) { return this.on(name, listener); }
  prependListener(name, listener) { this.on(name, listener); const list = this.#of.get(name); list.unshift(list.pop()); return this; }
  once(name, listener) { const once = (...values) => { this.off(name, once); listener.apply(this, values); }; once.listener = listener; return this.on(name, once); }
  off(name, listener) { this.#of.set(name, (this.#of.get(name) || []).filter((one) => one !== listener && one.listener !== listener)); return this; }
  removeListener(name, listener) { return this.off(name, listener); }
  removeAllListeners(name) { if (name === undefined) this.#of.clear(); else this.#of.delete(name); return this; }
  emit(name, ...values) {
    const list = this.#of.get(name) || [];
    if (list.length === 0 && name === 'error') throw values[0];
    for (const listener of [...list]) listener.apply(this, values);
    return list.length > 0;
  }
  listeners(name) { return [...(this.#of.get(name) || [])]; }
  listenerCount(name) { return (this.#of.get(name) || []).length; }
  setMaxListeners() { return this; }
}
EventEmitter.EventEmitter = EventEmitter;

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
const tick = () => {
  const task = tasks.shift();
  if (task === undefined) return 0;
  if (task.at > now) { host(JUMP, task.at - now); now = task.at; }
  task.work();
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
  pipe(target) { this.on('data', (chunk) => target.write(chunk)); return target; }
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
class Exit { constructor(code) { this.code = code; } }
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
  exit: (code) => host(EXIT, Number(code === undefined ? process.exitCode || 0 : code) || 0),
  abort: () => host(EXIT, 134),
  nextTick: (work, ...values) => queueMicrotask(() => work(...values)),
  cwd: () => '/', uptime: () => performance.now() / 1000, umask: () => 18,
  hrtime: Object.assign((since) => { const ms = performance.now(); const s = Math.floor(ms / 1000); const n = Math.floor((ms % 1000) * 1e6); return since ? [s - since[0] - (n < since[1] ? 1 : 0), (n - since[1] + 1e9) % 1e9] : [s, n]; }, { bigint: () => BigInt(Math.floor(performance.now() * 1e6)) }),
  memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }), emitWarning: () => undefined,
});
const print = (fd) => (...values) => host(WRITE, fd, groups + format(...values) + '\n');
let groups = '';
const counts = new Map();
const timers = new Map();
const console = {
  log: print(1), info: print(1), debug: print(1), error: print(2), warn: print(2),
  trace: (...values) => host(WRITE, 2, 'Trace: ' + format(...values) + '\n'),
  dir: (value) => host(WRITE, 1, inspect(value, 2, [], 0) + '\n'),
  assert: (holds, ...values) => { if (!holds) host(WRITE, 2, 'Assertion failed' + (values.length ? ': ' + format(...values) : '') + '\n'); },
  group: (...values) => { if (values.length) console.log(...values); groups += '  '; }, groupEnd: () => { groups = groups.slice(2); },
  count: (name = 'default') => { const n = (counts.get(name) || 0) + 1; counts.set(name, n); console.log(name + ': ' + n); },
  time: (name = 'default') => { timers.set(name, performance.now()); }, timeEnd: (name = 'default') => host(WRITE, 1, name + ': ' + (performance.now() - (timers.get(name) || 0)) + 'ms\n'), timeLog: () => undefined,
  table: (value) => console.log(value), clear: () => undefined,
};

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
const isDeepEqual = (one, other, strict, seen) => {
  if (strict ? Object.is(one, other) : one == other || (Number.isNaN(one) && Number.isNaN(other))) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (seen.some(([a, b]) => a === one && b === other)) return true;
  const inner = seen.concat([[one, other]]);
  if (strict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (one instanceof RegExp && other instanceof RegExp) return String(one) === String(other);
  if (one instanceof Error || other instanceof Error) return one.name === other.name && one.message === other.message;
  if (one instanceof Map || other instanceof Map) {
    if (!(one instanceof Map && other instanceof Map) || one.size !== other.size) return false;
    return [...one].every(([key, value]) => (other.has(key) ? isDeepEqual(value, other.get(key), strict, inner) : [...other].some(([k, v]) => isDeepEqual(key, k, strict, inner) && isDeepEqual(value, v, strict, inner))));
  }
  if (one instanceof Set || other instanceof Set) {
    if (!(one instanceof Set && other instanceof Set) || one.size !== other.size) return false;
    return [...one].every((value) => other.has(value) || [...other].some((item) => isDeepEqual(value, item, strict, inner)));
  }
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isDeepEqual(one[key], other[key], strict, inner));
};
class AssertionError extends Error {
  constructor({ message, actual, expected, operator }) { super(message); Object.assign(this, { code: 'ERR_ASSERTION', actual, expected, operator }); }
  get name() { return 'AssertionError'; }
}
const claim = (holds, message, actual, expected, operator) => {
  if (holds) return;
  if (message instanceof Error) throw message;
  throw new AssertionError({ message: message === undefined ? 'Expected ' + inspect(actual, 4, [], 0) + ' ' + operator + ' ' + inspect(expected, 4, [], 0) : String(message), actual, expected, operator });
};
const fits = (error, expected) => {
  if (expected === undefined || typeof expected === 'string') return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function') return expected.prototype !== undefined && error instanceof expected ? true : Error.isPrototypeOf(expected) || expected === Error ? false : expected.call({}, error) === true;
  return Object.keys(expected).every((key) => (expected[key] instanceof RegExp ? expected[key].test(error[key]) : isDeepEqual(error[key], expected[key], true, [])));
};
const assert = Object.assign((holds, message) => claim(holds, message, holds, true, '=='), {
  AssertionError,
  ok: (holds, message) => claim(holds, message, holds, true, '=='),
  equal: (a, b, message) => claim(a == b || (Number.isNaN(a) && Number.isNaN(b)), message, a, b, '=='),
  notEqual: (a, b, message) => claim(a != b, message, a, b, '!='),
  strictEqual: (a, b, message) => claim(Object.is(a, b), message, a, b, '==='),
  notStrictEqual: (a, b, message) => claim(!Object.is(a, b), message, a, b, '!=='),
  deepEqual: (a, b, message) => claim(isDeepEqual(a, b, false, []), message, a, b, 'to equal deeply'),
  notDeepEqual: (a, b, message) => claim(!isDeepEqual(a, b, false, []), message, a, b, 'not to equal deeply'),
  deepStrictEqual: (a, b, message) => claim(isDeepEqual(a, b, true, []), message, a, b, 'to equal deeply'),
  notDeepStrictEqual: (a, b, message) => claim(!isDeepEqual(a, b, true, []), message, a, b, 'not to equal deeply'),
  match: (text, pattern, message) => claim(pattern.test(text), message, text, pattern, 'to match'),
  doesNotMatch: (text, pattern, message) => claim(!pattern.test(text), message, text, pattern, 'not to match'),
  fail: (message) => claim(false, message === undefined ? 'Failed' : message),
  throws: (work, expected, message) => {
    let thrown;
    try { work(); } catch (error) { thrown = { error }; }
    claim(thrown !== undefined, typeof expected === 'string' ? expected : message || 'Missing expected exception');
    if (!fits(thrown.error, expected)) throw thrown.error;
  },
  doesNotThrow: (work) => void work(),
  rejects: async (work, expected, message) => {
    let thrown;
    try { await (typeof work === 'function' ? work() : work); } catch (error) { thrown = { error }; }
    claim(thrown !== undefined, message || 'Missing expected rejection');
    if (!fits(thrown.error, expected)) throw thrown.error;
  },
});
assert.strict = assert;
const noop = () => undefined;
const modules = {
  fs, 'fs/promises': fs.promises, assert, 'assert/strict': assert, events: EventEmitter, process, console, buffer: { Buffer },
  readline: { createInterface: (options) => new Interface(options && options.input !== undefined ? options : { input: options, output: undefined }), Interface, clearLine: noop, cursorTo: noop, promises: { createInterface: (options) => new PromiseInterface(options) } },
  'readline/promises': { createInterface: (options) => new PromiseInterface(options) },
  util: { inspect: (value, options) => inspect(value, options && options.depth !== undefined ? (options.depth === null ? 1e3 : options.depth) : 2, [], 0), format, isDeepStrictEqual: (a, b) => isDeepEqual(a, b, true, []), promisify: (work) => (...values) => new Promise((resolve, reject) => work(...values, (error, value) => (error ? reject(error) : resolve(value)))), TextEncoder, TextDecoder },
  os: { EOL: '\n', platform: () => 'linux', cpus: () => [], totalmem: () => 0, freemem: () => 0 },
  path: { join: (...parts) => parts.join('/'), basename: (path) => path.split('/').pop(), sep: '/' },
  timers: { setTimeout, setInterval, setImmediate }, 'timers/promises': { setTimeout: (after, value) => new Promise((resolve) => setTimeout(resolve, after, value)) },
  perf_hooks: { performance },
};
const require = (name) => {
  const plain = String(name).replace(/^node:/, '');
  if (Object.hasOwn(modules, plain)) return modules[plain];
  if (standIns !== undefined && /^(\.\/)?solution(\.[jt]s)?$/.test(plain)) return standIns;
  throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' });
};
define(globalThis, {
  console, process, Buffer, TextEncoder, TextDecoder, setTimeout, setInterval, setImmediate, global: globalThis, require,
  clearTimeout: clearTimer, clearInterval: clearTimer, clearImmediate: clearTimer,
});
if (typeof globalThis.structuredClone !== 'function') define(globalThis, { structuredClone: (value) => fromPlain(toPlain(value, [])) });

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
const module = { exports: {} };
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
  tick,
  modules: () => stringify(Object.keys(modules).map((name) => [name, Object.getOwnPropertyNames(modules[name]).filter((key) => plainKey.test(key) && !['prototype', 'length', 'name', 'default', 'arguments', 'caller'].includes(key))])),
  script: (program) => { const names = program.call(module.exports, module.exports, require, module, 'solution.js', '/'); if (names !== undefined && names !== null) exposed = names; },
  namespace: (space) => { if (module.exports === initial) module.exports = space; },
  exitCode: () => Number(process.exitCode) || 0,
  exiting: () => { process.emit('beforeExit', 0); process.emit('exit', 0); },
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
      if (error !== null && typeof error === 'object') { said.name = String(error.name); said.message = String(error.message); said.text = error instanceof Error ? errorText(error) : 'Uncaught ' + inspect(error, 2, [], 0); }
      else { said.message = String(error); said.text = 'Uncaught ' + inspect(error, 2, [], 0); }
    } catch { said.text = said.text || 'Uncaught error'; }
    return stringify(said);
  },
};
})`;
