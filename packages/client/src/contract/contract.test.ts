import { readFileSync } from 'node:fs';
import { type Operation, operations } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import { readShape } from './read-shape.ts';

type Answer = { readonly operationId: string; readonly responses: Readonly<Record<string, { readonly content?: object }>> };
const document: { paths: Record<string, Record<string, Answer>> } = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
);

const resultIn = ({ responses }: Answer): unknown => {
  const media = Object.entries(responses['200']?.content ?? {}).find(([type]) => type === 'application/json');
  return (media?.[1] as { example: { result: unknown } } | undefined)?.example.result;
};
const examples = new Map(
  Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, resultIn(one)])),
);

/** Copies of a value in each of which one part is missing or of another type. */
const damaged = (value: unknown): unknown[] => {
  const others = [null, 'x', '', 0, -1, 1.5, 2 ** 53, true, {}, []];
  if (Array.isArray(value)) return [...others, ...value.flatMap((item, at) => damaged(item).map((one) => value.with(at, one)))];
  if (typeof value !== 'object' || value === null) return others;
  return [
    ...others,
    ...Object.entries(value).flatMap(([name, field]) => {
      const { [name as never]: _, ...rest } = value;
      return [rest, ...damaged(field).map((one) => ({ ...value, [name]: one }))];
    }),
  ];
};

const answered = Object.values<Operation>(operations).flatMap(({ name, result: schema }) => {
  const { result: shape } = contract[name as keyof typeof contract];
  return typeof schema === 'string' || shape === 'file' ? [] : [{ name, schema, shape, example: examples.get(name) }];
});

describe('a shape', () => {
  it.each(answered)('of $name reads the example as its schema does, with unknown fields left out', ({ schema, shape, example }) => {
    expect(example).toBeDefined();
    expect(readShape(shape, example)).toEqual({ ok: true, value: schema.parse(example) });
  });

  // A test file is what authors send too: its schema also has rules that hold for everything the server stores.
  it.each(answered.filter(({ name }) => name !== 'exportTest'))(
    'of $name refuses what its schema refuses, whichever part is damaged',
    ({ schema, shape, example }) => {
      for (const value of damaged(example)) {
        const [expected, read] = [schema.safeParse(value), readShape(shape, value)];
        expect([value, read.ok]).toEqual([value, expected.success]);
        if (read.ok && expected.success) expect(read.value).toEqual(expected.data);
      }
    },
  );
});
