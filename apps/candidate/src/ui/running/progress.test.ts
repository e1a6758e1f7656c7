import type { TakeQuestion } from '@assay/domain/take';
import { describe, expect, it } from 'vitest';
import type { AnswerView } from '../../core/answers/answers.ts';
import { countsOf, marksOf } from './progress.ts';

const question = (questionId: number): TakeQuestion => ({ questionId, section: 0, kind: 'text', prompt: 'Q', marks: 1, penalty: 0 });
const view = (answer: AnswerView['answer'], flagged = false): AnswerView => ({ answer, flagged, save: 'saved' });

describe('progress', () => {
  it('counts blank text and no picks as blank, and 0 as an answer', () => {
    const questions = [1, 2, 3, 4, 5].map(question);
    const answers = new Map([
      [1, view('  ')],
      [2, view([])],
      [3, view(0)],
      [4, view(null, true)],
    ]);
    const marks = marksOf(questions, answers);
    expect(marks.map(({ answered }) => answered)).toEqual([false, false, true, false, false]);
    expect(countsOf(marks)).toEqual({ total: 5, answered: 1, blank: 4, flagged: 1 });
  });
});
