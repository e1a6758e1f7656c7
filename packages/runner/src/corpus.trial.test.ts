import { expect, test } from 'vitest';
import { compare, embedded, filled, nativeEngine, programsOf, table, unexpected } from './testing/corpus.ts';

const leastAlike = 0.95;

test.each(filled)(
  '%s programs print on every engine what they print on the real interpreter, but for listed differences',
  async (language) => {
    const compared = await compare(programsOf(language), [embedded, await nativeEngine(language)]);
    const rows = table(compared);
    process.stdout.write(`\n${rows.map(({ row }) => row).join('\n')}\n`);
    expect(unexpected(compared)).toEqual([]);
    expect(rows.filter(({ share }) => share < leastAlike).map(({ row }) => row)).toEqual([]);
  },
);
