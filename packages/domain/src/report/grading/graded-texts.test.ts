import { describe, expect, it } from 'vitest';
import type { StoredDefinition } from '../../assessment/test-file.ts';
import { toEnd } from '../../questions/text/grade-text.ts';
import { gradeAttempt } from '../scoring.ts';
import { gradeTexts } from './graded-texts.ts';
import { graderVersion } from './grader.ts';

const text = (questionId: number, answers: readonly string[]) =>
  ({ questionId, kind: 'text', prompt: 'Which?', marks: 2, penalty: 1, answers }) as const;
const definition: StoredDefinition = {
  name: 'Cities',
  duration: 60,
  sections: [
    {
      name: 'One',
      type: 'general questions',
      duration: 0,
      questions: [text(1, ['Rome', 'ROMA']), text(2, ['Bern', 'Basel', 'Chur']), text(3, ['x'])],
    },
  ],
};
const answers = new Map([
  [1, 'roma'],
  [2, 'Genf'],
  [3, ' '],
]);

describe('text answers graded in parts', () => {
  it('give way after each text, since each may have 20,000 characters', () => {
    const steps = gradeTexts(definition, answers);
    let parts = 0;
    while (steps.next().done !== true) parts += 1;
    // Of each answer two, and one for each accepted text that it is not.
    expect(parts).toBe(2 + 1 + 2 + 3);
  });

  it('count as they do when they are graded at once; blank ones are left out', () => {
    for (const grader of [1, graderVersion]) {
      const texts = toEnd(gradeTexts(definition, answers, grader));
      expect([...texts].map(([questionId, { right }]) => [questionId, right])).toEqual([
        [1, true],
        [2, false],
      ]);
      const graded = gradeAttempt(definition, answers, undefined, undefined, grader, texts);
      expect(graded).toEqual(gradeAttempt(definition, answers, undefined, undefined, grader));
      expect(graded.score).toBe('1');
    }
  });

  it('are not compared again by the report', () => {
    const said = new Map([[2, { right: true, hash: '' }]]);
    expect(gradeAttempt(definition, answers, undefined, undefined, graderVersion, said).score).toBe('4');
  });
});
