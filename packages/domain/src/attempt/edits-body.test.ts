import { expect, it } from 'vitest';
import { takeOperations } from '../contract/candidate.ts';
import { readBody } from '../contract/read-body.ts';

it('edits with more than 2,000 replacements together are refused before one of them is read', () => {
  const edit = (change: unknown) => ({ questionId: 1, language: 'javascript', at: 0, change });
  const many = Array.from({ length: 100 }, (_, from) => ({ from, removed: 0, inserted: 'x' }));
  const read = (edits: unknown[]) => readBody(takeOperations.recordEdits, { batch: 1, edits });
  const full = Array.from({ length: 20 }, () => edit(many));
  expect(read(full)).toMatchObject({ ok: true });
  // One fault, although the edit that follows has a fault of its own.
  expect(read([...full, edit([null])])).toMatchObject({
    ok: false,
    error: { message: 'edits: must have at most 2000 replacements together' },
  });
});
