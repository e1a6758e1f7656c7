import { expect, test } from 'vitest';
import { compare, differences, embedded, filled, programsOf, unexpected } from './testing/corpus.ts';

test('each listed difference names a program and says why', () => {
  const names = filled.flatMap((language) => programsOf(language).map(({ name }) => name));
  for (const { program, reason } of differences) {
    expect(names).toContain(program);
    expect(reason).not.toBe('');
  }
});

test('some programs print on the embedded engines what they print on the real interpreters', async () => {
  const sample = filled.flatMap((language) => programsOf(language).slice(0, 2));
  expect(unexpected(await compare(sample, [embedded]))).toEqual([]);
});
