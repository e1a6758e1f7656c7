class Stack<T> { #items: T[] = []; push(...items: T[]): this { this.#items.push(...items); return this; } pop(): T | undefined { return this.#items.pop(); } peek(): T | undefined { return this.#items.at(-1); } get size(): number { return this.#items.length; } *[Symbol.iterator](): Iterator<T> { yield* this.#items; } }
const stack = new Stack<number>().push(1, 2, 3);
console.log(stack.pop(), stack.peek(), stack.size, [...stack], stack);
function groupBy<T, K extends PropertyKey>(items: readonly T[], key: (item: T) => K): Record<K, T[]> { return items.reduce((all, item) => { (all[key(item)] ??= []).push(item); return all; }, {} as Record<K, T[]>); }
console.log(groupBy(['apple', 'avocado', 'banana', 'blueberry', 'cherry'], (w) => w[0]!));
const pick = <T, K extends keyof T>(o: T, ...keys: K[]): Pick<T, K> => Object.fromEntries(keys.map((k) => [k, o[k]])) as Pick<T, K>;
console.log(pick({ a: 1, b: 'two', c: [3] }, 'a', 'c'));
