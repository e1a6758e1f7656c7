const { Readable, Transform, Writable } = require('node:stream');
const { pipeline } = require('node:stream/promises');
class Lines extends Transform {
  #rest = '';
  constructor() { super({ readableObjectMode: true }); }
  _transform(chunk, form, done) { const lines = (this.#rest + chunk).split('\n'); this.#rest = lines.pop(); for (const line of lines) this.push(line); done(); }
  _flush(done) { if (this.#rest) this.push(this.#rest); done(); }
}
const parse = new Transform({ objectMode: true, transform(line, form, done) { const [name, score] = line.split(';'); const value = Number(score); if (Number.isNaN(value)) this.emit('skipped', line); else this.push({ name, value }); done(); } });
parse.on('skipped', (line) => console.log('skipped', line));
const ranked = [];
const collect = new Writable({ objectMode: true, write(row, form, done) { ranked.push(row); setImmediate(done); }, final(done) { ranked.sort((a, b) => b.value - a.value); done(); } });
(async () => {
  await pipeline(process.stdin, new Lines(), parse, collect);
  console.log(ranked);
  const numbers = Readable.from((function* () { for (let n = 1; n <= 10; n += 1) yield n; })());
  console.log(await numbers.filter((n) => n % 2).map(async (n) => n * n).reduce((a, b) => a + b, 0));
  try { await pipeline(Readable.from(['x']), new Transform({ transform(c, f, done) { done(new Error('refused')); } }), new Writable({ write(c, f, done) { done(); } })); } catch (error) { console.log(error.message); }
  const parts = [];
  const paused = new Readable({ read() {} });
  paused.on('data', (part) => parts.push(String(part))).on('end', () => console.log(parts.join('|'), paused.destroyed, paused.readableEnded));
  for (const part of ['a', 'b', null]) paused.push(part);
})();
