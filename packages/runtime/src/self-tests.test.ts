import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { selfTestsIn } from './self-tests.ts';

const passedAt = (testedAt: Date) => ({
  offers: [{ engine: 'embedded', language: 'python', version: '3.11', modes: ['stdio'] }] as const,
  testedAt: testedAt.toISOString(),
});
const now = new Date('2026-11-23T12:00:00Z');

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'self-tests-'));
  vi.setSystemTime(now);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(directory, { recursive: true });
});

it('a self-test is remembered by its fingerprint, for who owns the data alone, beside those of other programs', async () => {
  const memory = selfTestsIn(directory);
  expect(await memory.read('a')).toBeUndefined();
  await memory.write('a', passedAt(now));
  await memory.write('b', passedAt(now));
  expect(await selfTestsIn(directory).read('a')).toEqual(passedAt(now));
  expect(await memory.read('c')).toBeUndefined();
  expect(await readdir(directory)).toEqual(['self-tests.json']);
  expect((await stat(join(directory, 'self-tests.json'))).mode & 0o777).toBe(0o600);
});

it('a day later, or with a clock that was set back, all is tried again', async () => {
  const memory = selfTestsIn(directory);
  await memory.write('a', passedAt(now));
  vi.setSystemTime(now.getTime() + 24 * 3_600_000 - 1);
  expect(await memory.read('a')).toBeDefined();
  vi.setSystemTime(now.getTime() + 24 * 3_600_000);
  expect(await memory.read('a')).toBeUndefined();
  vi.setSystemTime(now.getTime() - 1);
  expect(await memory.read('a')).toBeUndefined();
});

it.each([
  '',
  '{',
  '[]',
  '{"a":{"offers":"all"}}',
  '{"a":{"offers":[{"engine":"embedded","language":"c"}],"testedAt":"2026-11-23T12:00:00.000Z"}}',
])('a file that says %j says nothing', async (text) => {
  await writeFile(join(directory, 'self-tests.json'), text);
  expect(await selfTestsIn(directory).read('a')).toBeUndefined();
});
