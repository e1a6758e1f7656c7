function pad(value: string, width: number): string;
function pad(value: number, width: number, digits?: number): string;
function pad(value: string | number, width: number, digits = 0): string {
  return typeof value === 'string' ? value.padEnd(width) : value.toFixed(digits).padStart(width);
}

interface Stack<T> { push(item: T): this; pop(): T | undefined; readonly length: number }
interface Stack<T> { peek(): T | undefined }
class ArrayStack<T> implements Stack<T> {
  declare private marker?: string;
  private items: T[] = [];
  push(item: T) { this.items.push(item); return this; }
  pop() { return this.items.pop(); }
  peek(): T | undefined { return this.items.at(-1); }
  get length(): number { return this.items.length; }
  static of<U>(...items: U[]): ArrayStack<U> { const made = new ArrayStack<U>(); for (const item of items) made.push(item); return made; }
}

const balanced = (text: string): boolean => {
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  const open = new ArrayStack<string>();
  for (const c of text) {
    if ('([{'.includes(c)) open.push(c);
    else if (c in pairs && open.pop() !== pairs[c]) return false;
  }
  return open.length === 0;
};

namespace Units {
  export const perMile = 1.609344;
  export type Kilometres = number & { readonly unit: 'km' };
  export function kilometres(miles: number): Kilometres { return (miles * perMile) as Kilometres; }
}

type Tree<T> = { value: T; children?: Tree<T>[] };
const depth = <T,>(tree: Tree<T>): number => 1 + Math.max(0, ...(tree.children ?? []).map(depth));
const flat = <T,>({ value, children = [] }: Tree<T>): T[] => [value, ...children.flatMap(flat<T>)];
const tuple = [1, 'two', true] as const;
const [one, ...rest]: readonly [number, ...(string | boolean)[]] = tuple;
let assigned!: number;
assigned = tuple.length;

console.log(`[${pad('ab', 5)}|${pad(3.14159, 8, 2)}|${pad(7, 3)}]`, ['()[]{}', '([)]', '((', ''].map(balanced));
console.log(ArrayStack.of(1, 2, 3).peek(), ArrayStack.of<string>(), Units.kilometres(26.2).toFixed(3), one, rest, assigned);
const tree: Tree<string> = { value: 'root', children: [{ value: 'a', children: [{ value: 'b' }] }, { value: 'c' }] };
console.log(depth(tree), flat(tree).join('>'), <string>'cast', (tree.children?.[0]?.children?.[0] as Tree<string>).value!, typeof tuple, Object.keys(Units));
