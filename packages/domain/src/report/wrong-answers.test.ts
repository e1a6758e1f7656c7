import { describe, expect, it } from 'vitest';
import type { StoredDefinition } from '../assessment/test-file.ts';
import type { Answer } from '../attempt/answer.ts';
import { toEnd } from '../questions/text/grade-text.ts';
import { gradeTexts } from './grading/graded-texts.ts';
import { gradeAttempt } from './scoring.ts';
import { countCompared, wrongAnswersOf } from './wrong-answers.ts';

const options = ['red', 'green', 'blue', 'black'].map((text, index) => ({ optionId: 'abcd'.charAt(index), text, correct: index < 2 }));
const base = { prompt: 'Which?', marks: 2, penalty: 0.5 };
const definition: StoredDefinition = {
  name: 'Colours',
  duration: 60,
  sections: [
    {
      name: 'One',
      type: 'general questions',
      duration: 0,
      questions: [
        { ...base, questionId: 1, kind: 'single-choice', options },
        { ...base, questionId: 2, kind: 'multiple-choice', options },
        { ...base, questionId: 3, kind: 'numeric', answer: 10, tolerance: 1 },
        { ...base, questionId: 4, kind: 'text', answers: ['Rome'] },
        { ...base, questionId: 5, kind: 'single-choice', options, void: 'not-counted' },
      ],
    },
  ],
};
const wrongOf = (answers: Readonly<Record<number, Answer>>): string => {
  const given = new Map(Object.entries(answers).map(([id, answer]) => [Number(id), answer]));
  return wrongAnswersOf(definition, given, gradeAttempt(definition, given), toEnd(gradeTexts(definition, given)));
};

describe('wrong answers in short', () => {
  it('are those that are not right, partly right ones too, and none of blank, void and right ones', () => {
    expect(wrongOf({ 1: 'c', 2: ['d', 'a'], 3: 12.5 })).toBe('1=c,2=ad,3=12.5');
    expect(wrongOf({ 1: 'a', 2: ['b', 'a'], 3: 11, 4: 'rome', 5: 'c' })).toBe('');
    expect(wrongOf({ 1: null, 2: [], 4: ' ' })).toBe('');
  });

  it('are equal for texts that are graded as equal, and say nothing of them', () => {
    const [one, other] = [wrongOf({ 4: 'New  York' }), wrongOf({ 4: ' new york' })];
    expect(one).toBe(other);
    expect(one).toMatch(/^4=[0-9a-z]{11}$/);
    expect(wrongOf({ 4: 'Ｎｅｗ　Ｙｏｒｋ' })).toBe(one);
    expect(wrongOf({ 4: 'New Work' })).not.toBe(one);
  });

  it('are of the kinds that have a key, and of questions that count', () => {
    expect(countCompared(definition)).toBe(4);
  });
});
