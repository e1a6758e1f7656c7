import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '../../decimal.ts';
import type { CodingQuestion } from '../../questions/coding/question.ts';
import type { SqlQuestion } from '../../questions/sql/question.ts';
import { type Verdict, verdicts } from '../verdicts.ts';
import { type CodeGrade, gradeCode, isLostByOne } from './code-marks.ts';

const base = { kind: 'coding', languages: null, starter: {}, limits: { seconds: null, memory: null }, solution: {}, wrong: [] } as const;
const weighted = (weights: readonly number[], allOrNothing = false): CodingQuestion => ({
  ...base,
  io: 'stdio',
  compare: { by: 'tokens' },
  cases: weights.map((weight, index) => ({ name: String(index + 1), sample: false, weight, input: '', output: '' })),
  allOrNothing,
});
const harness: CodingQuestion = { ...base, io: 'harness', harness: { python: 'x' } };
const sql = { kind: 'sql', schema: '', data: ['', ''], starter: null, limits: base.limits, solution: '', wrong: [] } satisfies SqlQuestion;

const worth = { marks: 10, penalty: 0.5 };
const shown = (grade: CodeGrade): string =>
  grade.outcome === 'undecided' ? 'undecided' : `${grade.outcome} ${formatDecimal(grade.score)}`;
const [ok, no]: [Verdict, Verdict] = ['accepted', 'wrong-answer'];

describe('marks of a submission', () => {
  it.each<[string, CodingQuestion | SqlQuestion, Verdict[], string]>([
    ['all accepted: all marks', weighted([1, 1, 1]), [ok, ok, ok], 'right 10'],
    ['a share by weight', weighted([1, 3]), [no, ok], 'partial 7.5'],
    ['rounded once, half-even, to two decimals', weighted([1, 1, 1]), [ok, ok, no], 'partial 6.67'],
    ['weights are exact decimals', weighted([0.1, 0.2, 0.3]), [ok, ok, no], 'partial 5'],
    ['nothing accepted costs the penalty', weighted([1, 1]), [no, 'time-limit-exceeded'], 'wrong -0.5'],
    ['a case without weight earns nothing', weighted([0, 1]), [ok, no], 'wrong -0.5'],
    ['but must be accepted for all marks to be right', weighted([0, 1]), [no, ok], 'partial 10'],
    ['all or nothing: nothing', weighted([1, 3], true), [no, ok], 'wrong -0.5'],
    ['all or nothing: all', weighted([1, 3], true), [ok, ok], 'right 10'],
    ['a harness: all', harness, [ok], 'right 10'],
    ['a harness: nothing', harness, ['runtime-error'], 'wrong -0.5'],
    ['a query is right on every data set', sql, [ok, no], 'wrong -0.5'],
    ['a query that is right', sql, [ok, ok], 'right 10'],
  ])('%s', (_, question, found, grade) => {
    expect(shown(gradeCode(worth, question, found))).toBe(grade);
  });

  it.each([
    ['some cases', weighted([1, 1]), [ok, 'not-run']],
    ['a case without weight', weighted([0, 1]), ['not-run', ok]],
    ['cases that could not change it', weighted([1, 1], true), [no, 'not-run']],
    ['a harness', harness, ['not-run']],
    ['a data set', sql, [no, 'not-run']],
  ] as [string, CodingQuestion | SqlQuestion, Verdict[]][])('are undecided, and not 0, while %s were not run', (_, question, found) => {
    expect(gradeCode(worth, question, found)).toEqual({ outcome: 'undecided' });
  });

  it.each<[string, CodingQuestion | SqlQuestion, boolean]>([
    ['all or nothing', weighted([1, 3], true), true],
    ['the rows of all data sets', sql, true],
    ['cases with marks of their own', weighted([1, 3]), false],
  ])('are lost by one case that fails: %s', (_, question, isLost) => {
    expect(isLostByOne(question)).toBe(isLost);
    const rest: Verdict[] = ['accepted', 'time-limit-exceeded'];
    const grades = rest.map((verdict) => shown(gradeCode(worth, question, ['time-limit-exceeded', verdict])));
    expect(new Set(grades).size).toBe(isLost ? 1 : 2);
  });

  it('verdicts of other cases are a bug and throw', () => {
    expect(() => gradeCode(worth, weighted([1, 1]), [ok])).toThrow('1 verdicts for 2 cases');
  });

  const decided = fc.constantFrom(...verdicts.filter((one) => one !== 'not-run'));
  const cents = fc.integer({ min: 1, max: 100_000 }).map((value) => value / 100);
  const cases = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 5_000 }).map((value) => value / 1000), verdict: decided }), {
    minLength: 1,
    maxLength: 30,
  });
  const scoreOf = (marks: number, weights: readonly number[], found: readonly Verdict[]) => {
    const grade = gradeCode({ marks, penalty: 0 }, weighted(weights), found);
    if (grade.outcome === 'undecided') throw new Error('undecided');
    return grade.score;
  };

  it('add up: what is accepted and what is not make all marks, but for half a cent each', () => {
    fc.assert(
      fc.property(cents, cases, (marks, given) => {
        const weights = given.map(({ weight }) => weight);
        const found = given.map(({ verdict }) => verdict);
        const others = found.map((verdict): Verdict => (verdict === ok ? no : ok));
        const both = scoreOf(marks, weights, found).plus(scoreOf(marks, weights, others));
        expect(both.minus(marks).abs().lte(0.01)).toBe(true);
      }),
    );
  });

  it('add up exactly when shares have two decimals', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (passed) => {
        const found = passed.map((one): Verdict => (one ? ok : no));
        const each = passed.map((_, at) =>
          scoreOf(
            1,
            passed.map(() => 0.1),
            found.map((one, index): Verdict => (index === at ? one : no)),
          ),
        );
        const total = each.reduce((sum, score) => sum.plus(score), decimal(0));
        expect(
          formatDecimal(
            scoreOf(
              1,
              passed.map(() => 0.1),
              found,
            ),
          ),
        ).toBe(formatDecimal(total));
      }),
    );
  });

  it('never fall when one case more is accepted, and do not depend on the order of cases', () => {
    fc.assert(
      fc.property(cents, cases, fc.nat(), (marks, given, at) => {
        const weights = given.map(({ weight }) => weight);
        const found = given.map(({ verdict }) => verdict);
        const score = scoreOf(marks, weights, found);
        const more = found.map((verdict, index) => (index === at % found.length ? ok : verdict));
        expect(scoreOf(marks, weights, more).gte(score)).toBe(true);
        expect(scoreOf(marks, [...weights].reverse(), [...found].reverse()).eq(score)).toBe(true);
        expect(score.gte(0) && score.lte(marks)).toBe(true);
      }),
    );
  });
});
