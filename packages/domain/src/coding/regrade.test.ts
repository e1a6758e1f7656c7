import { describe, expect, it } from 'vitest';
import type { CodingQuestion } from '../questions/coding/question.ts';
import type { SqlQuestion } from '../questions/sql/question.ts';
import { isStillFor } from './regrade.ts';

const base = {
  kind: 'coding',
  languages: ['python'],
  starter: {},
  limits: { seconds: null, memory: null },
  solution: {},
  wrong: [],
} as const;
const stdio: CodingQuestion = { ...base, io: 'stdio', compare: { by: 'tokens' }, cases: [], allOrNothing: false };
const called = (name: string): CodingQuestion => ({
  ...base,
  io: 'function',
  function: { name, parameters: [] },
  compare: { by: 'exact' },
  cases: [],
  allOrNothing: false,
});
const harness: CodingQuestion = { ...base, io: 'harness', harness: { python: 'import solution' } };
const sql: SqlQuestion = {
  kind: 'sql',
  schema: 'create table t (a)',
  data: [''],
  starter: null,
  limits: base.limits,
  solution: 'select 1',
  wrong: [],
};

describe('a program is graded by the cases of a later question', () => {
  it.each([
    ['that reads and writes as before', stdio, { ...stdio, allOrNothing: true }, 'python'],
    ['that leaves the languages open', stdio, { ...stdio, languages: null }, 'python'],
    ['that calls the same function', called('add'), called('add'), 'python'],
    ['with a harness in its language', harness, harness, 'python'],
    ['that is a query, as before', sql, { ...sql, solution: 'select 2' }, 'sql'],
  ] as const)('%s', (_, before, later, language) => {
    expect(isStillFor(before, later, language)).toBe(true);
  });
});

describe('a program keeps its verdicts under a later question', () => {
  it.each([
    ['of another kind', stdio, sql, 'python'],
    ['that was a query', sql, stdio, 'sql'],
    ['that calls a function instead', stdio, called('add'), 'python'],
    ['that calls another function', called('add'), called('sum'), 'python'],
    ['without its language', stdio, { ...stdio, languages: ['ruby'] }, 'python'],
    ['without a harness in its language', harness, { ...harness, languages: null, harness: { ruby: 'x' } }, 'python'],
  ] as const)('%s', (_, before, later, language) => {
    expect(isStillFor(before, later, language)).toBe(false);
  });
});
