import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { ThreadEngine } from '../thread-engine.ts';
import type { ReadOnlyFiles } from '../wasi/file-tree.ts';
import { Interpreters } from '../wasi/interpreters.ts';
import { boot, type Image, PythonMachine, shareable } from './machine.ts';

export type PythonShared = { readonly module: WebAssembly.Module; readonly image: Image; readonly files: ReadOnlyFiles };

/** The time zones of scripts/make-zoneinfo-assets.ts: a line that says where each lies, and their bytes. */
const zones = (packed: Buffer): ReadOnlyFiles => {
  const header = packed.indexOf('\n');
  return { parts: JSON.parse(packed.toString('utf8', 0, header)), bytes: shareable(packed.subarray(header + 1)) };
};

const prepare = async (assets: URL): Promise<PythonShared> => {
  const read = (name: string): Promise<Buffer> => readFile(new URL(`python/${name}`, assets));
  const scripts = ['border.py', 'standins.py', 'threads.py', 'boot.py'];
  const [binary, zoneinfo, ...sources] = await Promise.all([read('python.wasm.br'), read('zoneinfo.br'), ...scripts.map(read)]);
  const module = await WebAssembly.compile(new Uint8Array(brotliDecompressSync(binary)));
  return { module, image: boot(module, sources.join('\n')), files: zones(brotliDecompressSync(zoneinfo)) };
};

/** CPython in WebAssembly. Each run starts from the memory of an interpreter that has started and imported its usual modules. */
export const python: ThreadEngine<PythonShared> = {
  offers: [{ engine: 'embedded', language: 'python', version: '3.11.3', modes: ['stdio', 'function', 'harness'] }],
  stackMegabytes: 64,
  isLazy: true,
  prepare,
  open: async ({ module, image, files }) => {
    const interpreters = new Interpreters(() => new PythonMachine(module, image, files), 'RecursionError');
    return { compile: ({ source, limits }) => interpreters.compile(source, limits) };
  },
};
