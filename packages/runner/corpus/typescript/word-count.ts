import { readFileSync } from 'node:fs';
const words: string[] = readFileSync(0, 'utf8').toLowerCase().match(/[a-z']+/g) ?? [];
const counts: Map<string, number> = new Map();
for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
const top: [string, number][] = [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).slice(0, 10);
console.log(top);
console.log(`${words.length.toLocaleString()} words`);
