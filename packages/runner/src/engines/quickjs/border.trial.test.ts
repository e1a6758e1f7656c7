import { describe, expect, test } from 'vitest';
import { runOne } from '../../testing/run-one.ts';

const runJavaScript = runOne('javascript', { seconds: 5, memory: 128, output: 1_048_576 });
const judge = (source: string, harness: string, seconds = 5) =>
  runJavaScript(source, { mode: 'harness', harness: `const assert = require('assert');\n${harness}` }, { seconds });

const solution = `
class Empty extends RangeError {
  constructor(size) { super('size ' + size); this.name = 'Empty'; this.size = size; }
}
class Stack {
  static of(...items) { const made = new Stack(); made.items = items; return made; }
  items = [];
  push(item) { this.items.push(item); return this; }
  pop() { if (this.items.length === 0) throw new Empty(0); return this.items.pop(); }
  get size() { return this.items.length; }
  has(item) { return this.items.includes(item); }
  each(work) { for (const item of this.items) work(item); return this; }
  [Symbol.iterator]() { return this.items[Symbol.iterator](); }
  toString() { return 'Stack of ' + this.size; }
}
class Words extends Array { longest() { return this.reduce((a, b) => (a.length < b.length ? b : a)); } }
function* count(n) { for (let i = 0; i < n; i += 1) yield i; }
async function* slowly(n) { for (let i = 0; i < n; i += 1) yield i; }
const counter = () => { let n = 0; return { increase: () => { n += 1; return n; } }; };
const memoize = (work) => { const kept = new Map(); return (x) => { if (!kept.has(x)) kept.set(x, work(x)); return kept.get(x); }; };
const later = async (x) => { if (x < 0) throw new Empty(x); return x; };
const same = (x) => x;
const node = () => { const one = { value: 1 }; one.next = one; return one; };
`;

describe('across the border go', () => {
  const crossing: Readonly<Record<string, string>> = {
    'classes, methods, getters and static methods':
      'const one = new Stack(); one.push(1).push(2); assert.strictEqual(one.pop(), 2); assert.strictEqual(one.size, 1); assert.strictEqual(Stack.of(1, 2).pop(), 2); assert.strictEqual(Stack.name, "Stack"); assert.ok(one.has(1))',
    'properties that are set, listed and deleted':
      'const one = new Stack(); one.top = { a: [1] }; assert.deepStrictEqual(one.top, { a: [1] }); assert.deepStrictEqual(Object.keys(one), ["items", "top"]); assert.ok("top" in one); delete one.top; assert.strictEqual(one.top, undefined)',
    identity:
      'const one = new Stack(); assert.strictEqual(one.push(1), one); assert.notStrictEqual(new Stack(), one); assert.strictEqual(same(one), one); assert.strictEqual(one.constructor, Stack)',
    'texts and iteration':
      'const one = Stack.of(1, 2); assert.strictEqual("" + one, "Stack of 2"); assert.strictEqual(String(one), "Stack of 2"); assert.deepStrictEqual([...one], [1, 2]); for (const x of one) assert.ok(x > 0)',
    'classes of errors, with message and properties':
      'assert.throws(() => new Stack().pop(), Empty); assert.throws(() => new Stack().pop(), { name: "Empty", message: "size 0", size: 0 }); try { new Stack().pop(); assert.fail(); } catch (error) { assert.ok(error instanceof Empty && error instanceof RangeError && !(error instanceof TypeError)); }',
    generators:
      'assert.deepStrictEqual([...count(3)], [0, 1, 2]); const g = count(1); assert.deepStrictEqual(g.next(), { value: 0, done: false }); assert.ok(g.next().done)',
    'async generators':
      'const all = []; (async () => { for await (const x of slowly(3)) all.push(x); assert.deepStrictEqual(all, [0, 1, 2]); })()',
    instances: 'assert.ok(new Stack() instanceof Stack); assert.ok(!({} instanceof Stack)); assert.ok(!(new Stack() instanceof Empty))',
    'objects with functions':
      'const c = counter(); c.increase(); assert.strictEqual(c.increase(), 2); assert.strictEqual(counter().increase(), 1)',
    'functions of the harness':
      'let calls = 0; const f = memoize((x) => { calls += 1; return x * 2; }); assert.strictEqual(f(2) + f(2), 8); assert.strictEqual(calls, 1); const seen = []; Stack.of(1, 2).each((x) => seen.push(x)); assert.deepStrictEqual(seen, [1, 2]); assert.strictEqual(same(f), f)',
    promises:
      'const p = later(3); assert.ok(p instanceof Promise); p.then((x) => assert.strictEqual(x, 3)); assert.rejects(later(-1), Empty)',
    'plain values as they are':
      'for (const x of [undefined, null, 1, -0, NaN, 10n ** 30n, "ä", [1, [2]], { a: 1 }, new Set([1]), new Map([[{ a: 1 }, 2]]), new Date(5)]) assert.deepStrictEqual(same(x), x)',
    'an object that contains itself': 'const one = node(); assert.strictEqual(one.next.value, 1)',
    'classes that extend Array':
      'const w = new Words(); w.push("a", "bcd"); assert.strictEqual(w.longest(), "bcd"); assert.deepStrictEqual([...w], ["a", "bcd"])',
    'many objects': 'const all = new Set(); for (let i = 0; i < 2000; i += 1) all.add(new Stack()); assert.strictEqual(all.size, 2000)',
  };
  for (const [name, harness] of Object.entries(crossing)) {
    test(name, async () =>
      expect(
        await judge(
          solution,
          `const { Stack, Empty, Words, count, slowly, counter, memoize, later, same, node } = require('./solution');\n${harness}`,
        ),
      ).toMatchObject({ end: 'ended', stderr: '' }),
    );
  }

  test('what a module exports by default', async () => {
    const harness =
      "import assert from 'assert';\nimport Stack, { name } from 'solution';\nassert.strictEqual(new Stack().pop(), 3);\nassert.strictEqual(name, 'x');";
    const task = { mode: 'harness', harness } as const;
    expect(await runJavaScript("export default class { pop() { return 3; } }\nexport const name = 'x';", task)).toMatchObject({
      end: 'ended',
      stderr: '',
    });
  });
});

describe('what does not cross says so by name:', () => {
  const refused: Readonly<Record<string, readonly [string, string]>> = {
    'a class of the harness': ['same(class A {})', 'a class of the harness cannot be passed'],
    'an object of a class of the harness': ['class A {}\nsame(new A())', 'an object of a class of the harness cannot be passed'],
    'a class that extends one of the solution': ['class A extends Stack {}\nnew A()', 'cannot extend a class of the solution'],
    'a symbol': ['same(Symbol("x"))', 'a symbol cannot cross'],
    'a promise of the harness': ['memoize(async (x) => x)(1)', 'a promise of the harness cannot be passed'],
  };
  for (const [name, [harness, message]] of Object.entries(refused)) {
    test(name, async () =>
      expect(await judge(solution, `const { Stack, same, memoize } = require('./solution');\n${harness}`)).toMatchObject({
        end: 'runtime-error',
        stderr: expect.stringContaining(message),
      }),
    );
  }
});

describe('no object of the solution learns what is expected or passes by a lie:', () => {
  const liar =
    'const liar = new Proxy(function () {}, { get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : (...given) => { console.log("saw", ...given.map(String)); return true; }), has: () => true, ownKeys: () => ["prototype"], apply: () => true, construct: () => ({}), getPrototypeOf: () => Array.prototype });\nfunction f() { return liar; }\n';
  const attacks: Readonly<Record<string, readonly [string, string]>> = {
    'by ==': [liar, 'assert.ok(f(1) == 987)'],
    'by deepStrictEqual': [liar, 'assert.deepStrictEqual(f(1), [987])'],
    'by deepEqual of an object': [liar, 'assert.deepEqual(f(1), { a: 987 })'],
    'by a method of arrays': [liar, 'assert.ok(f(1).includes(987))'],
    'by a method that takes a function': [liar, 'assert.ok(f(1).every((x) => x === 987))'],
    'by trying what a function of the harness takes': [
      'function f() { return { find: (fits) => { for (let i = 0; i < 2000; i += 1) if (fits(i)) return i; } }; }',
      'assert.strictEqual(f(1).find((x) => x === 987), 987)',
    ],
    'by a method of sets': ['function f() { return { has: (x) => { console.log(x); return true; } }; }', 'assert.ok(f(1).has(987))'],
    'by being an array': [liar, 'assert.ok(Array.isArray(f(1)) && f(1)[0] === 987)'],
    'by catching what a function of the harness asserts': [
      'function f(work) { try { work(1); } catch (error) { console.log(error.message); } }',
      'f((x) => assert.strictEqual(x, 987))',
    ],
    'by the source of a function of the harness': [
      'function f(work) { console.log(String(work), work.toString(), Object.getOwnPropertyNames(work).join()); return 1; }',
      'assert.strictEqual(f(() => 987), 987)',
    ],
    'by a class of errors that is every error': [
      'const Empty = Error; function f() {}',
      'const { Empty } = require("./solution"); try { f(1); assert.fail("987"); } catch (error) { if (!(error instanceof Empty)) throw error; }',
    ],
    'by a text that recurses': [
      'function f() { return { toString() { return String(this); } }; }',
      'assert.strictEqual(String(f(1)), "987")',
    ],
    'by functions that call each other without an end': [
      'function f(work) { return work(); }',
      'const again = () => f(again); assert.strictEqual(f(again), 987)',
    ],
    'by objects without an end': [
      'class A { *[Symbol.iterator]() { for (;;) yield new A(); } }\nfunction f() { return new A(); }',
      'assert.deepStrictEqual([...f(1)], [987])',
    ],
    'by a huge text': ['function f() { return { toString: () => "9".repeat(40_000_000) }; }', 'assert.strictEqual(String(f(1)), "987")'],
    'by names that it makes up': ['Array.prototype.filter = () => ["f", "assert"]; const f = () => 0;', 'assert.strictEqual(f(1), 987)'],
    'by a changed JSON': [
      'JSON.stringify = () => "{}"; Object.getPrototypeOf = () => null; function f() { return {}; }',
      'assert.strictEqual(f(1), 987)',
    ],
    'by calling the host': [
      'function f() { for (let i = 0; i < 9; i += 1) try { host(5, "act", "{}"); } catch {} return 0; }',
      'assert.strictEqual(f(1), 987)',
    ],
  };
  for (const [name, [source, harness]] of Object.entries(attacks)) {
    test(name, async () => {
      const run = await judge(source, `const { f } = require('./solution');\n${harness}`);
      expect(run.end).toMatch(/^(runtime-error|memory-limit-exceeded|output-limit-exceeded|time-limit-exceeded)$/);
      expect(run.stdout).not.toContain('987');
      expect(await judge('const f = () => 987;', 'assert.strictEqual(require("./solution").f(1), 987)')).toMatchObject({
        end: 'ended',
        stderr: '',
      });
    });
  }
});
