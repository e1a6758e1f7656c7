import { describe, expect, it } from 'vitest';
import type { CodingQuestion } from '../../questions/coding/question.ts';
import type { SqlQuestion } from '../../questions/sql/question.ts';
import { acceptedInWords, placeInWords, timesInWords, verdictInWords, verdictsInWords } from '../submission-words.ts';
import { tasksOf } from '../tasks.ts';
import { verdicts } from '../verdicts.ts';
import { CaseResult, type Expectation, evaluateCase, expectationsOf, type Run, rowsExpected } from './evaluate.ts';

const base = { kind: 'coding', languages: null, starter: {}, limits: { seconds: null, memory: null }, solution: {}, wrong: [] } as const;
const named = { name: '1', sample: false, weight: 1 };
const stdio: CodingQuestion = {
  ...base,
  io: 'stdio',
  compare: { by: 'tokens' },
  cases: [
    { ...named, input: '1 2', output: '3' },
    { ...named, name: 'empty', input: '', output: '0' },
  ],
  allOrNothing: false,
};
const called: CodingQuestion = {
  ...base,
  io: 'function',
  function: { name: 'add', parameters: ['a', 'b'] },
  compare: { by: 'exact' },
  cases: [{ ...named, args: [1, 2], returns: 3 }],
  allOrNothing: false,
};
const harness: CodingQuestion = { ...base, io: 'harness', harness: { python: 'from solution import *' } };
const sql: SqlQuestion = {
  kind: 'sql',
  schema: 'create table t (x)',
  data: ['', 'insert into t values (1)'],
  starter: null,
  limits: { seconds: null, memory: null },
  solution: 'select x from t',
  wrong: [],
};

const run = (change: Partial<Run> = {}): Run => ({ end: 'ended', stdout: '', seconds: 0.1, memory: 20, ...change });
const resultOf = (expectation: Expectation | undefined, ...[first = run(), ...tries]: Run[]) => {
  const evaluated = evaluateCase('1', expectation, 1, [first, ...tries]);
  if (evaluated.again) throw new Error('it is to be run again');
  return CaseResult.parse(evaluated.result);
};
const verdictOf = (question: CodingQuestion, one: Run) => resultOf(expectationsOf(question)[0], one).verdict;

describe('the tasks of a question', () => {
  it('say what to run and never what is expected', () => {
    expect(tasksOf(stdio, 'c')).toEqual([
      { name: '1', task: { mode: 'stdio', input: '1 2' } },
      { name: 'empty', task: { mode: 'stdio', input: '' } },
    ]);
    expect(tasksOf(called, 'ruby')).toEqual([{ name: '1', task: { mode: 'function', name: 'add', args: [1, 2] } }]);
    expect(tasksOf(harness, 'python')).toEqual([{ name: 'harness', task: { mode: 'harness', harness: 'from solution import *' } }]);
    expect(tasksOf(sql, 'sql')).toEqual([
      { name: '1', task: { mode: 'sql', schema: sql.schema, data: '' } },
      { name: '2', task: { mode: 'sql', schema: sql.schema, data: sql.data[1] } },
    ]);
  });

  it('a harness in a language that has none is a bug and throws', () => {
    expect(() => tasksOf(harness, 'ruby')).toThrow('no harness in ruby');
  });
});

describe('the verdict of a case', () => {
  it('says of a program over its time that it waited, and of no other', () => {
    const [expectation] = expectationsOf(stdio);
    const waiting = resultOf(expectation, run({ end: 'time-limit-exceeded', waited: true }));
    expect(waiting).toMatchObject({ verdict: 'time-limit-exceeded', waited: true });
    expect(resultOf(expectation, run({ end: 'time-limit-exceeded' }))).not.toHaveProperty('waited');
    expect(resultOf(expectation, run({ stdout: '3', waited: true }))).not.toHaveProperty('waited');
    expect([placeInWords(waiting), timesInWords([waiting, waiting])]).toEqual([
      'waiting, not computing, when its time was over',
      ', 2 waiting, not computing, when its time was over',
    ]);
    expect(timesInWords([{}])).toBe('');
  });

  it('says of a case that was left out that it was not run, with the verdict of the one that lost the marks', () => {
    const left = resultOf(expectationsOf(stdio)[0], run({ end: 'time-limit-exceeded', leftOut: true, seconds: 0, memory: null }));
    expect(left).toMatchObject({ verdict: 'time-limit-exceeded', leftOut: true, seconds: 0, memory: null, time: { tries: [] } });
    const late = resultOf(expectationsOf(stdio)[0], run({ end: 'time-limit-exceeded' }));
    expect(late).not.toHaveProperty('leftOut');
    expect([verdictInWords(late), verdictInWords(left)]).toEqual(['time-limit-exceeded', 'not run']);
    expect([placeInWords(late), placeInWords(left)]).toEqual(['', 'all marks were lost by a case over its time']);
    expect(timesInWords([late, left, left])).toBe(', 2 not run: all marks were lost by a case over its time');
    const cases = [late, left].map((one) => ({ ...one, weight: 1, sample: false }));
    expect(acceptedInWords({ cases })).toBe('0 of 2 cases accepted, 1 not run: all marks were lost by a case over its time');
    expect(verdictsInWords({ verdicts: { 'time-limit-exceeded': 1 }, leftOut: 2 })).toBe('1 time-limit-exceeded, 2 not run');
  });

  it('is accepted if the output is right, and wrong-answer with the difference if not', () => {
    expect(resultOf(expectationsOf(stdio)[0], run({ stdout: '3\n' }))).toEqual({
      name: '1',
      verdict: 'accepted',
      seconds: 0.1,
      memory: 20,
      time: { rule: 'quickest of at most 3 within 15 %', limit: 1, tries: [0.1] },
    });
    expect(resultOf(expectationsOf(stdio)[0], run({ stdout: '4\n' }))).toMatchObject({
      verdict: 'wrong-answer',
      difference: { unit: 'token', place: 1, expected: '3', actual: '4' },
    });
  });

  it('is accepted if the value is right', () => {
    expect(verdictOf(called, run({ value: 3 }))).toBe('accepted');
    expect(verdictOf(called, run({ value: 4 }))).toBe('wrong-answer');
    expect(verdictOf(called, run({ value: null }))).toBe('wrong-answer');
  });

  it('a program that ends by itself before its function returns is wrong, and does not keep its report waiting', () => {
    expect(verdictOf(called, run({ stdout: '3' }))).toBe('wrong-answer');
  });

  it('a harness that ends without an error accepts', () => {
    expect(verdictOf(harness, run())).toBe('accepted');
    expect(verdictOf(harness, run({ end: 'runtime-error' }))).toBe('runtime-error');
  });

  it.each(verdicts.filter((one) => one !== 'accepted' && one !== 'wrong-answer'))(
    '%s stays what it is, whatever the program wrote',
    (end) => {
      const result = resultOf(expectationsOf(stdio)[0], run({ end, stdout: '3' }));
      expect(result).toMatchObject({ verdict: end });
      expect(result.difference).toBeUndefined();
    },
  );

  it('the line of an error is kept', () => {
    expect(resultOf(undefined, run({ end: 'compile-error', line: 7 })).line).toBe(7);
    expect(resultOf(undefined, run({ end: 'not-run', line: 7 })).line).toBeUndefined();
  });

  it('near the limit of time it is not known yet', () => {
    const [expectation] = expectationsOf(stdio);
    expect(evaluateCase('1', expectation, 1, [run({ stdout: '3', seconds: 1.1 })])).toEqual({ again: true });
    expect(resultOf(expectation, run({ stdout: '3', seconds: 1.1 }), run({ stdout: '3', seconds: 0.95 }))).toMatchObject({
      verdict: 'accepted',
      seconds: 0.95,
      time: { tries: [1.1, 0.95] },
    });
  });

  const rows = (one: readonly (readonly number[])[], ordered = false) => ({ columns: ['x'], rows: one, ordered });

  it('of a query: accepted if its rows are the solution’s', () => {
    const expectation = rowsExpected(run({ rows: rows([[1], [2]]) }));
    expect(resultOf(expectation, run({ rows: rows([[2], [1]]) })).verdict).toBe('accepted');
    expect(resultOf(expectation, run({ rows: rows([[2]]) }))).toMatchObject({
      verdict: 'wrong-answer',
      difference: { unit: 'row', expected: '[1]' },
    });
    expect(resultOf(expectation, run()).verdict).toBe('wrong-answer');
    expect(resultOf(expectation, run({ end: 'runtime-error' })).verdict).toBe('runtime-error');
  });

  it('of a query: not-run if the solution itself failed', () => {
    expect(resultOf(rowsExpected(run({ end: 'time-limit-exceeded' })), run({ rows: rows([[1]]) })).verdict).toBe('not-run');
    expect(resultOf(rowsExpected(run()), run({ rows: rows([[1]]) })).verdict).toBe('not-run');
  });
});
