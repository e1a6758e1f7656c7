const lcs = (a, b) => {
  const best = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) for (let j = b.length - 1; j >= 0; j -= 1) best[i][j] = a[i] === b[j] ? 1 + best[i + 1][j + 1] : Math.max(best[i + 1][j], best[i][j + 1]);
  let out = '';
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) { out += a[i]; i += 1; j += 1; } else if (best[i + 1][j] >= best[i][j + 1]) i += 1; else j += 1;
  }
  return out;
};
const distance = (a, b) => {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row.at(-1);
};
const knapsack = (items, capacity) => items.reduce((best, [weight, value]) => { for (let c = capacity; c >= weight; c -= 1) best[c] = Math.max(best[c], best[c - weight] + value); return best; }, new Int32Array(capacity + 1));
const ways = (coins, amount) => { const count = [1n, ...Array(amount).fill(0n)]; for (const coin of coins) for (let a = coin; a <= amount; a += 1) count[a] += count[a - coin]; return count[amount]; };
const longestIncreasing = (list) => { const tails = []; for (const x of list) { let lo = 0, hi = tails.length; while (lo < hi) { const mid = (lo + hi) >>> 1; if (tails[mid] < x) lo = mid + 1; else hi = mid; } tails[lo] = x; } return tails.length; };
console.log(lcs('AGGTABXYZ', 'GXTXAYBZ'), distance('kitten', 'sitting'), distance('', 'abc'));
console.log(knapsack([[12, 4], [2, 2], [1, 1], [1, 2], [4, 10]], 15));
console.log(ways([1, 2, 5, 10, 20, 50, 100, 200], 200), ways([1, 2, 5, 10, 25, 50], 10000));
console.log(longestIncreasing([10, 9, 2, 5, 3, 7, 101, 18, 4, 20, 21]));
const memo = new Map();
const collatz = (n) => { if (n === 1) return 1; if (memo.has(n)) return memo.get(n); const length = 1 + collatz(n % 2 ? 3 * n + 1 : n / 2); memo.set(n, length); return length; };
let champion = 1;
for (let n = 2; n < 100000; n += 1) if (collatz(n) > collatz(champion)) champion = n;
console.log(champion, collatz(champion));
