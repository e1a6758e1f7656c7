import { describe, expect, test } from 'vitest';
import type { End, Limits, Task } from '../../program.ts';
import { runOne, stdio } from '../../testing/run-one.ts';

const run = runOne('javascript', { seconds: 0.4, memory: 32, output: 20_000 });

type Hostile = {
  readonly name: string;
  readonly source: string;
  readonly end: End;
  /** As TypeScript, where it ends otherwise. */
  readonly typed?: End;
  readonly stdout?: string;
  readonly task?: Task;
  readonly limits?: Partial<Limits>;
};

const assertions = (body: string): Task => ({ mode: 'harness', harness: `const assert = require('assert');\n${body}` });
const adds = assertions(`const { add } = require('./solution');\nassert.strictEqual(add(1, 2), 3);\nassert.deepStrictEqual(add(2, 2), 4);`);

const hostile: readonly Hostile[] = [
  // Time
  { name: 'a loop that never ends', source: 'for (;;);', end: 'time-limit-exceeded' },
  {
    name: 'a loop that never ends after output',
    source: 'console.log("äöü"); process.stdout.write("a"); for (;;);',
    end: 'time-limit-exceeded',
    stdout: 'äöü\na',
  },
  {
    name: 'a list without an end after output',
    source: 'console.log(1); for (const all = []; ; ) all.push([1]);',
    end: 'memory-limit-exceeded',
    stdout: '1\n',
  },
  { name: 'a loop of promises', source: 'const again = () => { Promise.resolve().then(again); }; again();', end: 'time-limit-exceeded' },
  { name: 'a loop of timers', source: 'setInterval(() => 0, 1);', end: 'time-limit-exceeded' },
  { name: 'a loop of immediates', source: 'const again = () => setImmediate(again); again();', end: 'time-limit-exceeded' },
  { name: 'a loop of microtasks', source: 'const again = () => queueMicrotask(again); again();', end: 'time-limit-exceeded' },
  { name: 'a regular expression that backtracks', source: '/^(a+)+$/.test("a".repeat(40) + "b")', end: 'time-limit-exceeded' },
  { name: 'a comparison that never ends', source: '[2, 1].sort(() => { for (;;); })', end: 'time-limit-exceeded' },
  { name: 'a getter that never ends', source: 'console.log({ get a() { for (;;); } }.a)', end: 'time-limit-exceeded' },
  { name: 'a loop in finally', source: 'function f() { try { return 1; } finally { for (;;); } } f()', end: 'time-limit-exceeded' },
  { name: 'a loop in the text of an error', source: 'throw { get name() { for (;;); } }', end: 'time-limit-exceeded' },
  { name: 'a catch that goes on', source: 'for (;;) { try { null.x; } catch {} }', end: 'time-limit-exceeded' },
  { name: 'a generator without an end', source: 'function* g() { for (;;) yield 1; } for (const x of g());', end: 'time-limit-exceeded' },
  {
    name: 'a large sort again and again',
    source: 'for (;;) Array.from({ length: 5000 }, (_, i) => -i).sort();',
    end: 'time-limit-exceeded',
  },
  { name: 'a big integer that grows', source: 'let n = 3n; for (;;) n = n * n % (1n << 60000n);', end: 'time-limit-exceeded' },
  {
    name: 'waiting for the clock',
    source: 'const end = Date.now() + 5000; while (Date.now() < end); console.log("late");',
    end: 'ended',
    stdout: 'late\n',
  },
  { name: 'waiting with a timer', source: 'setTimeout(() => console.log("now"), 1e9);', end: 'ended', stdout: 'now\n' },
  { name: 'Atomics.wait', source: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', end: 'runtime-error' },
  // Memory
  { name: 'lists without an end', source: 'const all = []; for (;;) all.push(new Array(1000).fill(1));', end: 'memory-limit-exceeded' },
  { name: 'a text that doubles', source: 'let s = "ab"; for (;;) s = s + s + Math.random();', end: 'runtime-error' },
  { name: 'a typed array of 1 GB', source: 'new Uint8Array(1e9)', end: 'memory-limit-exceeded' },
  { name: 'buffers without an end', source: 'const all = []; for (;;) all.push(new ArrayBuffer(1e6));', end: 'memory-limit-exceeded' },
  { name: 'repeat', source: '"x".repeat(1e8).split("")', end: 'memory-limit-exceeded' },
  { name: 'closures without an end', source: 'let f = () => 0; for (;;) { const g = f; f = () => g; }', end: 'memory-limit-exceeded' },
  { name: 'promises that wait', source: 'const all = []; for (;;) all.push(new Promise(() => 0));', end: 'memory-limit-exceeded' },
  { name: 'a map without an end', source: 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i });', end: 'memory-limit-exceeded' },
  {
    name: 'timers without an end',
    source: 'for (;;) setTimeout(() => 0, 1);',
    end: 'memory-limit-exceeded',
    limits: { seconds: 20, memory: 8 },
  },
  {
    name: 'catching that memory is full',
    source: 'const all = []; try { for (;;) all.push(new ArrayBuffer(1e6)); } catch { console.log("full"); }',
    end: 'ended',
    stdout: 'full\n',
  },
  // Stack
  { name: 'recursion without an end', source: 'function f() { f(); } f()', end: 'runtime-error' },
  {
    name: 'catching that the stack is full',
    source: 'function f() { f(); } try { f(); } catch (e) { console.log(e.name); }',
    end: 'ended',
    stdout: 'RangeError\n',
  },
  { name: 'recursion through toString', source: 'const o = { toString() { return "" + o; } }; "" + o', end: 'runtime-error' },
  { name: 'recursion through a proxy', source: 'const p = new Proxy({}, {}); Object.setPrototypeOf(p, p); p.x', end: 'runtime-error' },
  { name: 'a proxy as its own prototype trap', source: 'const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x', end: 'runtime-error' },
  { name: 'JSON nested deeply', source: 'JSON.parse("[".repeat(1e6))', end: 'runtime-error', limits: { seconds: 20 } },
  { name: 'source nested deeply', source: '('.repeat(30_000), end: 'compile-error' },
  { name: 'a regular expression nested deeply', source: 'new RegExp("(?:".repeat(50000) + ")".repeat(50000))', end: 'runtime-error' },
  // Output
  { name: 'output without an end', source: 'for (;;) console.log("xxxxxxxxxxxxxxxxxxxx");', end: 'output-limit-exceeded' },
  { name: 'error output without an end', source: 'for (;;) console.error("xxxxxxxxxxxxxxxxxxxx");', end: 'output-limit-exceeded' },
  { name: 'one large output', source: 'process.stdout.write("x".repeat(1e6))', end: 'output-limit-exceeded' },
  {
    name: 'output limit in a catch',
    source: 'for (;;) { try { for (;;) console.log("xxxxxxxxxxxx"); } catch {} }',
    end: 'output-limit-exceeded',
  },
  // The host
  { name: 'no child processes', source: 'require("child_process").execSync("id")', end: 'runtime-error' },
  { name: 'no sockets', source: 'require("net").connect(80, "localhost")', end: 'runtime-error' },
  { name: 'no threads', source: 'new (require("worker_threads").Worker)("1", { eval: true })', end: 'runtime-error' },
  { name: 'no fetch', source: 'fetch("http://localhost")', end: 'runtime-error' },
  { name: 'no files', source: 'console.log(require("fs").readFileSync("/etc/passwd", "utf8"))', end: 'runtime-error' },
  { name: 'no writing of files', source: 'require("fs").writeFileSync("/tmp/x", "x")', end: 'runtime-error' },
  { name: 'no environment', source: 'console.log(JSON.stringify(process.env), process.argv.length)', end: 'ended', stdout: '{} 2\n' },
  { name: 'no bindings', source: 'process.binding("fs")', end: 'runtime-error' },
  {
    name: 'the constructor of the constructor is the sandbox’s',
    source: 'console.log(console.log.constructor("return typeof WebAssembly + typeof Deno + typeof importScripts")())',
    end: 'ended',
    stdout: 'undefinedundefinedundefined\n',
  },
  { name: 'import of a file', source: 'import x from "/etc/passwd"; console.log(x)', end: 'runtime-error' },
  { name: 'import() of a module of Node', source: 'import("child_process").then((m) => console.log(typeof m.exec))', end: 'runtime-error' },
  {
    name: 'the stack of an error names no file of the host',
    source: 'console.log(/node_modules|packages|file:|\\.ts/.test(new Error().stack))',
    end: 'ended',
    stdout: 'false\n',
  },
  { name: 'killing', source: 'process.kill(process.pid, "SIGKILL")', end: 'runtime-error' },
  { name: 'abort', source: 'process.abort()', end: 'runtime-error' },
  // Ends
  { name: 'an exit code', source: 'console.log("x"); process.exit(3)', end: 'runtime-error' },
  { name: 'exit with 0', source: 'console.log("x"); process.exit(0); console.log("y")', end: 'ended', stdout: 'x\n' },
  { name: 'exit in a try', source: 'try { process.exit(1); } finally { for (;;); }', end: 'runtime-error' },
  { name: 'a promise rejected', source: 'Promise.reject(new Error("no"))', end: 'runtime-error' },
  { name: 'throwing undefined', source: 'throw undefined', end: 'runtime-error' },
  { name: 'throwing what cannot be printed', source: 'throw new Proxy({}, { get() { throw 1; } })', end: 'runtime-error' },
  { name: 'await that never ends', source: 'await new Promise(() => 0); console.log("x")', end: 'runtime-error' },
  // Prototypes, and the next run
  {
    name: 'Object.prototype for the next run',
    source: 'Object.prototype.leaked = 1; globalThis.leaked = 1; Array.prototype.map = () => ["bad"];',
    end: 'ended',
  },
  {
    name: 'replaced globals',
    source: 'JSON.parse = JSON.stringify = () => "bad"; console.log = () => 0; Math.random = () => 4; String.prototype.split = null;',
    end: 'ended',
  },
  {
    name: 'frozen globals',
    source: 'Object.freeze(globalThis); Object.freeze(Object.prototype); Object.freeze(Array.prototype);',
    end: 'ended',
  },
  { name: 'deleted globals', source: 'const g = globalThis; for (const k of Object.getOwnPropertyNames(g)) delete g[k];', end: 'ended' },
  {
    name: 'setters on prototypes',
    source:
      'Object.defineProperty(Array.prototype, 0, { set() { for (;;); } }); Object.defineProperty(Object.prototype, "then", { get() { throw 1; } });',
    end: 'ended',
  },
  // What the engine reads of the sandbox as JSON, written by a program that changed how JSON is written
  { name: 'an error without its description', source: 'Object.prototype.toJSON = () => null; throw new Error("x")', end: 'runtime-error' },
  {
    name: 'a number as the description of an error',
    source: 'Object.prototype.toJSON = () => 5; throw new Error("x")',
    end: 'runtime-error',
  },
  {
    name: 'an error that is described by other types',
    source: 'Object.prototype.toJSON = () => ({ text: 5, message: 7, toJSON: undefined }); throw new Error("x")',
    end: 'runtime-error',
  },
  {
    name: 'no JSON as the result of a function',
    source: 'Object.prototype.toJSON = () => undefined; function add() { return { a: 1 }; }',
    task: { mode: 'function', name: 'add', args: [1, 2] },
    end: 'runtime-error',
  },
  {
    name: 'no JSON as a result under a harness',
    source: 'Object.prototype.toJSON = () => undefined; function add() { return { a: 1 }; }',
    task: adds,
    end: 'runtime-error',
  },
  {
    name: 'no JSON as the names of functions under a harness',
    source: 'Array.prototype.toJSON = () => undefined; function add() { return 3; }',
    task: adds,
    end: 'runtime-error',
  },
  // Cheating at a harness
  { name: 'exit in the source under a harness', source: 'process.exit(0)', task: adds, end: 'runtime-error' },
  { name: 'exit in a function under a harness', source: 'function add() { process.exit(0); }', task: adds, end: 'runtime-error' },
  {
    name: 'a value that equals everything',
    source: 'function add() { return { valueOf: () => 3, [Symbol.toPrimitive]: () => 3, equals: () => true }; }',
    task: adds,
    end: 'runtime-error',
  },
  {
    name: 'replaced assertions',
    source:
      'require("assert").strictEqual = () => 0; require("assert").deepStrictEqual = () => 0; Object.is = () => true; function add() { return 0; }',
    task: adds,
    end: 'runtime-error',
  },
  {
    name: 'a replaced JSON that answers',
    source: 'JSON.stringify = () => "3"; function add() { return 5; }',
    task: adds,
    end: 'runtime-error',
  },
  {
    name: 'a result with a type of its own',
    source: 'function add() { return new Map([["type", "float"], ["value", "3"]]); }',
    task: adds,
    end: 'runtime-error',
  },
  {
    name: 'reading the harness',
    source: 'function add() { console.log(add.caller, new Error().stack, Object.keys(globalThis)); return 0; }',
    task: adds,
    end: 'runtime-error',
  },
  { name: 'a loop under a harness', source: 'function add() { for (;;); }', task: adds, end: 'time-limit-exceeded' },
  {
    name: 'memory under a harness',
    source: 'function add() { const all = []; for (;;) all.push(new ArrayBuffer(1e6)); }',
    task: adds,
    end: 'memory-limit-exceeded',
  },
  { name: 'recursion under a harness', source: 'function add(a, b) { return add(a, b); }', task: adds, end: 'runtime-error' },
  {
    name: 'a promise that never settles under a harness',
    source: 'function add() { return new Promise(() => 0); }',
    task: adds,
    end: 'runtime-error',
  },
  {
    name: 'a thenable under a harness',
    source: 'function add() { return { then(f) { f({ then() { for (;;); } }); } }; }',
    task: adds,
    end: 'runtime-error',
  },
  {
    name: 'requiring the solution from the solution',
    source: 'const s = require("./solution"); function add() { return 3; }',
    task: adds,
    end: 'runtime-error',
  },
  {
    name: 'closing the source to get at what surrounds it',
    source: '}); globalThis.add = () => 3; (function () {',
    task: adds,
    end: 'runtime-error',
    typed: 'compile-error',
  },
  {
    name: 'a harness that never ends well',
    source: 'function add() { return 3; }',
    task: assertions('await new Promise(() => 0)'),
    end: 'runtime-error',
  },
  // Values of a function
  {
    name: 'a value that contains itself',
    source: 'function f() { const a = []; a.push(a); return a; }',
    task: { mode: 'function', name: 'f', args: [] },
    end: 'runtime-error',
  },
  {
    name: 'a value nested deeply',
    source: 'function f() { let a = []; for (let i = 0; i < 1e4; i++) a = [a]; return a; }',
    task: { mode: 'function', name: 'f', args: [] },
    end: 'runtime-error',
  },
  {
    name: 'a function as a value',
    source: 'function f() { return f; }',
    task: { mode: 'function', name: 'f', args: [] },
    end: 'runtime-error',
  },
  {
    name: 'a value of an endless list',
    source: 'function f() { return { length: Infinity, 0: 1, __proto__: Array.prototype }; }',
    task: { mode: 'function', name: 'f', args: [] },
    end: 'ended',
  },
  {
    name: 'a large value',
    source: 'function f() { return "x".repeat(5e6); }',
    task: { mode: 'function', name: 'f', args: [] },
    end: 'output-limit-exceeded',
  },
  {
    name: 'a value of too many parts',
    source: 'function f() { return new Array(3e5).fill(1); }',
    task: { mode: 'function', name: 'f', args: [] },
    end: 'runtime-error',
    limits: { seconds: 20 },
  },
  { name: 'a missing function', source: 'const x = 1;', task: { mode: 'function', name: 'f', args: [] }, end: 'runtime-error' },
];

/** Right only if nothing of a run before is left. */
const witness = `
  const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);
  console.log(a + b, typeof leaked, Object.keys(Object.prototype).length, JSON.stringify([Math.random() < 1, Date.now()]));
`;
const witnessed = '3 undefined 0 [true,1767225600001]\n';

const typed = runOne('typescript', { seconds: 0.4, memory: 32, output: 20_000 });

/** Those that take time or memory do so in the same engine, after their types are gone. */
const quick = hostile.filter(({ end }) => end !== 'time-limit-exceeded' && end !== 'memory-limit-exceeded');

describe('a hostile program has the same end as TypeScript', () => {
  test.each(quick)('$name', async ({ source, end: untyped, typed: end = untyped, stdout, task = stdio(), limits = {} }) => {
    const found = await typed(source, task, limits);
    expect({ end: found.end, stderr: found.end === end ? '' : found.stderr }).toEqual({ end, stderr: '' });
    if (stdout !== undefined) expect(found.stdout).toBe(stdout);
    expect(await typed('const sum: number = 1 + 2; console.log(sum);', stdio(''), { seconds: 20 })).toMatchObject({ stdout: '3\n' });
  });
});

describe('a hostile JavaScript program has its end, and the next run is right', () => {
  test.each(hostile)('$name', async ({ source, end, stdout, task = stdio(), limits = {} }) => {
    // What fills the memory may take its time, which on a slow machine is more than the usual limit.
    const found = await run(source, task, end === 'memory-limit-exceeded' ? { seconds: 20, ...limits } : limits);
    expect({ end: found.end, stderr: found.end === end ? '' : found.stderr }).toEqual({ end, stderr: '' });
    if (stdout !== undefined) expect(found.stdout).toBe(stdout);
    const next = await run(witness, stdio('1 2'), { seconds: 20 });
    expect(next).toMatchObject({ end: 'ended', stdout: witnessed, stderr: '' });
  });
});
