const stock = new Map([['apple', 3], ['pear', { kilos: 2, from: ['Ulm'] }], [{ id: 1 }, null]]);
console.log(stock.keys(), stock.values(), stock.entries());
const keys = stock.keys();
keys.next();
console.log(keys, [...keys], keys.next());
const letters = new Set('hello');
console.log(letters.values(), letters.entries().next(), [...letters.keys()].join(''), letters[Symbol.iterator] === letters.values);
for (const [name, amount] of stock) { if (name === 'apple') stock.set('late', 1); console.log(typeof name, amount); }
console.log({ left: stock.values() }, [letters.values()], new Map().keys(), new WeakMap(), new WeakSet());
console.log(Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')), Map.groupBy([1, 2, 3], (n) => n % 2), new Set([1, 2]).union(new Set([3])), new Set([1, 2]).isSubsetOf(new Set([1, 2, 3])));
class Counter extends Map { add(key) { return this.set(key, (this.get(key) ?? 0) + 1); } }
const counter = new Counter();
for (const letter of 'banana') counter.add(letter);
console.log(counter, counter.size, [...counter].sort(([, a], [, b]) => b - a)[0], Object.fromEntries(counter), new Map([[NaN, 1]]).get(NaN), new Map([[0, 'zero']]).get(-0));
console.log(stock.keys().map((key) => typeof key).toArray(), letters.values().filter((c) => c > 'h').take(2).toArray(), Iterator.from([1, 2]).toArray());
