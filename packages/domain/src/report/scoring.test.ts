import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredDefinition } from '../assessment/test-file.ts';
import type { Answer } from '../attempt/answer.ts';
import { formatDecimal } from '../decimal.ts';
import type { StoredQuestion } from '../questions/kinds.ts';
import { gradeAttempt, gradeQuestion, totalScoreOf } from './scoring.ts';

const base = { questionId: 1, prompt: 'What is logged?', marks: 2, penalty: 0.5 };
const options = (correct: string, count: number) =>
  [...'abcdefghijklmnopqrstuvwxyz'].slice(0, count).map((optionId) => ({ optionId, text: optionId, correct: correct.includes(optionId) }));

type Worth = { marks?: number; penalty?: number };
const single = (worth: Worth = {}): StoredQuestion => ({ ...base, ...worth, kind: 'single-choice', options: options('b', 3) });
const multiple = (correct: string, count: number, worth: Worth = {}): StoredQuestion => ({
  ...base,
  ...worth,
  kind: 'multiple-choice',
  options: options(correct, count),
});
const numeric = (answer: number, tolerance = 0, worth: Worth = {}): StoredQuestion => ({
  ...base,
  ...worth,
  kind: 'numeric',
  answer,
  tolerance,
});
const text = (...answers: string[]): StoredQuestion => ({ ...base, kind: 'text', answers });

const graded = (question: StoredQuestion, answer: Answer) => {
  const { outcome, score } = gradeQuestion(question, answer);
  return `${outcome} ${formatDecimal(score)}`;
};

const testOf = (...sections: StoredQuestion[][]): StoredDefinition => {
  let questionId = 0;
  return {
    name: 'JavaScript in depth',
    duration: 90,
    sections: sections.map((questions, index) => ({
      name: `Section ${index + 1}`,
      type: 'general questions',
      duration: 0,
      questions: questions.map((question) => {
        questionId += 1;
        return { ...question, questionId };
      }),
    })),
  };
};

describe('marks and penalties', () => {
  it.each<[string, StoredQuestion, Answer, string]>([
    ['a right answer earns the marks', single(), 'b', 'right 2'],
    ['a wrong answer costs the penalty', single(), 'a', 'wrong -0.5'],
    ['unanswered is 0', single(), null, 'blank 0'],
    ['a wrong answer without a penalty is 0, not -0', single({ penalty: 0 }), 'a', 'wrong 0'],
    ['a right number earns the marks', numeric(12.5), 12.5, 'right 2'],
    ['a wrong number costs the penalty', numeric(12.5), 12, 'wrong -0.5'],
    ['a right text earns the marks', text('Paris'), 'Paris', 'right 2'],
    ['a wrong text costs the penalty', text('Paris'), 'London', 'wrong -0.5'],
  ])('%s', (_rule, question, answer, result) => {
    expect(graded(question, answer)).toBe(result);
  });

  it.each<[string, StoredQuestion]>([
    ['single-choice', single()],
    ['multiple-choice', multiple('ab', 4)],
    ['numeric', numeric(0)],
    ['text', text('Paris')],
  ])('[], null and blank text are unanswered: %s', (_kind, question) => {
    for (const blank of [null, [], '', '   ', '\n\t\u00a0', '\u3000\u200b']) expect(graded(question, blank)).toBe('blank 0');
  });

  it('0 is an answer, not a blank', () => {
    expect(graded(numeric(0), 0)).toBe('right 2');
    expect(graded(numeric(0), -0)).toBe('right 2');
    expect(graded(numeric(1), 0)).toBe('wrong -0.5');
  });

  it.each<[StoredQuestion, Answer]>([
    [single(), 5],
    [single(), ['b']],
    [multiple('ab', 4), 'a'],
    [numeric(1), '1'],
    [text('Paris'), 5],
  ])('an answer of another kind is a bug and throws (%#)', (question, answer) => {
    expect(() => gradeQuestion(question, answer)).toThrow(/answer of another kind/);
  });
});

describe('each question rounds half-even to two decimals', () => {
  it.each<[string, string, string, number]>([
    ['2/3 of 1', 'partial 0.67', 'ab', 3],
    ['1/3 of 1', 'partial 0.33', 'a', 3],
    ['1/8 of 1 = 0.125, half to even', 'partial 0.12', 'a', 8],
    ['3/8 of 1 = 0.375, half to even', 'partial 0.38', 'abc', 8],
    ['5/8 of 1 = 0.625, half to even', 'partial 0.62', 'abcde', 8],
    ['7/8 of 1 = 0.875, half to even', 'partial 0.88', 'abcdefg', 8],
    ['1/7 of 1', 'partial 0.14', 'a', 7],
  ])('%s', (_case, result, picked, correct) => {
    const all = [...'abcdefghijkl'].slice(0, correct).join('');
    expect(graded(multiple(all, correct + 2, { marks: 1 }), [...picked])).toBe(result);
  });

  it('a share just above the half rounds up', () => {
    expect(graded(multiple('abcdefgh', 9, { marks: 1.000001 }), ['a'])).toBe('partial 0.13');
    expect(graded(multiple('abcdefgh', 9, { marks: 0.999999 }), ['a'])).toBe('partial 0.12');
  });

  it.each([
    [0.125, 'right 0.12'],
    [0.375, 'right 0.38'],
    [1.005, 'right 1'],
    [1.015, 'right 1.02'],
    [2.675, 'right 2.68'],
    [0.1, 'right 0.1'],
    [10, 'right 10'],
    [1.5, 'right 1.5'],
  ])('marks %d: %s', (marks, result) => {
    expect(graded(single({ marks }), 'b')).toBe(result);
  });

  it.each([
    [0.125, 'wrong -0.12'],
    [0.375, 'wrong -0.38'],
    [0.25, 'wrong -0.25'],
    [0.005, 'wrong 0'],
    [0.001, 'wrong 0'],
  ])('penalty %d: %s', (penalty, result) => {
    expect(graded(single({ penalty }), 'a')).toBe(result);
  });
});

describe('an attempt', () => {
  it('has the scores of its sections and questions, as exact decimals without trailing zeros', () => {
    const test = testOf(
      [single({ marks: 0.1 }), single({ marks: 0.2 })],
      [multiple('ab', 4, { marks: 1.5 }), numeric(12.5, 0, { penalty: 0.25 }), text('Paris')],
    );
    const answers = new Map<number, Answer>([
      [1, 'b'],
      [2, 'b'],
      [3, ['a']],
      [4, 13],
    ]);
    expect(gradeAttempt(test, answers)).toEqual({
      grader: 2,
      passPercent: null,
      testResult: null,
      totalScore: '5.8',
      score: '0.8',
      sections: [
        { sectionName: 'Section 1', sectionScore: '0.3', candidateScore: '0.3' },
        { sectionName: 'Section 2', sectionScore: '5.5', candidateScore: '0.5' },
      ],
      questions: [
        { questionId: 1, marks: '0.1', score: '0.1', outcome: 'right' },
        { questionId: 2, marks: '0.2', score: '0.2', outcome: 'right' },
        { questionId: 3, marks: '1.5', score: '0.75', outcome: 'partial' },
        { questionId: 4, marks: '2', score: '-0.25', outcome: 'wrong' },
        { questionId: 5, marks: '2', score: '0', outcome: 'blank' },
      ],
    });
  });

  it('marks add up exactly: no 0.30000000000000004', () => {
    const ten = testOf(Array.from({ length: 10 }, () => single({ marks: 0.1 })));
    expect(totalScoreOf(ten)).toBe('1');
    expect(
      gradeAttempt(
        testOf([single({ marks: 0.1 }), single({ marks: 0.2 })]),
        new Map([
          [1, 'b'],
          [2, 'b'],
        ]),
      ).score,
    ).toBe('0.3');
  });

  it('rounds each question, not the sum', () => {
    expect(totalScoreOf(testOf([single({ marks: 0.125 }), single({ marks: 0.125 }), single({ marks: 0.125 })]))).toBe('0.36');
  });

  it('the score can be negative', () => {
    const test = testOf([single({ penalty: 0.5 }), single({ penalty: 0.25 })]);
    expect(
      gradeAttempt(
        test,
        new Map([
          [1, 'a'],
          [2, 'c'],
        ]),
      ),
    ).toMatchObject({ score: '-0.75', totalScore: '4' });
  });

  it('penalties that cancel the marks give 0, not -0', () => {
    const test = testOf([single({ marks: 0.3 }), single({ penalty: 0.1 }), single({ penalty: 0.2 })]);
    expect(
      gradeAttempt(
        test,
        new Map([
          [1, 'b'],
          [2, 'a'],
          [3, 'a'],
        ]),
      ).score,
    ).toBe('0');
  });

  it('large scores have no exponent', () => {
    expect(totalScoreOf(testOf(Array.from({ length: 1000 }, () => single({ marks: 10_000 }))))).toBe('10000000');
  });

  it('without any answer is 0', () => {
    expect(gradeAttempt(testOf([single()], [text('x')]), new Map())).toMatchObject({ score: '0', totalScore: '4' });
  });

  it('an answer to a question that the test does not have counts nothing', () => {
    expect(gradeAttempt(testOf([single()]), new Map([[99, 'b']])).score).toBe('0');
  });
});

describe('any attempt', () => {
  const millionths = (max: number) => fc.integer({ min: 0, max: max * 1_000_000 }).map((value) => value / 1_000_000);
  const worth = fc.record({
    marks: millionths(20)
      .map((value) => value + 1)
      .map((value) => Math.round(value * 1e6) / 1e6),
    penalty: millionths(5),
  });
  const letters = [...'abcdefgh'];
  const item: fc.Arbitrary<{ question: StoredQuestion; answer: Answer }> = worth.chain((values) =>
    fc.oneof(
      fc.record({
        question: fc.constant(single(values)),
        answer: fc.constantFrom<Answer>('a', 'b', 'c', null),
      }),
      fc.record({
        question: fc.subarray(letters, { minLength: 1 }).map((correct) => multiple(correct.join(''), letters.length, values)),
        answer: fc.subarray(letters),
      }),
      fc.record({
        question: fc
          .record({ answer: fc.integer(), tolerance: fc.nat({ max: 5 }) })
          .map((one) => numeric(one.answer, one.tolerance, values)),
        answer: fc.option(fc.integer({ min: -10, max: 10 })),
      }),
      fc.record({
        question: fc.constant<StoredQuestion>({ ...text('Paris', 'paname'), ...values }),
        answer: fc.constantFrom<Answer>('PARIS', 'London', ' '),
      }),
    ),
  );
  const attempt = fc.array(fc.array(item, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });

  const grade = (sections: { question: StoredQuestion; answer: Answer }[][]) => {
    const test = testOf(...sections.map((items) => items.map((one) => one.question)));
    const answers = new Map(sections.flat().map((one, index) => [index + 1, one.answer] as const));
    return { test, answers, result: gradeAttempt(test, answers) };
  };

  const wireForm = /^(?:0|-?(?:[1-9]\d*|0)(?:\.\d?[1-9])?)$/;
  /** Hundredths of a score as it goes over the wire, exact. */
  const hundredths = (score: string): bigint => {
    expect(score).toMatch(wireForm);
    expect(score).not.toBe('-0');
    const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(score) ?? [];
    const size = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
    return sign === '-' ? -size : size;
  };
  const sumOf = (scores: readonly string[]): bigint => scores.map(hundredths).reduce((total, value) => total + value, 0n);

  it('the scores of sections add up to the score, those of questions too; the maximum scores to totalScore', () => {
    fc.assert(
      fc.property(attempt, (sections) => {
        const { test, result } = grade(sections);
        expect(sumOf(result.sections.map((one) => one.candidateScore))).toBe(hundredths(result.score));
        expect(sumOf(result.questions.map((one) => one.score))).toBe(hundredths(result.score));
        expect(sumOf(result.sections.map((one) => one.sectionScore))).toBe(hundredths(result.totalScore));
        expect(sumOf(result.questions.map((one) => one.marks))).toBe(hundredths(result.totalScore));
        expect(totalScoreOf(test)).toBe(result.totalScore);
      }),
    );
  });

  it('score <= totalScore, for every question too', () => {
    fc.assert(
      fc.property(attempt, (sections) => {
        const { result } = grade(sections);
        expect(hundredths(result.score) <= hundredths(result.totalScore)).toBe(true);
        for (const one of result.questions) expect(hundredths(one.score) <= hundredths(one.marks)).toBe(true);
      }),
    );
  });

  it('what came of an answer follows from its marks', () => {
    fc.assert(
      fc.property(attempt, (sections) => {
        for (const one of grade(sections).result.questions) {
          const [score, marks] = [hundredths(one.score), hundredths(one.marks)];
          const byMarks = score === marks ? 'right' : score > 0n ? 'partial' : 'wrong';
          if (one.outcome === 'blank') expect(one.score).toBe('0');
          else expect(one.outcome).toBe(byMarks);
        }
      }),
    );
  });

  it('the order of sections, questions and answers does not matter', () => {
    fc.assert(
      fc.property(attempt, (sections) => {
        const { test, answers, result } = grade(sections);
        const turned = grade(sections.map((items) => [...items].reverse()).reverse()).result;
        expect([turned.score, turned.totalScore]).toEqual([result.score, result.totalScore]);
        expect(gradeAttempt(test, new Map([...answers].reverse()))).toEqual(result);
      }),
    );
  });
});
