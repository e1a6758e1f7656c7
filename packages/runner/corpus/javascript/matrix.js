const multiply = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
const identity = (n) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => Number(i === j)));
const power = (m, n) => (n === 0 ? identity(m.length) : n % 2 ? multiply(m, power(m, n - 1)) : power(multiply(m, m), n / 2));
console.log(power([[1, 1], [1, 0]], 30), identity(8));
const spiral = (m) => { const out = []; while (m.length) { out.push(...m.shift()); m = m.length ? m[0].map((_, i) => m.map((row) => row[i])).reverse() : []; } return out; };
console.log(spiral(Array.from({ length: 5 }, (_, i) => Array.from({ length: 6 }, (_, j) => i * 6 + j))));
const board = Array.from({ length: 3 }, () => Array(3).fill('.')); board[1][1] = 'X'; console.log(board); console.log(board.map((r) => r.join(' ')).join('\n'));
