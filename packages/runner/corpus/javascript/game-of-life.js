const parse = (text) => new Set(text.split('\n').flatMap((row, y) => [...row].flatMap((c, x) => (c === '#' ? [`${x},${y}`] : []))));
const step = (alive) => {
  const counts = {};
  for (const cell of alive) {
    const [x, y] = cell.split(',').map(Number);
    for (let dx = -1; dx <= 1; dx += 1) for (let dy = -1; dy <= 1; dy += 1) if (dx || dy) { const key = `${x + dx},${y + dy}`; counts[key] = (counts[key] ?? 0) + 1; }
  }
  return new Set(Object.entries(counts).filter(([key, n]) => n === 3 || (n === 2 && alive.has(key))).map(([key]) => key));
};
const draw = (alive, width, height) => Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => (alive.has(`${x},${y}`) ? '█' : '·')).join('')).join('\n');
let board = parse('.#.\n..#\n###');
for (let turn = 0; turn < 4; turn += 1) { console.log(`turn ${turn}: ${board.size}\n${draw(board, 5, 5)}`); board = step(board); }
let r = parse('.##\n##.\n.#.');
const sizes = [];
for (let turn = 0; turn < 60; turn += 1) { r = step(r); sizes.push(r.size); }
console.log(sizes, Math.max(...sizes));
const rotate = (m) => m[0].map((_, c) => m.map((row) => row[c]).reverse());
console.table(rotate([[1, 2, 3], [4, 5, 6]]));
console.log(rotate([[1, 2, 3], [4, 5, 6]]), JSON.stringify(rotate(['ab', 'cd'].map((s) => [...s]))));
