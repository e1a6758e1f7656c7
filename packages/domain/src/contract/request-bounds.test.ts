import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { codingBounds } from '../coding/question-bounds.ts';
import { InviteBody } from '../invitation/managed-invitations.ts';
import { mostFaults } from '../wire/list.ts';
import { joinOperations, takeOperations } from './candidate.ts';
import type { CandidateOperation, Operation } from './operation.ts';
import { operations } from './operations.ts';

type Schema = z.core.$ZodTypes;
type Found = { readonly path: string; readonly schema: Schema };

/** The schemas directly inside one. What pipes, transforms and rules make of a value needs no bound: the value has one. */
const inside = (schema: Schema): readonly (readonly [string, z.core.$ZodType])[] => {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['[]', def.element]];
    case 'union':
      return def.options.map((option, index) => [`|${index}`, option]);
    case 'optional':
    case 'nullable':
    case 'default':
      return [['', def.innerType]];
    case 'pipe':
      return [['', def.in]];
    case 'string':
    case 'number':
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'null':
    // A value of a case counts its parts while it reads them (file-value.test.ts).
    case 'unknown':
      return [];
    // A candidate of a list is decoded by its own rules.
    case 'custom':
      return Object.entries(InviteBody.shape);
    default:
      throw new Error(`no rule says what bounds a schema of type ${def.type}`);
  }
};

const walk = (path: string, schema: Schema): readonly Found[] => [
  { path, schema },
  ...inside(schema).flatMap(([name, inner]) => walk(name === '' ? path : `${path}.${name}`, inner as Schema)),
];

const requestSchemas = Object.entries({ ...operations, ...takeOperations, ...joinOperations })
  .flatMap(([name, operation]) =>
    (['query', 'body'] as const).flatMap((part) => {
      const schema = (operation as { readonly [Part in typeof part]?: unknown })[part];
      return schema === undefined || typeof schema === 'string' ? [] : walk(`${name}.${part}`, schema as Schema);
    }),
  )
  .map((found) => [found.path, found.schema] as const);

const ofType = <Type extends Schema['_zod']['def']['type']>(type: Type) =>
  requestSchemas.filter(([, schema]) => schema._zod.def.type === type) as unknown as (readonly [
    string,
    Extract<Schema, { _zod: { def: { type: Type } } }>,
  ])[];

type CheckDefinition = { readonly check: string; readonly maximum?: number; readonly value?: number; readonly abort?: boolean };
const checksOf = (schema: Schema) => (schema._zod.def.checks ?? []).map((check) => check._zod.def as unknown as CheckDefinition);

/** The most that the first check allows, so that no other check sees a longer value. */
const firstMaximum = (schema: Schema): number => {
  const [first] = checksOf(schema);
  return first?.check === 'max_length' ? (first.maximum ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
};

const run = (schema: Schema, value: unknown) => schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload;

/** An array whose elements nobody may look at. */
const untouchable = (length: number): unknown[] =>
  new Proxy(Array.from({ length }), {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) throw new Error(`element ${name} was read`);
      return Reflect.get(target, name, receiver);
    },
  });

describe('every request schema', () => {
  it.each(ofType('array'))('%s: a list that is too long is refused, and none of its elements is read', (_, schema) => {
    const most = firstMaximum(schema);
    expect(most).toBeLessThanOrEqual(1000);
    expect(run(schema, untouchable(most + 1)).issues).toEqual([expect.objectContaining({ code: 'too_big', continue: false })]);
    expect(() => run(schema, untouchable(most))).toThrow('was read');
  });

  // A candidate of a bulk invitation is never a fault of the list.
  const mayBeWrong = ofType('array').filter(([path]) => path !== 'inviteCandidates.body.candidates');

  it.each(mayBeWrong)('%s: reading ends when as many elements are wrong as a refusal names', (_, schema) => {
    const read = vi.spyOn(schema._zod.def.element._zod, 'run');
    expect(run(schema, Array.from({ length: firstMaximum(schema) })).issues.length).toBeGreaterThan(0);
    expect(read.mock.calls.length).toBeLessThanOrEqual(mostFaults);
    read.mockRestore();
  });

  it.each(ofType('string'))('%s: a text has a maximum, checked before anything else looks at it', (path, schema) => {
    const [first] = checksOf(schema);
    const most = firstMaximum(schema);
    // Only inputs and outputs of programs are longer.
    expect(most).toBeLessThanOrEqual(/\.(input|output)$/.test(path) ? codingBounds.caseText : 100_000);
    if (checksOf(schema).length > 1) expect(first?.abort).toBe(true);
    expect(run(schema, 'x'.repeat(most + 1)).issues).toEqual([expect.objectContaining({ code: 'too_big' })]);
  });

  it.each(ofType('number'))('%s: a number has a finite minimum and maximum', (_, schema) => {
    for (const extreme of [Number.MAX_VALUE, -Number.MAX_VALUE]) expect(run(schema, extreme).issues.length).toBeGreaterThan(0);
  });

  /** Bytes of a character in JSON at most: identifiers, times and base64 are ASCII, URLs, programs and inputs, whose bytes or UTF-16 units count, may be escaped as `\\uXXXX`, other texts as two of them. */
  const bytesOf = (name: string): number =>
    /(Id|[aA]t|DateTime|scopes|logo)$/.test(name) ? 1 : /(url|source|input)$/i.test(name) ? 6 : 12;

  /** Bytes of the largest valid value. */
  const largest = (name: string, schema: Schema): number => {
    const { def } = schema._zod;
    const parts = inside(schema).map(([inner, one]) => [inner, largest(/^\w/.test(inner) ? inner : name, one as Schema)] as const);
    if (def.type === 'object' || def.type === 'custom') return parts.reduce((sum, [inner, bytes]) => sum + inner.length + 4 + bytes, 2);
    if (def.type === 'array') return 2 + firstMaximum(schema) * ((parts[0]?.[1] ?? 0) + 1);
    if (def.type !== 'string') return Math.max(25, ...parts.map(([, bytes]) => bytes));
    const maxima = checksOf(schema).filter(({ check }) => check === 'max_length');
    return 2 + bytesOf(name) * Math.min(...maxima.map(({ maximum }) => maximum ?? 0));
  };

  // A test file has many texts, and an author no use for all of them at their longest; edits that are larger are sent in parts.
  const larger = ['importTest', 'previewRegrade', 'recordEdits'];
  const withBody = Object.values<Operation | CandidateOperation>({ ...operations, ...takeOperations, ...joinOperations })
    .filter(({ body, name }) => body !== undefined && typeof body !== 'string' && !larger.includes(name))
    .map((operation) => [operation.name, operation] as const);

  it.each(withBody)('%s: the body with every field at its longest is no larger than its limit', (name, { body, bodyLimit }) => {
    expect(largest(name, body as Schema)).toBeLessThanOrEqual(bodyLimit);
  });

  it('has at least one list, text and number, so that these tests test something', () => {
    for (const type of ['array', 'string', 'number'] as const) expect(ofType(type).length).toBeGreaterThan(5);
  });
});
