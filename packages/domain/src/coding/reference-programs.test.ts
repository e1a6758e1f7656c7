import { describe, expect, it } from 'vitest';
import type { CodingQuestion } from '../questions/coding/question.ts';
import type { CaseResult } from './comparison/evaluate.ts';
import { referenceFault, referencePrograms } from './reference-programs.ts';

const question: CodingQuestion = {
  kind: 'coding',
  languages: null,
  starter: {},
  limits: { seconds: null, memory: null },
  solution: { ruby: 'r', python: 'p' },
  wrong: [{ c: 'w' }],
  io: 'harness',
  harness: { python: 'h' },
};
const result = (change: Partial<CaseResult> = {}): CaseResult => ({
  name: '1',
  verdict: 'accepted',
  seconds: 0.1,
  memory: null,
  time: { rule: 'quickest of at most 3 within 15 %', limit: 1, tries: [0.1] },
  ...change,
});
const solution = { path: 'solution.python', language: 'python', source: 'p', must: 'pass' } as const;
const wrong = { path: 'wrong[0].c', language: 'c', source: 'w', must: 'fail' } as const;
const difference = { unit: 'token', place: 1, expected: '3', actual: null } as const;

describe('the programs of the author', () => {
  it('are the solutions, which must pass, and wrong ones, which must not', () => {
    expect(referencePrograms(question)).toEqual([solution, { ...solution, path: 'solution.ruby', language: 'ruby', source: 'r' }, wrong]);
    const limits = { seconds: null, memory: null };
    expect(
      referencePrograms({ kind: 'sql', schema: '', data: [''], starter: null, limits, solution: 'select 1', wrong: ['select 2'] }),
    ).toEqual([
      { path: 'solution', language: 'sql', source: 'select 1', must: 'pass' },
      { path: 'wrong[0]', language: 'sql', source: 'select 2', must: 'fail' },
    ]);
  });

  it.each<[string, typeof solution | typeof wrong, CaseResult[], string | undefined]>([
    ['a solution that passes', solution, [result(), result()], undefined],
    [
      'a solution that is wrong',
      solution,
      [result(), result({ name: 'empty', verdict: 'wrong-answer', difference })],
      'solution.python: must pass, but is wrong-answer on case empty: "3" is expected, not nothing',
    ],
    [
      'a solution that does not compile',
      solution,
      [result({ verdict: 'compile-error', line: 3 })],
      'solution.python: must pass, but is compile-error in line 3 on case 1',
    ],
    ['a wrong program that fails once', wrong, [result(), result({ verdict: 'runtime-error' })], undefined],
    ['a wrong program that passes', wrong, [result()], 'wrong[0].c: must not pass, but every case accepts it'],
    [
      'a program that was not run',
      wrong,
      [result({ verdict: 'wrong-answer', difference }), result({ name: '2', verdict: 'not-run' })],
      'wrong[0].c: could not be run on case 2, so nobody knows whether the question is right',
    ],
  ])('%s', (_, program, results, fault) => {
    expect(referenceFault(program, results)).toBe(fault);
  });
});
