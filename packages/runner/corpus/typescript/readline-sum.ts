import * as readline from 'readline';
const rl = readline.createInterface({ input: process.stdin });
let total: bigint = 0n; let lines = 0;
rl.on('line', (line: string): void => { lines += 1; total += line.split(' ').map(BigInt).reduce((a, b) => a + b, 0n); });
rl.on('close', (): void => { console.log(lines, total, `${total}`); });
