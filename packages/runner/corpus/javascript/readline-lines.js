const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin, output: process.stdout, terminal: false });
const lines = [];
rl.on('line', (line) => lines.push(line));
rl.on('close', () => {
  const [n, ...rest] = lines.map(Number);
  console.log(rest.slice(0, n).sort((a, b) => a - b));
  console.log(rest.slice(0, n).reduce((a, b) => a + b, 0) / n);
  process.stdout.write('no newline');
  process.exitCode = 0;
});
