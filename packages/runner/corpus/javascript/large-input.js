const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const n = Number(lines[0]);
let sum = 0, xor = 0;
const seen = new Map();
for (let i = 1; i <= n; i += 1) { const x = Number(lines[i]); sum += x; xor ^= x; seen.set(x % 1000, (seen.get(x % 1000) || 0) + 1); }
console.log(n, sum, xor, seen.size);
console.log([...seen].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 8));
const out = []; for (let i = 0; i < 20000; i += 1) out.push(lines[i + 1] * 2); console.log(out.join('\n'));
