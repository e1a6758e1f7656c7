import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { ThreadEngine } from '../thread-engine.ts';
import { type ReadOnlyFiles, readOnlyFiles } from '../wasi/file-tree.ts';
import { Interpreters } from '../wasi/interpreters.ts';
import { boot, type Image, RubyMachine } from './machine.ts';

export type RubyShared = { readonly module: WebAssembly.Module; readonly image: Image; readonly files: ReadOnlyFiles };

/** What a program loads with `require 'bigdecimal'`. */
const library = ['bigdecimal.rb', ...['arithmetic', 'math', 'rounding', 'util'].map((name) => `bigdecimal/${name}.rb`)];

const prepare = async (assets: URL): Promise<RubyShared> => {
  const read = (name: string): Promise<Buffer> => readFile(new URL(`ruby/${name}`, assets));
  const [binary, ...sources] = await Promise.all([read('ruby.wasm.br'), read('border.rb'), read('threads.rb'), read('boot.rb')]);
  const files = await Promise.all(library.map(async (name) => [`lib/${name}`, await read(name)] as const));
  const module = await WebAssembly.compile(new Uint8Array(brotliDecompressSync(binary)));
  return { module, image: boot(module, sources.join('\n')), files: readOnlyFiles(Object.fromEntries(files)) };
};

/** CRuby in WebAssembly. Each run starts from the memory of an interpreter that has started and loaded its usual libraries. */
export const ruby: ThreadEngine<RubyShared> = {
  offers: [{ engine: 'embedded', language: 'ruby', version: '4.0.0', modes: ['stdio', 'function', 'harness'] }],
  stackMegabytes: 64,
  isLazy: true,
  prepare,
  open: async ({ module, image, files }) => {
    const interpreters = new Interpreters(() => new RubyMachine(module, image, files), 'SystemStackError');
    return { compile: ({ source, limits }) => interpreters.compile(source, limits) };
  },
};
