import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';
import { sourceChild } from './testing/run-one.ts';

let folder: string;
const files = [
  'dist/runner-child.js',
  'dist/runner-chunks/engine.js',
  'dist/runner-assets/python/python.wasm.br',
  'node_modules/quickjs-wasi/quickjs.wasm',
  'node_modules/@sqlite.org/sqlite-wasm/sqlite3.wasm',
];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fingerprint-'));
  for (const file of files) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), file);
  }
});
afterEach(() => rm(folder, { recursive: true }));

const at = (where: string) => {
  const dist = pathToFileURL(join(where, 'dist/'));
  return fingerprint(new URL('runner-child.js', dist), new URL('runner-assets/', dist));
};

test('the same bytes on the same machine have one fingerprint, and each byte of program, assets and packages counts', async () => {
  const found = await at(folder);
  expect(found).toMatch(/^[0-9a-f]{64}$/);
  expect(await at(folder)).toBe(found);
  const all = new Set([found]);
  for (const file of files) {
    await appendFile(join(folder, file), ' ');
    all.add(await at(folder));
  }
  await writeFile(join(folder, 'dist/runner-chunks/another.js'), '');
  all.add(await at(folder));
  expect(all.size).toBe(files.length + 2);
});

test('it is of the engine and not of the process: another program with the same child has the same, wherever it is installed', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'fingerprint-'));
  await cp(folder, copy, { recursive: true });
  await writeFile(join(copy, 'dist/program.js'), 'a worker');
  expect(await at(copy)).toBe(await at(folder));
  await rm(copy, { recursive: true });
});

test('a child process from source has none', async () => {
  expect(await fingerprint(sourceChild, new URL('../../assets/', sourceChild))).toBeUndefined();
});
