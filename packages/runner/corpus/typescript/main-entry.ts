function solve(lines: string[]): number[] { return lines.map((l) => l.split(',').map(Number).reduce((a, b) => Math.max(a, b), -Infinity)); }
let input = ''; process.stdin.on('data', (c: Buffer) => (input += c)); process.stdin.on('end', () => { const lines = input.trim().split('\n'); console.log(solve(lines)); console.log(...solve(lines)); process.stdout.write(solve(lines).join(' ') + '\n'); });
declare const unused: string; type Unused = typeof unused; let x: any = <any>5; let y = x!; console.log(x as unknown as string, y);
