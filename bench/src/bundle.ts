// `pnpm bench:bundle`: size of the files that a candidate's browser loads.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const dist = new URL('../../apps/candidate/dist/', import.meta.url);
const budget = 40 * 1024;

const Chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  isDynamicEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
});
const manifest = z.record(z.string(), Chunk).parse(JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8')));

/** The chunk `name` and all chunks that it imports. */
const closure = (name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the manifest has no ${name}`);
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of chunk.imports) closure(imported, seen);
  return seen;
};

type Size = { readonly plain: number; readonly gzip: number; readonly brotli: number };

const bytesOf = async (file: string): Promise<number> => (await stat(new URL(file, dist))).size;
const sizeOf = async (name: string): Promise<Size> => {
  const file = manifest[name]?.file ?? name;
  const plain = await bytesOf(file);
  // A file of some bytes is sent as it is.
  const compressed = (ending: string) => bytesOf(`${file}.${ending}`).catch(() => plain);
  return { plain, gzip: await compressed('gz'), brotli: await compressed('br') };
};
const add = (one: Size, other: Size): Size => ({
  plain: one.plain + other.plain,
  gzip: one.gzip + other.gzip,
  brotli: one.brotli + other.brotli,
});

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`.padStart(9);
const print = (name: string, { plain, gzip, brotli }: Size): void =>
  console.log(`${name.padEnd(34)}${kilobytes(plain)} plain${kilobytes(gzip)} gzip${kilobytes(brotli)} brotli`);

const printAll = async (names: Iterable<string>): Promise<Size> => {
  let sum: Size = { plain: 0, gzip: 0, brotli: 0 };
  for (const name of names) {
    const size = await sizeOf(name);
    sum = add(sum, size);
    print(`  ${manifest[name]?.file.replace(/^.*\//, '') ?? name}`, size);
  }
  return sum;
};

const namesOf = (is: (name: string) => boolean): string[] => Object.keys(manifest).filter(is);
const isLanguage = (name: string): boolean => name.startsWith('src/i18n/');
const [entry] = namesOf((name) => manifest[name]?.isEntry === true);
if (entry === undefined) throw new Error(`no entry in ${fileURLToPath(dist)}.vite/manifest.json`);

const first = closure(entry);
console.log('JavaScript of the first load');
const sum = await printAll(first);
print('  in all', sum);
console.log(`  of ${kilobytes(budget).trim()} gzip: ${sum.gzip <= budget ? 'OK' : 'over'}`);
console.log('styles');
await printAll(namesOf((name) => name.endsWith('.css')));
console.log('loaded when needed');
await printAll(namesOf((name) => !first.has(name) && !isLanguage(name) && manifest[name]?.file.endsWith('.js') === true));
console.log('languages besides English, two files of one at most');
await printAll(namesOf(isLanguage));
