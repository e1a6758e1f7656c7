import { describe, expect, it } from 'vitest';
import type { AnsweredReview } from '../report/attempt-answers.ts';
import { gradesInWords, gradingInWords, rubricInWords } from './grade-words.ts';

const levels = [
  { marks: 0, text: 'None' },
  { marks: 4, text: 'Clear' },
];
const grade: AnsweredReview['grades'][number] = {
  type: 'grade',
  keyName: 'Ben',
  marks: [4],
  score: '4',
  comment: null,
  reason: null,
  at: '2026-11-23T09:00:00.000Z',
};
const review = (change: Partial<AnsweredReview> = {}): AnsweredReview => ({
  state: 'graded',
  graders: 2,
  given: 2,
  reconcile: 1,
  rubric: [{ criterion: 'Argument', levels }],
  grades: [grade, { ...grade, keyName: 'Cleo' }],
  ...change,
});

describe('how people graded an answer, in words', () => {
  it.each<[string, Partial<AnsweredReview>, string]>([
    ['blank', { state: null, grades: [] }, 'not needed: the answer is blank'],
    ['ungraded', { state: 'waiting', given: 0 }, 'waits for a grade'],
    ['once', { state: 'waiting', given: 1 }, 'waits for the second grade; the first is shown with it'],
    ['apart', { state: 'reconcile' }, 'the graders differ by more than 1; a third grade decides'],
    ['by both', {}, 'graded; the mean of both counts'],
    ['by one', { graders: 1, grades: [grade] }, 'graded'],
    ['by a decision', { grades: [grade, { ...grade, type: 'reconciliation' }] }, 'graded; the reconciliation counts'],
    ['again', { grades: [{ ...grade, type: 'correction' }, grade] }, 'graded; the correction counts'],
    [
      'twice again',
      { grades: [grade, { ...grade, type: 'correction' }, { ...grade, type: 'correction' }] },
      'graded; the last correction counts',
    ],
    ['void', { state: 'withdrawn' }, 'not needed any more'],
  ])('%s', (_, change, words) => {
    expect(gradingInWords(review(change))).toBe(words);
  });

  it('each grade has its level of each criterion, who gave it, reason and comment', () => {
    const correction = { ...grade, type: 'correction' as const, keyName: null, marks: [0], score: '0', reason: 'A look', comment: 'Short' };
    const grades = [grade, correction];
    expect(gradesInWords(review({ grades }), (at) => at.slice(0, 10))).toEqual([
      { title: 'Grade by Ben: 4 of 4, 2026-11-23', lines: ['Argument: 4 of 4, Clear'] },
      { title: 'Correction by the operator: 0 of 4, 2026-11-23', lines: ['Argument: 0 of 4, None', 'Reason: A look', 'Comment: Short'] },
    ]);
  });

  it('the rubric has each level', () => {
    expect(rubricInWords(review())).toEqual([{ title: 'Argument', lines: ['0: None', '4: Clear'] }]);
  });
});
