import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal } from '../../decimal.ts';
import { gradeQuestion } from '../../report/scoring.ts';

const options = (correct: string, count: number) =>
  [...'abcdefghijklmnopqrstuvwxyz'].slice(0, count).map((optionId) => ({ optionId, text: optionId, correct: correct.includes(optionId) }));
const multiple = (correct: string, count: number, { marks }: { marks: number }) =>
  ({ questionId: 1, kind: 'multiple-choice', prompt: 'Which?', marks, penalty: 0.5, options: options(correct, count) }) as const;
const graded = (question: ReturnType<typeof multiple>, answer: string[]) => {
  const { outcome, score } = gradeQuestion(question, answer);
  return `${outcome} ${formatDecimal(score)}`;
};

describe('multiple choice: each right pick earns its share, each wrong pick takes one share away, never below zero', () => {
  it.each<[string, string, string]>([
    ['every right pick and nothing else', 'abc', 'right 3'],
    ['two of three', 'ab', 'partial 2'],
    ['one of three', 'c', 'partial 1'],
    ['all right, one wrong', 'abcd', 'partial 2'],
    ['all right, all wrong', 'abcdef', 'wrong 0'],
    ['two right, one wrong', 'acf', 'partial 1'],
    ['one right, one wrong', 'ad', 'wrong 0'],
    ['one right, three wrong: never below zero', 'adef', 'wrong 0'],
    ['nothing right picked costs the penalty', 'd', 'wrong -0.5'],
    ['nothing right picked costs the penalty once', 'def', 'wrong -0.5'],
    ['nothing picked', '', 'blank 0'],
  ])('%s', (_rule, picked, result) => {
    expect(graded(multiple('abc', 6, { marks: 3 }), [...picked])).toBe(result);
  });

  it('the order of the picks does not matter', () => {
    const question = multiple('abc', 6, { marks: 1 });
    fc.assert(
      fc.property(
        fc
          .subarray([...'abcdef'])
          .chain((picked) => fc.tuple(fc.constant(picked), fc.shuffledSubarray(picked, { minLength: picked.length }))),
        ([picked, shuffled]) => {
          expect(graded(question, shuffled)).toBe(graded(question, picked));
        },
      ),
    );
  });
});
