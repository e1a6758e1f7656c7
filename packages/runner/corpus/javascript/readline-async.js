const readline = require('node:readline');
async function main() {
  const rl = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
  let number = 0;
  for await (const line of rl) { number += 1; console.log(`${String(number).padStart(3, '0')}: ${line.trim().split(/\s+/).reverse().join(' ')}`); }
  console.log('lines', number);
}
main().catch(console.error).finally(() => console.log('done'));
