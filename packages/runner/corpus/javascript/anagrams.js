const lines = require('fs').readFileSync(0, 'utf8').trim().split('\n');
const groups = new Map();
for (const word of lines) {
  const key = [...word.toLowerCase()].sort().join('');
  if (!groups.has(key)) groups.set(key, []);
  groups.get(key).push(word);
}
console.log(groups);
for (const [key, words] of [...groups].sort(([a], [b]) => a.localeCompare(b))) console.log(key.padEnd(10, '.'), words.join(' '));
