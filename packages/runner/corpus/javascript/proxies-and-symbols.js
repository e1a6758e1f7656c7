const log = []; const proxy = new Proxy({ a: 1 }, { get: (t, k, r) => { log.push(`get ${String(k)}`); return Reflect.get(t, k, r); }, set: (t, k, v) => { log.push(`set ${k}`); t[k] = v; return true; }, has: () => true, deleteProperty: (t, k) => delete t[k] });
proxy.b = proxy.a + 1; delete proxy.a; console.log('z' in proxy, log, JSON.stringify(proxy));
const money = { amount: 5, [Symbol.toPrimitive](hint) { return hint === 'number' ? this.amount : `$${this.amount}`; } }; console.log(+money, `${money}`, money + 1);
const o = { x: 1, y: { z: 2 } }; const { x, y: { z }, w = 9, ...rest } = o; console.log(x, z, w, rest, { ...o, x: 2 }, Object.entries(o), o?.q?.r, o.q ?? 'default');
const tag = (parts, ...values) => parts.raw.join('|') + values.join(','); console.log(tag`a${1}b${2}c`); let n = null; n ??= 4; n ||= 5; n &&= 6; console.log(n, 1_000_000, 0b101, 0o17, typeof null, void 0, [] + {}, [] == false, null == undefined, NaN !== NaN);
const curry = (f) => function c(...a) { return a.length >= f.length ? f(...a) : (...b) => c(...a, ...b); }; console.log(curry((a, b, c) => a + b + c)(1)(2)(3), ((...f) => (v) => f.reduce((a, g) => g(a), v))((s) => s + 1, (s) => s * 2)(3));
label: for (let i = 0; i < 3; i += 1) for (let j = 0; j < 3; j += 1) { if (j === 2) continue label; if (i === 2) break label; console.log(i, j); }
var hoisted = typeof later; function later() {} console.log(hoisted, (function () { return typeof this; })(), (() => typeof this)(), this === module.exports, Object.getOwnPropertyNames(class { static m() {} }), new Date(0) - 0, [1, 2, 3].indexOf(4), [..."ab"].entries().toArray());
console.log(Object.freeze({ a: 1 }), new Error('shown').message, [new Boolean(true), new String('s'), new Number(3)], Object(Symbol('q')), (function () { return arguments; })(1, 2));
