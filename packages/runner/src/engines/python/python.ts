import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { ThreadEngine } from '../thread-engine.ts';
import { Interpreters } from '../wasi/interpreters.ts';
import { boot, type Image, PythonMachine } from './machine.ts';

export type PythonShared = { readonly module: WebAssembly.Module; readonly image: Image };

const prepare = async (assets: URL): Promise<PythonShared> => {
  const read = (name: string): Promise<Buffer> => readFile(new URL(`python/${name}`, assets));
  const scripts = ['border.py', 'standins.py', 'threads.py', 'boot.py'];
  const [binary, ...sources] = await Promise.all([read('python.wasm.br'), ...scripts.map(read)]);
  const module = await WebAssembly.compile(new Uint8Array(brotliDecompressSync(binary)));
  return { module, image: boot(module, sources.join('\n')) };
};

/** CPython in WebAssembly. Each run starts from the memory of an interpreter that has started and imported its usual modules. */
export const python: ThreadEngine<PythonShared> = {
  offers: [{ engine: 'embedded', language: 'python', version: '3.11.3', modes: ['stdio', 'function', 'harness'] }],
  stackMegabytes: 64,
  isLazy: true,
  prepare,
  open: async (prepared) => {
    const interpreters = new Interpreters(() => new PythonMachine(prepared.module, prepared.image), 'RecursionError');
    return { compile: ({ source, limits }) => interpreters.compile(source, limits) };
  },
};
