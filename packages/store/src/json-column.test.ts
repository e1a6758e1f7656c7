import { expect, it } from 'vitest';
import { jsonColumn } from './json-column.ts';

const count = jsonColumn('baskets.content', (value): { apples: number } => {
  if (typeof value !== 'object' || value === null || !('apples' in value) || typeof value.apples !== 'number') throw new Error('no apples');
  return { apples: value.apples };
});

it('reads what it wrote', () => {
  expect(count.read(count.write({ apples: 3 }), { basketId: 1 })).toEqual({ apples: 3 });
});

it.each(['', '{', 'null', '{"apples":"3"}'])('a damaged value (%j) throws with table, column and key', (text) => {
  expect(() => count.read(text, { accountId: 1, basketId: 7 })).toThrow('baskets.content of {"accountId":1,"basketId":7} cannot be read');
});
