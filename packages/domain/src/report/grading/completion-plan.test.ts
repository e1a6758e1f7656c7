import { describe, expect, it } from 'vitest';
import { TestFile } from '../../assessment/test-file.ts';
import { defineTest } from '../../assessment/test-version.ts';
import type { Answer } from '../../attempt/answer.ts';
import { completionPlan, hasWaitingKinds } from './completion-plan.ts';

const levels = [0, 4].map((marks) => ({ marks, text: `For ${marks}` }));
const choice = { id: 'capital', kind: 'text', prompt: 'Where?', answer: 'Paris' };
const program = { id: 'sum', kind: 'coding', prompt: 'Add.', languages: ['python'], cases: [{ input: '1 2', output: '3' }] };
const essay = { id: 'why', kind: 'essay', prompt: 'Why?', rubric: [{ criterion: 'Argument', levels }] };

const version = (number: number, ...questions: object[]) => ({
  version: number,
  definition: defineTest(TestFile.parse({ name: 'One', duration: 30, sections: [{ name: 'One', questions }] })),
});
const given = (...answers: Answer[]) => new Map(answers.map((answer, index) => [index + 1, answer]));
const code = { language: 'python', source: 'print(3)' } as const;

describe('what the report of a completed attempt waits for', () => {
  const paper = version(1, choice, program, essay);

  it('are the programs and what people grade, where something was answered', () => {
    expect(completionPlan(paper, undefined, given('Paris', code, 'Because.'))).toEqual({
      programs: [{ questionId: 2, version: 1 }],
      reviews: [3],
    });
    expect(completionPlan(paper, undefined, given('Paris', null, ' \n'))).toEqual({ programs: [], reviews: [] });
  });

  it('is a program by the cases of a later version, if they are for the same question', () => {
    const cases = [{ input: '2 2', output: '4' }];
    const plan = (...questions: object[]) => completionPlan(paper, version(2, ...questions), given('Paris', code, 'Because.')).programs;
    expect(plan(choice, { ...program, cases }, essay)).toEqual([{ questionId: 2, version: 2 }]);
    expect(plan(choice, { ...program, cases, prompt: 'Multiply.' }, essay)).toEqual([{ questionId: 2, version: 1 }]);
    expect(plan(choice, { ...program, cases, languages: ['ruby'] }, essay)).toEqual([{ questionId: 2, version: 1 }]);
  });

  it('is no essay that a later version makes void', () => {
    const later = version(2, choice, program, { ...essay, void: 'full-marks' });
    expect(completionPlan(paper, later, given('Paris', null, 'Because.')).reviews).toEqual([]);
  });

  it('is nothing where a key decides all', () => {
    expect(hasWaitingKinds(version(1, choice).definition)).toBe(false);
    expect(hasWaitingKinds(version(1, program).definition)).toBe(true);
    expect(hasWaitingKinds(version(1, essay).definition)).toBe(true);
  });
});
