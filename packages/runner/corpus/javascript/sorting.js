const people = [{ n: 'Ann', a: 30 }, { n: 'Bob', a: 25 }, { n: 'Cid', a: 30 }, { n: 'Dee', a: 25 }, { n: 'Eve', a: 41 }];
console.log(people.toSorted((x, y) => x.a - y.a), people.map((p) => p.n));
console.log([10, 9, 1, 100, 2].sort(), [3, undefined, 1, , 2].sort(), ['b', 'a', 'C'].sort(), [true, false].sort());
const quick = (list) => { if (list.length < 2) return list; const [p, ...rest] = list; return [...quick(rest.filter((x) => x < p)), p, ...quick(rest.filter((x) => x >= p))]; };
let seed = 7; const random = () => (seed = (seed * 16807) % 2147483647); const numbers = Array.from({ length: 200 }, () => random() % 1000);
console.log(quick(numbers)); console.log(numbers.toSorted((a, b) => b - a).slice(0, 10), [1, 2, 3].toReversed(), [1, 2, 3].with(1, 9), [1, 2, 3, 4].toSpliced(1, 2), [5, 1].at(-1), [1, [2, [3, [4]]]].flat(Infinity), [1, 2].flatMap((x) => [x, x * 2]), [1, 2, 3].findLast((x) => x < 3));
const merge = (a, b) => { const out = []; while (a.length && b.length) out.push(a[0] <= b[0] ? a.shift() : b.shift()); return [...out, ...a, ...b]; }; console.log(merge([1, 4, 9], [2, 3, 10, 11]));
