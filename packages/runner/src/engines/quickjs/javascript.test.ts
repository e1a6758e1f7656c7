import { describe, expect, test } from 'vitest';
import type { Plain, Task } from '../../program.ts';
import { runOne, stdio } from '../../testing/run-one.ts';

const limits = { seconds: 10, memory: 64, output: 65_536 };
const run = runOne('javascript', limits);
const typed = runOne('typescript', limits);

const prints = async (source: string, input = ''): Promise<string> => {
  const { end, stdout, stderr } = await run(source, stdio(input));
  expect({ end, stderr }).toEqual({ end: 'ended', stderr: '' });
  return stdout;
};

describe('a program reads its input in the usual ways', () => {
  test.each([
    ['readFileSync(0)', "console.log(require('fs').readFileSync(0, 'utf8').trim().split('\\n').join())"],
    ['readFileSync as bytes', "console.log(require('fs').readFileSync(0).toString().trim().split('\\n').join())"],
    [
      'readFileSync of /dev/stdin',
      "console.log(require('node:fs').readFileSync('/dev/stdin', { encoding: 'utf-8' }).trim().split('\\n').join())",
    ],
    ['import of fs', "import { readFileSync } from 'fs';\nconsole.log(readFileSync(0, 'utf8').trim().split('\\n').join())"],
    ['import of all of fs', "import * as fs from 'node:fs';\nconsole.log(fs.readFileSync(0, 'utf8').trim().split('\\n').join())"],
    [
      'data and end',
      "let s = ''; process.stdin.on('data', (d) => { s += d; }); process.stdin.on('end', () => console.log(s.trim().split('\\n').join()))",
    ],
    [
      'resume and setEncoding',
      "process.stdin.resume(); process.stdin.setEncoding('utf8'); let s = ''; process.stdin.on('data', (d) => { s += d; }).on('end', () => console.log(s.trim().split('\\n').join()))",
    ],
    [
      'readable and read',
      "let s = ''; process.stdin.setEncoding('utf8'); process.stdin.on('readable', () => { let c; while ((c = process.stdin.read()) !== null) s += c; }); process.stdin.on('end', () => console.log(s.trim().split('\\n').join()))",
    ],
    [
      'chunks of bytes',
      "const all = []; process.stdin.on('data', (d) => all.push(d)); process.stdin.on('end', () => console.log(Buffer.concat(all).toString('utf8').trim().split('\\n').join()))",
    ],
    [
      'for await of stdin',
      "(async () => { let s = ''; for await (const c of process.stdin) s += c; console.log(s.trim().split('\\n').join()); })()",
    ],
    [
      'lines and close',
      "const all = []; require('readline').createInterface({ input: process.stdin }).on('line', (l) => all.push(l)).on('close', () => console.log(all.join()))",
    ],
    [
      'lines, with a terminal wanted',
      "const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout, terminal: false }); const all = []; rl.on('line', (l) => { all.push(l); if (all.length === 2) { console.log(all.join()); rl.close(); } })",
    ],
    [
      'for await of lines',
      "(async () => { const all = []; for await (const l of require('readline').createInterface({ input: process.stdin })) all.push(l); console.log(all.join()); })()",
    ],
    [
      'await at the top',
      "import readline from 'readline';\nconst all = [];\nfor await (const l of readline.createInterface({ input: process.stdin })) all.push(l);\nconsole.log(all.join())",
    ],
    [
      'questions',
      "const rl = require('readline').createInterface({ input: process.stdin }); rl.question('', (a) => rl.question('', (b) => { console.log(a + ',' + b); rl.close(); }))",
    ],
    [
      'questions with promises',
      "const rl = require('readline/promises').createInterface({ input: process.stdin }); (async () => { console.log([await rl.question(''), await rl.question('')].join()); rl.close(); })()",
    ],
    [
      'lines one by one',
      "const lines = []; const rl = require('readline').createInterface(process.stdin); rl.on('line', (l) => lines.push(l)); rl.once('close', () => { process.stdout.write(lines.join() + '\\n'); })",
    ],
  ])('%s', async (_name, source) => {
    expect(await prints(source, 'one é\ntwo 日本\n')).toBe('one é,two 日本\n');
  });
});

test('input without a last line feed, and empty input, are whole', async () => {
  const lines =
    "const all = []; require('readline').createInterface({ input: process.stdin }).on('line', (l) => all.push(l)).on('close', () => console.log(JSON.stringify(all)))";
  expect(await prints(lines, 'a\r\n\r\nb')).toBe('["a","","b"]\n');
  expect(await prints(lines, '')).toBe('[]\n');
  expect(await prints("process.stdin.on('data', () => console.log('data')).on('end', () => console.log('end'))")).toBe('end\n');
});

test('values are printed as Node prints them', async () => {
  const source = `
    console.log([1, 'two', [3]], { a: 1, 'b-c': [undefined, null] }, 'text', 4n, -0, new Map([['k', 1]]), new Set([1]), () => 1, class A {}, Symbol('s'));
    console.log('%s is %d years', 'Ann', 41, { deep: { deeper: { deepest: { hidden: 1 } } } }, [undefined], "it's", ['it\\'s']);
    console.log(); console.log(null, undefined, true, NaN, [], {});
    console.error('to the side');
  `;
  const { stdout, stderr } = await run(source);
  expect(stdout).toBe(
    `[ 1, 'two', [ 3 ] ] { a: 1, 'b-c': [ undefined, null ] } text 4n -0 Map(1) { 'k' => 1 } Set(1) { 1 } [Function (anonymous)] [class A] Symbol(s)
Ann is 41 years { deep: { deeper: { deepest: [Object] } } } [ undefined ] it's [ "it's" ]

null undefined true NaN [] {}
`,
  );
  expect(stderr).toBe('to the side\n');
});

test('timers run in the order of their times, after the promises, and take no time', async () => {
  const source = `
    setTimeout(() => console.log('late'), 100000); setTimeout(() => console.log('soon'), 5); setImmediate(() => console.log('immediate'));
    Promise.resolve().then(() => console.log('promise')); process.nextTick(() => console.log('tick'));
    let n = 0; const i = setInterval(() => { console.log('every', ++n); if (n === 2) clearInterval(i); }, 10);
    const gone = setTimeout(() => console.log('never'), 1); clearTimeout(gone); console.log('first');
  `;
  expect(await prints(source)).toBe('first\ntick\npromise\nimmediate\nsoon\nevery 1\nevery 2\nlate\n');
});

test('two runs give the same bytes: the clock and chance are fixed', async () => {
  const source =
    'console.log(Math.random(), Math.random(), Date.now(), new Date().toString(), performance.now(), new Date(2026, 6, 1).getTimezoneOffset())';
  const first = await prints(source);
  expect(await prints(source)).toBe(first);
  expect(first).toContain('Thu Jan 01 2026 00:00:00 GMT+0000');
});

test('an error tells its line and text, and what was printed before stays', async () => {
  const found = await run("console.log('before');\nfunction f(x) {\n  return x.missing.part;\n}\nf({});");
  expect(found).toMatchObject({ end: 'runtime-error', stdout: 'before\n', line: 3 });
  expect(found.stderr).toBe(
    "TypeError: Cannot read properties of undefined (reading 'part')\n    at f (solution.js:3:10)\n    at <anonymous> (solution.js:5:1)\n",
  );
});

test('what is no program is a compile error with its line', async () => {
  expect(await run('let a = 1;\nlet b = = 2;')).toMatchObject({ end: 'compile-error', line: 2, stdout: '' });
  expect(await run("import fs from 'fs';\nlet b = = 2;")).toMatchObject({ end: 'compile-error', line: 2 });
  expect(await run('let a;\nlet a;')).toMatchObject({ end: 'compile-error', line: 2 });
});

const unended: readonly (readonly [name: string, source: string, line: number])[] = [
  ['a string', 'let a = 1;\nlet b = "abc', 2],
  ['a string above other lines', 'let a = 1;\nlet b = "abc\nlet c = 2;\n', 2],
  ['a template', 'let a = 1;\nlet b = `abc\n def\n', 2],
  ['a comment', 'let a = 1;\n/* abc\n', 2],
  ['a regular expression', 'let a = 1;\nlet b = /abc\nlet c;', 2],
];
test.each(unended)('the line of %s that does not end is where it begins', async (_name, source, line) => {
  for (const execute of [run, typed]) expect(await execute(source)).toMatchObject({ end: 'compile-error', line });
});

test.each([
  ['a block', 'function f() {\n  return 1;\n\n\n', 2],
  ['a block without a line feed', 'function f() {\n  return 1;', 2],
  ['a call', 'console.log(1\n', 1],
  ['a list', 'const a = [1, 2', 1],
  ['what a template holds', 'let a = 1;\nlet b = `abc ${a + \n', 2],
  ['an object before a comment', 'let a = {\n// end', 2],
  ['a function of a module', "import fs from 'fs';\nfunction f() {\n", 2],
  ['an exported function', 'export const f = () => {\n', 1],
])('%s that is open at the end is reported in the last line that says something', async (_name, source, line) => {
  expect(await run(source)).toMatchObject({ end: 'compile-error', line, stderr: 'SyntaxError: unexpected end of input\n' });
  expect(await typed(source)).toMatchObject({ end: 'compile-error', line });
});

test('a recursion of 10,000 calls is none too many', async () => {
  expect(await prints('const sum = (n) => (n === 0 ? 0 : n + sum(n - 1)); console.log(sum(10000))')).toBe('50005000\n');
});

test('output is cut at its limit, and never within a character', async () => {
  const found = await run("process.stdout.write('é'.repeat(100))", stdio(), { output: 11 });
  expect(found).toMatchObject({ end: 'output-limit-exceeded', stdout: 'ééééé' });
});

const calls = (name: string, ...args: Plain[]): Task => ({ mode: 'function', name, args });

describe('a function is found however it is written', () => {
  test.each([
    ['a declaration', 'function add(a, b) { return a + b; }'],
    ['a constant', 'const add = (a, b) => a + b;'],
    ['module.exports', 'module.exports = { add: (a, b) => a + b };'],
    ['exports', 'exports.add = (a, b) => a + b;'],
    ['a global', 'add = (a, b) => a + b;\nmodule.exports.add = add;'],
    ['export', 'export const add = (a, b) => a + b;'],
    ['export under another name', 'const plus = (a, b) => a + b;\nexport { plus as add };'],
    ['export default', 'export default function add(a, b) { return a + b; }'],
    ['async', 'async function add(a, b) { await null; return a + b; }'],
    ['a later promise', 'const add = (a, b) => new Promise((resolve) => setTimeout(() => resolve(a + b), 1000));'],
  ])('%s', async (_name, source) => {
    expect(await run(source, calls('add', 1, 2))).toMatchObject({ end: 'ended', value: 3 });
  });
});

test('values cross as they are', async () => {
  const values: Plain[] = [
    ...[null, true, 1.5, 'text é\u0000', [1, [2]]],
    { type: 'int', value: '123456789012345678901234567890' },
    { type: 'float', value: 'Infinity' },
    { type: 'float', value: 'NaN' },
    { type: 'bytes', value: 'AP8=' },
    { type: 'set', items: [1, 'a'] },
    {
      type: 'dict',
      entries: [
        ['a', 1],
        ['__proto__', 2],
      ],
    },
    {
      type: 'dict',
      entries: [
        [1, 'a'],
        [true, 'b'],
      ],
    },
  ];
  expect((await run('function same(...all) { return all; }', calls('same', ...values))).value).toEqual(values);
  expect((await run('function same(x) { return x; }', calls('same', { type: 'tuple', items: [1] }))).value).toEqual([1]);
  const special = await run(
    'function f() { return [undefined, 2 ** 60, -0, new Date(0), class { constructor() { this.a = 1; } }.name]; }',
    calls('f'),
  );
  expect(special.value).toEqual([
    null,
    { type: 'float', value: '1152921504606846976' },
    { type: 'float', value: '-0' },
    '1970-01-01T00:00:00.000Z',
    '',
  ]);
});

test('what a function prints and throws is told', async () => {
  expect(await run("function f() {\n  console.log('here');\n  throw new RangeError('no');\n}", calls('f'))).toMatchObject({
    end: 'runtime-error',
    stdout: 'here\n',
    line: 3,
  });
});

const harness = (text: string): Task => ({ mode: 'harness', harness: text });

describe('a harness', () => {
  const solution =
    "const calls = [];\nfunction add(a, b) { calls.push(a); if (a < 0) throw new RangeError('negative'); return a + b; }\nconst count = () => calls.length;\nclass Hidden {}";

  test.each([
    [
      'asserts with require',
      "const assert = require('assert');\nconst { add } = require('./solution');\nassert.strictEqual(add(1, 2), 3);",
    ],
    [
      'asserts with import',
      "import assert from 'node:assert/strict';\nimport { add, count } from 'solution';\nassert.equal(add(1, 2), 3);\nassert.equal(count(), 1);",
    ],
    [
      'sees errors',
      "const assert = require('assert');\nconst { add } = require('./solution');\nassert.throws(() => add(-1, 1), RangeError);\nassert.throws(() => add(-1, 1), { name: 'RangeError', message: /neg/ });",
    ],
    [
      'keeps what the program keeps',
      "const assert = require('assert');\nconst s = require('./solution');\ns.add(1, 1);\ns.add(1, 1);\nassert.equal(s.count(), 2);",
    ],
    [
      'waits',
      "import assert from 'assert';\nimport * as s from './solution.js';\nawait new Promise((resolve) => setTimeout(resolve, 1000));\nassert.equal(await s.add(1, 2), 3);",
    ],
  ])('%s', async (_name, text) => {
    expect(await run(solution, harness(text))).toMatchObject({ end: 'ended', stderr: '' });
  });

  test.each([
    ['a wrong value', "require('assert').strictEqual(require('./solution').add(1, 2), 4)"],
    ['an error', "require('./solution').add(-1, 2)"],
    ['a missing function', "require('./solution').missing()"],
    ['a rejection', "Promise.reject(new Error('late'))"],
    ['an error in a timer', "setTimeout(() => require('assert').fail(), 10)"],
    ['an exit', 'process.exit(0)'],
  ])('fails by %s', async (_name, text) => {
    expect(await run(solution, harness(text))).toMatchObject({ end: 'runtime-error' });
  });

  test('gets values of its own: changing them changes nothing in the program', async () => {
    const text =
      "const assert = require('assert');\nconst s = require('./solution');\nconst list = s.all();\nlist.push(9);\nassert.deepStrictEqual(s.all(), [1, 2]);\nconst given = [5];\ns.take(given);\nassert.deepStrictEqual(given, [5]);";
    expect(await run('const list = [1, 2];\nconst all = () => list;\nconst take = (x) => { x.push(1); };', harness(text))).toMatchObject({
      end: 'ended',
    });
  });

  test('tells the line in the candidate’s program when that fails before', async () => {
    expect(await run('\nnull.x;', harness('0'))).toMatchObject({ end: 'runtime-error', line: 2 });
  });
});

describe('TypeScript', () => {
  const next = async (): Promise<void> => {
    expect(await typed('const n: number = 1;\nconsole.log(n)')).toMatchObject({ end: 'ended', stdout: '1\n' });
  };

  test('enums, parameter properties, namespaces, generics and decorators of types run', async () => {
    const source = `
      enum Color { Red = 1, Green }
      class Point<T extends number> { constructor(public readonly x: T, private y?: T) {} }
      namespace N { export const z = 1 }
      interface I { a: string }
      const i = { a: 'x' } satisfies I as I;
      abstract class A { abstract f(): void }
      console.log(Color.Green, Color[1], new Point<number>(2).x, N.z, i!.a);
    `;
    expect(await typed(source)).toMatchObject({ end: 'ended', stdout: '2 Red 2 1 x\n' });
  });

  test('imports of types and of modules run', async () => {
    const source =
      "import * as fs from 'fs';\nimport type { X } from './none';\nconst [a, b]: number[] = fs.readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);";
    expect(await typed(source, stdio('1 2'))).toMatchObject({ end: 'ended', stdout: '3\n' });
  });

  test('errors tell the line that the candidate wrote', async () => {
    const source =
      'interface A {\n  a: number;\n}\nenum E {\n  X\n}\n\nfunction f(a: A): number {\n  return (a as any).none.x;\n}\nf({ a: E.X });';
    const found = await typed(source);
    expect(found).toMatchObject({ end: 'runtime-error', line: 9 });
    expect(found.stderr).toContain('solution.ts:9:');
  });

  test('what is no program is a compile error with its line', async () => {
    expect(await typed('let a: number = 1;\nlet b: = 2;')).toMatchObject({ end: 'compile-error', line: 2 });
    await next();
  });

  test('a harness may have types too', async () => {
    const text =
      "import assert from 'assert';\nimport { add } from 'solution';\ntype Case = readonly [number, number];\nconst cases: Case[] = [[1, 2]];\nfor (const [a, b] of cases) assert.equal(add(a, b) as number, a + b);";
    expect(await typed('const add = (a: number, b: number): number => a + b;', harness(text))).toMatchObject({ end: 'ended', stderr: '' });
    expect(await typed('const add = (a: number, b: number): number => a - b;', harness(text))).toMatchObject({ end: 'runtime-error' });
    expect(await typed('const add = (a: number) => a;', harness('const a: = 1'))).toMatchObject({ end: 'runtime-error' });
  });

  test('functions and harnesses work as in JavaScript', async () => {
    expect(await typed('export function add(a: number, b: number): number { return a + b; }', calls('add', 1, 2))).toMatchObject({
      value: 3,
    });
    const text = "import assert from 'assert';\nimport { add } from 'solution';\nassert.equal(add(1, 2), 3);";
    expect(await typed('function add(a: number, b: number): number { return a + b; }', harness(text))).toMatchObject({ end: 'ended' });
  });

  test.each([
    ['brackets nested deeply', `let a = ${'['.repeat(20_000)}`, 'compile-error'],
    ['types nested deeply', `let a: ${'['.repeat(30_000)}number${']'.repeat(30_000)};`, 'compile-error'],
    ['a type that grows', 'type A<T> = T extends 0 ? 1 : A<[T]>; const a: A<1> = 1; console.log(a)', 'ended'],
    ['a decorator', '@(() => 0) class A {}', 'compile-error'],
    ['JSX', 'const a = <div></div>;', 'compile-error'],
    ['a loop', 'for (;;) { const a: number = 1; }', 'time-limit-exceeded'],
    ['a source map of its own', `console.log(1);\n//# sourceMappingURL=data:application/json;base64,e30=`, 'ended'],
    ['lists without an end', 'const all: number[][] = []; for (;;) all.push(new Array(1000).fill(1));', 'memory-limit-exceeded'],
  ])('%s has its end, and the next run is right', async (_name, source, end) => {
    const found = await typed(source, stdio(), end === 'time-limit-exceeded' ? { seconds: 0.3 } : {});
    expect({ end: found.end, stderr: found.end === end ? '' : found.stderr }).toEqual({ end, stderr: '' });
    await next();
  });
});

describe('a program meets what Node has', () => {
  test.each([
    ['the main module', 'if (require.main === module) console.log("main")', 'main\n'],
    ['names in the order of a dictionary', "console.log(['b', 'Á', 'a', 'B', 'z'].sort((x, y) => x.localeCompare(y)).join(''))", 'aÁbBz\n'],
    [
      'separators of thousands',
      'console.log((1234567.891).toLocaleString(), 10n ** 6n + 1n, (10n ** 6n).toLocaleString())',
      '1,234,567.891 1000001n 1,000,000\n',
    ],
    ['rounding of decimal digits', "console.log((1.005).toLocaleString('en-US', { maximumFractionDigits: 2 }))", '1.01\n'],
    [
      'a clone with cycles',
      'const a = { d: new Date(0) }; a.self = a; const b = structuredClone(a); console.log(b.self === b, b.d.getTime(), b !== a)',
      'true 0 true\n',
    ],
    ['next ticks before promises', 'Promise.resolve().then(() => console.log(2)); process.nextTick(() => console.log(1));', '1\n2\n'],
    [
      'an aborted signal',
      'const c = new AbortController(); c.signal.addEventListener("abort", (e) => console.log(e.type)); c.abort(); console.log(c.signal.aborted)',
      'abort\ntrue\n',
    ],
    [
      'the parts of an address',
      "const u = new URL('../x?a=1#h', 'https://e.org:8080/p/q/r'); console.log(u.href, u.searchParams.get('a'))",
      'https://e.org:8080/p/x?a=1#h 1\n',
    ],
    [
      'what was not a function',
      'const o = { list: {} }; try { o.list.push(1); } catch (error) { console.log(error.message); }',
      'o.list.push is not a function\n',
    ],
    [
      'what was not a constructor',
      'const o = {}; try { new o.Thing(); } catch (error) { console.log(error.message); }',
      'o.Thing is not a constructor\n',
    ],
    [
      'what was undefined',
      'const o = {}; try { o.a.b; } catch (error) { console.log(error.message); }',
      "Cannot read properties of undefined (reading 'b')\n",
    ],
    ['an exit code for those who leave', "process.on('exit', (code) => console.log('code', code)); process.exit(0)", 'code 0\n'],
    [
      'a module that is missing by its name',
      "try { require('node:worker_threads'); } catch (error) { console.log(error.message); }",
      'worker_threads is not available here\n',
    ],
  ])('%s', async (_, source, printed) => {
    expect(await prints(source)).toBe(printed);
  });

  test('an import of a module that is missing names it', async () => {
    const { end, stderr } = await run("import { deflate } from 'node:zlib';\nconsole.log(deflate);");
    expect(end).not.toBe('ended');
    expect(stderr).toContain('zlib');
  });

  test('a program that replaces what messages are made with harms only itself', async () => {
    const { end } = await run('Error.prepareStackTrace = () => { for (;;); }; try { null.x; } catch {}', stdio(), { seconds: 1 });
    expect(end).toBe('time-limit-exceeded');
    expect(await prints("console.log('next')")).toBe('next\n');
  });
});

describe('streams are those of Node', () => {
  test('standard input goes through a transform to standard output', async () => {
    const source = `const { Transform } = require('stream');
      class Upper extends Transform {
        _transform(chunk, form, done) { this.push(String(chunk).toUpperCase()); done(); }
        _flush(done) { this.push('.'); done(); }
      }
      process.stdin.pipe(new Upper()).pipe(process.stdout);`;
    expect(await prints(source, 'one\ntwo')).toBe('ONE\nTWO.');
  });
  test('pipelines, objects, back-pressure and iteration', async () => {
    const source = `import { Readable, Transform, Writable } from 'node:stream';
      import { pipeline } from 'node:stream/promises';
      const kept = [];
      const sink = new Writable({ objectMode: true, highWaterMark: 1, write(row, form, done) { kept.push(row); setTimeout(done, 5); } });
      await pipeline(Readable.from([1, 2, 3]), new Transform({ objectMode: true, transform: (n, form, done) => done(null, { n }) }), sink);
      console.log(kept, await Readable.from([1, 2, 3, 4]).filter((n) => n % 2).toArray());
      try { await pipeline(Readable.from(['x']), new Transform({ transform: (c, form, done) => done(new Error('bad')) }), sink); } catch (error) { console.log(error.message); }
      for await (const part of Readable.from(['a', 'b'])) console.log(part);`;
    expect(await prints(source)).toBe('[ { n: 1 }, { n: 2 }, { n: 3 } ] [ 1, 3 ]\nbad\na\nb\n');
  });
});

test('crypto has digests, HMAC and random values, and says what it has not', async () => {
  const source = `const crypto = require('crypto');
    for (const name of ['md5', 'sha1', 'sha256', 'sha512']) console.log(crypto.createHash(name).update('hé').update(Buffer.from('!')).digest('hex').slice(0, 16));
    console.log(crypto.createHmac('sha256', 'key').update('text').digest('base64'), crypto.createHmac('sha512', 'k'.repeat(200)).update('text').digest('hex').slice(0, 16));
    console.log(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), crypto.randomBytes(3).length, crypto.randomInt(1, 2));
    for (const work of [() => crypto.createHash('none'), () => crypto.scryptSync('a', 'b', 1)]) try { work(); } catch (error) { console.log(error.message); }`;
  const { createHash, createHmac } = await import('node:crypto');
  const digests = ['md5', 'sha1', 'sha256', 'sha512'].map((name) => `${createHash(name).update('hé!').digest('hex').slice(0, 16)}\n`);
  const keyed = createHmac('sha512', 'k'.repeat(200)).update('text').digest('hex').slice(0, 16);
  const rest = `true 3 1\nDigest method not supported\ncrypto.scryptSync is not available here\n`;
  expect(await prints(source)).toBe(`${digests.join('')}${createHmac('sha256', 'key').update('text').digest('base64')} ${keyed}\n${rest}`);
});

test('an emitter may be called as a function, as older code does, and is printed with its fields', async () => {
  const source = `const EventEmitter = require('events');
    function Old() { EventEmitter.call(this); }
    require('util').inherits(Old, EventEmitter);
    const old = new Old();
    old.once('x', function (value) { console.log(this === old, value); });
    console.log(old.emit('x', 1), old.emit('x', 2), old);`;
  const fields = `  _events: [Object: null prototype] {},
  _eventsCount: 0,
  _maxListeners: undefined,
  Symbol(shapeMode): false,
  Symbol(kCapture): false
`;
  expect(await prints(source)).toBe(`true 1\ntrue false Old {\n${fields}}\n`);
});

test('a stack begins with the name and the message, and leaves out the constructors of its class', async () => {
  const source = `class Own extends Error { constructor(text) { super(text); this.name = 'Own'; } }
    class Caught extends Error { constructor(text) { super(text); Error.captureStackTrace(this, Caught); this.name = 'Caught'; } }
    function raise(Kind) { throw new Kind('why'); }
    for (const Kind of [Own, Caught, TypeError]) try { raise(Kind); } catch (error) { console.log(error.stack.split('\\n').slice(0, 2).map((row) => row.trim().split(' (')[0]), Object.keys(error)); }
    console.log(require('util').inspect(Object.assign(new RangeError('a'), { code: 1 })).split('\\n')[0]);`;
  expect(await prints(source)).toBe(
    `[ 'Own: why', 'at raise' ] [ 'name' ]\n[ 'Caught: why', 'at raise' ] [ 'name' ]\n[ 'TypeError: why', 'at raise' ] []\nRangeError: a\n`,
  );
});

test('an iterator of a map or set is printed with what it still holds, and goes on with it', async () => {
  const source = `const map = new Map([['a', 1], ['b', [2]]]);
    const keys = map.keys();
    keys.next();
    console.log(keys, map.entries(), new Set([5]).values(), new Map().values());
    console.log([...keys], keys.next());`;
  expect(await prints(source)).toBe(
    `[Map Iterator] { 'b' } [Map Entries] { [ 'a', 1 ], [ 'b', [ 2 ] ] } [Set Iterator] { 5 } [Map Iterator] {  }\n[ 'b' ] { value: undefined, done: true }\n`,
  );
});

describe('messages name what the program wrote', () => {
  test.each([
    ['const list = {}; for (const item of list) item;', 'list is not iterable'],
    ['let pair; const [first] = pair;', 'pair is not iterable'],
    ['const find = () => undefined; const [first] = find();', 'find is not a function or its return value is not iterable'],
    ['const shop = {}; const { name } = shop.owner;', "Cannot destructure property 'name' of 'shop.owner' as it is undefined."],
    ['const one = Object.freeze({ a: 1 }); one.a = 2;', "Cannot assign to read only property 'a' of object '#<Object>'"],
    ['const one = Object.seal({}); one.b = 2;', 'Cannot add property b, object is not extensible'],
    ['const limit = 1; limit = 2;', 'Assignment to constant variable.'],
    ['early; let early = 1;', "Cannot access 'early' before initialization"],
    ['[1].map(null);', 'object null is not a function'],
    ['const rows = []; rows[0]();', 'rows[0] is not a function'],
    ["JSON.parse('hello')", 'Unexpected token \'h\', "hello" is not valid JSON'],
    ['1n / 0n', 'Division by zero'],
  ])('%s', async (source, message) => {
    const { stdout } = await run(`'use strict'; try { ${source} } catch (error) { console.log(error.message); }`, stdio());
    expect(stdout).toContain(message);
  });
});
