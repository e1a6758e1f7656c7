const solve = (n) => { let count = 0; const place = (row, cols, d1, d2) => { if (row === n) { count += 1; return; } let free = ((1 << n) - 1) & ~(cols | d1 | d2); while (free) { const bit = free & -free; free ^= bit; place(row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1); } }; place(0, 0, 0, 0); return count; };
for (let n = 1; n <= 9; n += 1) console.log(n, solve(n));
const memo = {}; const ways = (n) => (n <= 1 ? 1 : (memo[n] ??= ways(n - 1) + ways(n - 2))); console.log(ways(80), Object.keys(memo).length);
const hanoi = (n, a, b, c) => (n ? hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a) : 0); console.log(hanoi(15, 'A', 'B', 'C'));
const depth = (n) => (n ? 1 + depth(n - 1) : 0); console.log(depth(7000));
try { (function forever() { forever(); })(); } catch (error) { console.log(error instanceof RangeError, error.message); }
const ackermann = (m, n) => (m === 0 ? n + 1 : n === 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1))); console.log(ackermann(2, 9));
