const original = { date: new Date(0), re: /a+/gi, map: new Map([['k', { v: 1 }]]), set: new Set([1, [2]]), nested: [1, { two: 2 }], buffer: new Uint8Array([1, 2]), error: new RangeError('far'), big: 10n, undef: undefined, nul: null };
original.self = original;
const copy = structuredClone(original);
console.log(copy.date instanceof Date, copy.date.getTime(), copy.re, copy.map, copy.set, copy.nested, copy.buffer, copy.big, 'undef' in copy, copy.self === copy, copy !== original);
console.log(copy.error instanceof RangeError, copy.error.message, copy.map.get('k') !== original.map.get('k'));
class Point { constructor() { this.x = 1; } } console.log(structuredClone(new Point()), structuredClone([1, , 3]), structuredClone('s'), structuredClone(new Number(1)));
try { structuredClone(() => 1); } catch (error) { console.log(error.name, error.message, error.code); }
try { structuredClone({ s: Symbol('x') }); } catch (error) { console.log(error.name, error.message); }
const shared = {}; const both = structuredClone({ a: shared, b: shared }); console.log(both.a === both.b);
