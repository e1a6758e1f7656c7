import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { InviteBody } from '../invitation/managed-invitations.ts';
import type { Result } from '../result.ts';
import { decodeBody, decodeQuery } from '../wire/decode.ts';
import type { Refusal } from '../wire/status-codes.ts';
import { joinOperations, takeOperations } from './candidate.ts';
import type { CandidateOperation, Operation } from './operation.ts';
import { operations } from './operations.ts';
import { readBody } from './read-body.ts';

type Put = (value: unknown) => unknown;

const inPlace: Put = (value) => value;

const constantsOf = (shape: z.core.$ZodShape): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape as Record<string, z.core.$ZodTypes>).flatMap(([name, field]) =>
      field._zod.def.type === 'literal' ? [[name, field._zod.def.values[0]]] : [],
    ),
  );

const inFields = (shape: z.core.$ZodShape): readonly Put[] =>
  Object.entries(shape).flatMap(([name, field]) =>
    placesIn(field).map(
      (put): Put =>
        (value) => ({ ...constantsOf(shape), [name]: put(value) }),
    ),
  );

/** Functions that make a value for the schema with a given one in it: one for each place that something is read from. */
const placesIn = (schema: z.core.$ZodType): readonly Put[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return [inPlace, ...inFields(def.shape)];
    case 'array':
      return [
        inPlace,
        ...placesIn(def.element).map(
          (put): Put =>
            (value) => [put(value)],
        ),
      ];
    case 'union':
      return def.options.flatMap(placesIn);
    case 'optional':
    case 'nullable':
    case 'default':
      return placesIn(def.innerType);
    case 'pipe':
      return placesIn(def.in);
    default:
      return [inPlace];
  }
};

const long = 'x'.repeat(100_001);
const texts = ['', ' ', 'x', '0', long, '\u0000', '\ud83d', 'https://'];
const values = [
  ...texts,
  null,
  true,
  0,
  -1,
  1.5,
  27,
  1e12,
  1e300,
  [],
  {},
  [null],
  ['x', 'x'],
  [[]],
  [{}],
  { x: 1 },
  Array.from({ length: 1001 }),
];

const all = Object.values({ ...operations, ...takeOperations, ...joinOperations }) as readonly (Operation | CandidateOperation)[];

type Case = readonly [name: string, schema: z.core.$ZodObject, read: (sent: unknown) => Result<unknown, Refusal>];

const cases = all.flatMap((operation): readonly Case[] => {
  const { name, query, body } = operation;
  return [
    ...(query === undefined ? [] : [[`the query of ${name}`, query, (sent: unknown) => decodeQuery(query, sent)] as const]),
    ...(typeof body === 'object' ? [[`the body of ${name}`, body, (sent: unknown) => readBody(operation, sent)] as const] : []),
  ];
});
/** Each of a list is decoded by itself. */
const candidate: Case = ['a candidate of a list', InviteBody, (sent) => decodeBody(InviteBody, sent)];

const refusalsOf = ([, schema, read]: Case): readonly string[] => {
  const found = new Set<string>();
  for (const put of placesIn(schema))
    for (const value of values) {
      const result = read(put(value));
      if (!result.ok) found.add(result.error.message);
    }
  return [...found];
};

describe('a refusal of', () => {
  it.each([...cases, candidate])('%s names the field and the rule in our own words', (...one) => {
    const fields = Object.keys(one[1]._zod.def.shape);
    const refusals = refusalsOf(one);
    expect(refusals.length).toBeGreaterThan(0);
    for (const message of refusals) {
      expect(message).not.toMatch(/invalid|too (big|small)|expected|received|unrecognized|undefined|\bNaN\b|\[object/i);
      if (message.startsWith('The request body must ') || message.startsWith('has unknown fields: ')) continue;
      const [, field, rule] = /^(\w+)[\w.[\]]*: (.*)/s.exec(message) ?? [];
      expect([message, fields.includes(field ?? '')]).toEqual([message, true]);
      expect(rule).toMatch(/^(is|must|needs|has|the|a) \S/);
    }
  });
});
