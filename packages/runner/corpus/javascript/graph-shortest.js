const input = require('fs').readFileSync(0, 'utf-8').split('\n');
let at = 0;
const [n, m] = input[at++].split(' ').map(Number);
const edges = Array.from({ length: n + 1 }, () => []);
for (let i = 0; i < m; i += 1) { const [a, b, w] = input[at++].split(' ').map(Number); edges[a].push([b, w]); edges[b].push([a, w]); }
const distance = new Array(n + 1).fill(Infinity);
distance[1] = 0;
const queue = [[0, 1]];
while (queue.length) {
  queue.sort((x, y) => x[0] - y[0]);
  const [d, a] = queue.shift();
  if (d > distance[a]) continue;
  for (const [b, w] of edges[a]) if (d + w < distance[b]) { distance[b] = d + w; queue.push([d + w, b]); }
}
console.log(distance.slice(1));
console.log(edges);
console.log(Object.fromEntries(distance.map((d, i) => [`node${i}`, d])));
