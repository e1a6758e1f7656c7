// Dijkstra with a binary heap; the graph is made by a linear congruential generator.
class Heap {
  #items = [];
  #compare;
  constructor(compare) { this.#compare = compare; }
  get size() { return this.#items.length; }
  push(item) {
    const items = this.#items;
    let i = items.push(item) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#compare(items[parent], items[i]) <= 0) break;
      [items[parent], items[i]] = [items[i], items[parent]];
      i = parent;
    }
  }
  pop() {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0) {
      items[0] = last;
      for (let i = 0; ; ) {
        let least = i;
        for (const child of [2 * i + 1, 2 * i + 2]) if (child < items.length && this.#compare(items[child], items[least]) < 0) least = child;
        if (least === i) break;
        [items[least], items[i]] = [items[i], items[least]];
        i = least;
      }
    }
    return top;
  }
}
let seed = 12345;
const next = () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff);
const nodes = 2000;
const edges = Array.from({ length: nodes }, () => []);
for (let i = 0; i < 12000; i += 1) edges[(next() >> 8) % nodes].push([(next() >> 8) % nodes, 1 + ((next() >> 8) % 100)]);
const distance = new Array(nodes).fill(Infinity);
distance[0] = 0;
const heap = new Heap((a, b) => a[0] - b[0] || a[1] - b[1]);
heap.push([0, 0]);
while (heap.size) {
  const [far, node] = heap.pop();
  if (far > distance[node]) continue;
  for (const [to, weight] of edges[node]) if (far + weight < distance[to]) heap.push([(distance[to] = far + weight), to]);
}
const reached = distance.filter(Number.isFinite);
console.log(reached.length, Math.max(...reached), reached.reduce((a, b) => a + b, 0), distance.indexOf(Infinity));
console.log(distance);
