const map = new Map([['a', 1], ['b', { deep: { deeper: { deepest: 1 } } }], [{ k: 1 }, [1, 2]]]);
console.log(map, new Set([1, 'two', [3]]), new Map(), new Set());
console.log([...map.keys()], map.size, map.get('a'), map.has('z'), Object.fromEntries([['x', 1]]));
console.log(new WeakMap(), new WeakSet(), [new Map([[1, 2]])], { m: new Map([['k', new Set([1])]]) });
const counts = {}; for (const c of 'mississippi') counts[c] = (counts[c] ?? 0) + 1;
console.log(counts, Object.entries(counts).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
const a = new Set([1, 2, 3, 4]), b = new Set([3, 4, 5]);
console.log(a.union(b), a.intersection(b), a.difference(b), a.symmetricDifference(b), new Set([3]).isSubsetOf(a));
console.log(Map.groupBy([1, 2, 3, 4, 5], (n) => (n % 2 ? 'odd' : 'even')));
console.log(new Map(Array.from({ length: 10 }, (_, i) => [`key${i}`, i * 1000])));
console.log(new Set(Array.from({ length: 40 }, (_, i) => i)));
console.log(Object.create(null), Object.assign(Object.create(null), { x: 1 }), Object.create({ inherited: 1 }));
class Stack extends Array { peek() { return this.at(-1); } }
const stack = new Stack(); stack.push(1, 2); console.log(stack, stack.peek(), stack.length);
class Registry extends Map { constructor() { super(); this.label = 'r'; } }
console.log(new Registry().set('x', 1));
class Point { constructor(x, y) { this.x = x; this.y = y; } get norm() { return 1; } static origin = new Point(0, 0); toString() { return `(${this.x}, ${this.y})`; } }
console.log(new Point(1, 2), `${new Point(1, 2)}`, Point.origin, Point, [new Point(3, 4)], { p: new Point(5, 6) });
class Tagged { get [Symbol.toStringTag]() { return 'Tag'; } }
console.log(new Tagged(), Symbol.iterator, { [Symbol('k')]: 1, get a() { return 1; }, set a(v) {}, set b(v) {}, get c() { return 2; } });
class Empty {} console.log(new Empty(), class {}, class B extends Empty {}, function () {}, async () => 1, function* g() {}, async function* ag() {}, Math, JSON, globalThis === global);
