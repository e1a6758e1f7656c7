const memoize = <A extends unknown[], R>(fn: (...args: A) => R): ((...args: A) => R) => { const known = new Map<string, R>(); return (...args) => { const key = JSON.stringify(args); if (!known.has(key)) known.set(key, fn(...args)); return known.get(key)!; }; };
const fib: (n: number) => bigint = memoize((n: number): bigint => (n < 2 ? BigInt(n) : fib(n - 1) + fib(n - 2))); console.log(fib(200), [fib(10)]);
const compose = <T>(...fs: ((x: T) => T)[]) => (x: T): T => fs.reduceRight((v, f) => f(v), x); console.log(compose<number>((x) => x + 1, (x) => x * 2)(5), memoize, fib);
