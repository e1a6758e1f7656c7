import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { ThreadEngine } from '../thread-engine.ts';
import { Interpreters } from '../wasi/interpreters.ts';
import { boot, type Image, RubyMachine } from './machine.ts';

export type RubyShared = { readonly module: WebAssembly.Module; readonly image: Image };

const prepare = async (assets: URL): Promise<RubyShared> => {
  const read = (name: string): Promise<Buffer> => readFile(new URL(`ruby/${name}`, assets));
  const [binary, ...sources] = await Promise.all([read('ruby.wasm.br'), read('border.rb'), read('boot.rb')]);
  const module = await WebAssembly.compile(new Uint8Array(brotliDecompressSync(binary)));
  return { module, image: boot(module, sources.join('\n')) };
};

/** CRuby in WebAssembly. Each run starts from the memory of an interpreter that has started and loaded its usual libraries. */
export const ruby: ThreadEngine<RubyShared> = {
  offers: [{ engine: 'embedded', language: 'ruby', version: '4.0.0', modes: ['stdio', 'function', 'harness'] }],
  stackMegabytes: 64,
  isLazy: true,
  prepare,
  open: async (prepared) => {
    const interpreters = new Interpreters(() => new RubyMachine(prepared.module, prepared.image), 'SystemStackError');
    return { compile: ({ source, limits }) => interpreters.compile(source, limits) };
  },
};
