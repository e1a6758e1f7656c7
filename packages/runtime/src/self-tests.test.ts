import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Offer } from '@assay/runner';
import { installation, openStore, type Store } from '@assay/store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { selfTestsIn } from './self-tests.ts';

const start = Date.parse('2026-11-23T12:00:00Z');
const python: Offer = { engine: 'embedded', language: 'python', version: '3.11', modes: ['stdio'] };
const sql: Offer = { engine: 'embedded', language: 'sql', version: '3.50', modes: ['sql'] };
const passedAt = (offers: readonly Offer[], at = start) => ({ offers, testedAt: new Date(at).toISOString() });

let now: number;
let store: Store;
let directory: string;
beforeEach(async () => {
  now = start;
  directory = await mkdtemp(join(tmpdir(), 'self-tests-'));
  store = await openStore({ engine: 'sqlite', file: join(directory, 'assay.db') }, () => now);
});
afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

it('each language that passed is remembered by its fingerprint, for all processes of the database', async () => {
  const memory = selfTestsIn(store);
  expect(await memory.read('a')).toEqual([]);
  await memory.write('a', 'python', [python]);
  await memory.write('b', 'python', [python]);
  await memory.write('a', 'sql', [sql]);
  expect(await selfTestsIn(store).read('a')).toEqual([passedAt([python]), passedAt([sql])]);
  expect(await memory.read('b')).toEqual([passedAt([python])]);
  expect(await memory.read('c')).toEqual([]);
});

it('a day later, or with a clock that was set back, all is tried again, and what is older is forgotten', async () => {
  const memory = selfTestsIn(store);
  await memory.write('a', 'python', [python]);
  now = start + 24 * 3_600_000 - 1;
  expect(await memory.read('a')).toEqual([passedAt([python])]);
  now = start - 1;
  expect(await memory.read('a')).toEqual([]);
  now = start + 24 * 3_600_000;
  expect(await memory.read('a')).toEqual([]);
  await memory.write('b', 'sql', [sql]);
  expect(JSON.parse((await store.read((db) => installation.find(db, 'self-tests'))) ?? '')).toEqual({
    b: { sql: passedAt([sql], now) },
  });
});

it.each([
  '',
  '{',
  '[]',
  '{"a":{"python":{"offers":"all"}}}',
  '{"a":{"c":{"offers":[{"engine":"embedded","language":"c"}],"testedAt":"2026-11-23T12:00:00.000Z"}}}',
])('a memory that says %j says nothing', async (text) => {
  await store.write((tx) => installation.replace(tx, 'self-tests', text));
  expect(await selfTestsIn(store).read('a')).toEqual([]);
});
