import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Memory, openRunnerFrom, type Passed } from '../open-runner-from.ts';
import type { Language, Program } from '../program.ts';
import { sourceChild, stdio } from '../testing/run-one.ts';
import { openRunner } from './open-runner.ts';
import type { Runner } from './runner.ts';

const own = new URL('../../', import.meta.url);
let folder: string;
let runner: Runner;

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
afterAll(async () => {
  await runner?.close();
  rmSync(folder, { recursive: true });
});

test('a bundle of the child process, with the assets beside it and two packages installed, runs programs of every embedded engine', async () => {
  const dist = pathToFileURL(join(folder, 'dist/'));
  runner = await openRunner({ child: new URL('runner-child.js', dist), assets: new URL('runner-assets/', dist), size: 1 });
  const run = async (language: Program['language'], source: string, task = stdio() as Program['tasks'][number]) => {
    const outcome = await runner.run(
      { language, source, tasks: [task], limits: { seconds: 5, memory: 64, output: 1000 } },
      { account: 'a', attempt: 'a' },
    );
    return 'runs' in outcome ? outcome.runs[0] : outcome;
  };
  expect(await run('python', 'print(1)')).toMatchObject({ end: 'ended', stdout: '1\n' });
  expect(await run('ruby', 'puts 1')).toMatchObject({ end: 'ended', stdout: '1\n' });
  expect(await run('javascript', 'console.log(2)')).toMatchObject({ end: 'ended', stdout: '2\n' });
  expect(await run('typescript', 'const two: number = 2; console.log(two)')).toMatchObject({ end: 'ended', stdout: '2\n' });
  expect(await run('sql', 'SELECT 3', { mode: 'sql', schema: '', data: '' })).toMatchObject({ end: 'ended', rows: { rows: [[3]] } });
  expect(runner.metrics().counters).toMatchObject({ childStarts: 1, threadsReplaced: 0 });
});

test('a bundle whose engines passed is opened without a process or a self-test, until one byte of it changes', async () => {
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
  expect(first.checks).toBeGreaterThan(40);
  expect(first.languages.toSorted()).toEqual(['javascript', 'python', 'ruby', 'sql', 'typescript']);
  const [passed = new Map<Language, Passed>()] = kept.values();
  const [oldest] = [...passed.values()].map(({ testedAt }) => testedAt).sort();
  expect(await openAndClose()).toEqual({ checks: 0, testedAt: oldest, childStarts: 0, languages: expect.arrayContaining(first.languages) });

  // A process that was killed before the last language has not tried the others in vain.
  passed.delete('ruby');
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
