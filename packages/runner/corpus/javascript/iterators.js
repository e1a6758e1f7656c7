class Range {
  constructor(start, end, step = 1) { Object.assign(this, { start, end, step }); }
  *[Symbol.iterator]() { for (let i = this.start; i < this.end; i += this.step) yield i; }
}
const map = (fn) => function* (source) { for (const x of source) yield fn(x); };
const filter = (keep) => function* (source) { for (const x of source) if (keep(x)) yield x; };
const take = (n) => function* (source) { if (n <= 0) return; let left = n; for (const x of source) { yield x; if (--left === 0) return; } };
const pipe = (source, ...stages) => stages.reduce((current, stage) => stage(current), source);
function* naturals() { try { for (let n = 0; ; n += 1) yield n; } finally { console.log('closed'); } }
console.log([...pipe(naturals(), map((n) => n * n), filter((n) => n % 3 === 1), take(5))]);
console.log([...new Range(0, 10, 3)], Math.max(...new Range(1, 5)), Array.from(new Range(0, 3), (x) => x * 2), new Range(1, 2));
const [first, , third, ...rest] = new Range(10, 16);
console.log(first, third, rest);
console.log(naturals().filter((n) => n % 2).map((n) => n ** 3).drop(1).take(3).toArray(), [1, 2, 3].values().reduce((a, b) => a + b), new Range(0, 4)[Symbol.iterator]().some((n) => n === 2));
function* permutations(list) { if (list.length < 2) { yield list; return; } for (let i = 0; i < list.length; i += 1) for (const others of permutations(list.toSpliced(i, 1))) yield [list[i], ...others]; }
console.log([...permutations(['a', 'b', 'c'])].map((p) => p.join('')).join(' '));
function* accumulate() { let total = 0; while (true) { const value = yield total; if (value === undefined) return total; total += value; } }
const running = accumulate();
console.log(running.next(), running.next(5), running.next(7), running.next(), running.next());
const tree = { value: 1, children: [{ value: 2, children: [{ value: 4, children: [] }] }, { value: 3, children: [] }] };
function* walk(node, depth = 0) { yield [depth, node.value]; for (const child of node.children) yield* walk(child, depth + 1); }
for (const [depth, value] of walk(tree)) console.log('  '.repeat(depth) + value);
const lines = { from: 3, [Symbol.asyncIterator]() { let n = this.from; return { next: async () => (n > 0 ? { done: false, value: n-- } : { done: true, value: undefined }) }; } };
(async () => { for await (const n of lines) console.log('down', n); for await (const n of [Promise.resolve('p'), 'q']) console.log(n); })();
const zipped = Object.fromEntries(['x', 'y'].map((key, i) => [key, [...new Range(i, i + 3)]]));
console.log(zipped, [...'añ👋'].entries().toArray(), [..."ab"].keys().next());
