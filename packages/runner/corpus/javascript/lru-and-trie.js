class Lru {
  #items = new Map();
  constructor(size) { this.size = size; }
  get(key) { if (!this.#items.has(key)) return undefined; const value = this.#items.get(key); this.#items.delete(key); this.#items.set(key, value); return value; }
  set(key, value) { this.#items.delete(key); this.#items.set(key, value); if (this.#items.size > this.size) this.#items.delete(this.#items.keys().next().value); return this; }
  *[Symbol.iterator]() { yield* this.#items; }
}
const cache = new Lru(2).set('a', 1).set('b', 2);
cache.get('a');
cache.set('c', 3);
console.log([...cache], cache, cache.get('b'));
class Trie {
  root = {};
  add(word) { let node = this.root; for (const c of word) node = node[c] ??= {}; node.end = true; return this; }
  *words(prefix = '', node = this.root) { if (node.end) yield prefix; for (const c of Object.keys(node).sort()) if (c !== 'end') yield* this.words(prefix + c, node[c]); }
}
const trie = new Trie();
'to tea ted ten i in inn'.split(' ').forEach((word) => trie.add(word));
console.log([...trie.words()], trie.root.i);
const memo = (work, known = new Map()) => (...key) => { const name = JSON.stringify(key); if (!known.has(name)) known.set(name, work(...key)); return known.get(name); };
const paths = memo((r, c) => (r === 0 || c === 0 ? 1n : paths(r - 1, c) + paths(r, c - 1)));
console.log(paths(30, 30), String(paths(5, 5)), [paths(2, 2)]);
const compose = (...all) => (x) => all.reduceRight((value, work) => work(value), x);
const curry = (work) => function next(...values) { return values.length >= work.length ? work(...values) : (...more) => next(...values, ...more); };
console.log(compose((n) => n + 1, (n) => n * 2)(5), curry((a, b, c) => a + b + c)(1)(2, 3), curry(Math.max).length);
const union = Array.from({ length: 10 }, (_, n) => n);
const root = (n) => (union[n] === n ? n : (union[n] = root(union[n])));
for (const [a, b] of [[1, 2], [3, 4], [2, 4], [7, 8]]) union[root(a)] = root(b);
console.log(union, new Set(union.map((_, n) => root(n))).size, root(1) === root(3));
