import { expect, test } from 'vitest';
import { typingFigures } from './typing-figures.ts';
import type { Edit } from './typing-record.ts';

const edit = (at: number, inserted: string, pasted?: number): Edit => ({
  at,
  change: [{ from: 0, removed: 0, inserted }],
  ...(pasted === undefined ? {} : { pasted }),
});

test('edits, typed and pasted characters, pastes, and the first and last moment, over all languages', () => {
  expect(typingFigures([[edit(5_000, 'abc'), edit(9_000, 'pasted', 6)], [edit(2_000, 'x')]])).toEqual({
    edits: 3,
    typed: 4,
    pasted: 6,
    pastes: 1,
    first: 2_000,
    last: 9_000,
  });
});

test('of nothing typed there is no moment', () => {
  expect(typingFigures([])).toEqual({ edits: 0, typed: 0, pasted: 0, pastes: 0, first: null, last: null });
});
