import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Memory, openRunnerFrom, type Passed } from '../open-runner-from.ts';
import type { Language } from '../program.ts';
import { sourceChild } from '../testing/run-one.ts';

const own = new URL('../../', import.meta.url);
let folder: string;

/** As npm installs a program that has the bundle: this package itself is not there. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of ['quickjs-wasi', '@sqlite.org/sqlite-wasm']) {
    const to = join(folder, 'node_modules', name);
    mkdirSync(to, { recursive: true });
    cpSync(new URL(`node_modules/${name}/`, own), to, { recursive: true, dereference: true });
  }
  const bundle = await rolldown({ input: { 'runner-child': fileURLToPath(sourceChild) }, platform: 'node' });
  await bundle.write({ dir: join(folder, 'dist'), format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'runner-chunks/[name].js' });
  await bundle.close();
  cpSync(new URL('assets/', own), join(folder, 'dist/runner-assets'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a bundle of the child process, with the assets beside it and two packages installed, has every embedded engine; once they passed it is opened without a process or a self-test, until one byte of it changes', async () => {
  const dist = pathToFileURL(join(folder, 'dist/'));
  const kept = new Map<string, Map<Language, Passed>>();
  const memory: Memory = {
    read: async (fingerprint) => [...(kept.get(fingerprint)?.values() ?? [])],
    write: async (fingerprint, language, offers) => {
      kept.set(fingerprint, (kept.get(fingerprint) ?? new Map()).set(language, { offers, testedAt: new Date().toISOString() }));
    },
  };
  const options = { child: new URL('runner-child.js', dist), assets: new URL('runner-assets/', dist), size: 1, memory };
  /** How many checks there were, and child processes. */
  const openAndClose = async () => {
    const opened = await openRunnerFrom({ kind: 'embedded' }, options);
    const [state] = await opened.settled;
    const { childStarts } = opened.metrics().counters;
    const languages = opened.offers().map(({ language }) => language);
    await opened.close();
    return { checks: state?.checks.length ?? 0, testedAt: state?.testedAt, childStarts, languages };
  };
  const first = await openAndClose();
  expect(first).toMatchObject({ checks: expect.any(Number), testedAt: undefined, childStarts: 1 });
  // Of each language one is a program that must be right.
  expect(first.checks).toBeGreaterThan(40);
  expect(first.languages.toSorted()).toEqual(['javascript', 'python', 'ruby', 'sql', 'typescript']);
  const [passed = new Map<Language, Passed>()] = kept.values();
  const [oldest] = [...passed.values()].map(({ testedAt }) => testedAt).sort();
  expect(await openAndClose()).toEqual({ checks: 0, testedAt: oldest, childStarts: 0, languages: expect.arrayContaining(first.languages) });

  // A process that was killed before its last language has not tried the others in vain.
  passed.delete('sql');
  const second = await openAndClose();
  expect(second).toMatchObject({ testedAt: undefined, childStarts: 1, languages: expect.arrayContaining(first.languages) });
  expect(second.checks).toBeGreaterThan(5);
  expect(second.checks).toBeLessThan(10);

  // Of another program nothing is known.
  appendFileSync(join(folder, 'dist/runner-child.js'), '\n');
  const changed = await openRunnerFrom({ kind: 'embedded' }, options);
  expect(changed.metrics().counters.childStarts).toBe(1);
  await changed.close();
  await changed.settled;
});
