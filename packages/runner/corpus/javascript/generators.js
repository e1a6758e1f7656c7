function* naturals(from = 1) { for (let n = from; ; n += 1) yield n; }
const take = (n, it) => { const out = []; for (const x of it) { if (out.length === n) break; out.push(x); } return out; };
function* primes() { const found = []; for (const n of naturals(2)) if (found.every((p) => n % p)) { found.push(n); yield n; } }
console.log(take(15, primes()));
const gen = (function* () { try { const got = yield 1; console.log('got', got); yield 2; } finally { console.log('closed'); } })();
console.log(gen.next(), gen.next('x'), gen.return(9), gen.next());
async function* ticks() { for (let i = 0; i < 3; i += 1) { await null; yield i; } }
(async () => { for await (const t of ticks()) console.log('tick', t); })();
const permutations = function* (list, n = list.length) {
  if (n <= 1) yield list.slice();
  else for (let i = 0; i < n; i += 1) { yield* permutations(list, n - 1); const j = n % 2 ? 0 : i; [list[n - 1], list[j]] = [list[j], list[n - 1]]; }
};
console.log([...permutations([1, 2, 3])]);
console.log(gen, naturals, Object.prototype.toString.call(gen), [...naturals().take(3)]);
console.log([1, 2, 3].values(), new Map([[1, 2]]).entries(), new Set([1]).values(), 'ab'[Symbol.iterator]());
