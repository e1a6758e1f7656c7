import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../coding/verdicts.ts';
import { formatDecimal } from '../../decimal.ts';
import type { StoredQuestion } from '../../questions/kinds.ts';
import { shownContent } from '../report-content.ts';
import { gradeQuestion } from '../scoring.ts';

const base = { questionId: 1, prompt: 'What?', marks: 2, penalty: 0.5 };
const picks = (marks = base.marks): StoredQuestion => ({
  ...base,
  marks,
  kind: 'multiple-choice',
  options: [...'abcd'].map((optionId) => ({ optionId, text: optionId, correct: 'ab'.includes(optionId) })),
});
const essay: StoredQuestion = {
  ...base,
  penalty: 0,
  kind: 'essay',
  words: { min: null, max: null },
  rubric: [{ criterion: 'Argument', levels: [0, 1, 2].map((marks) => ({ marks, text: 'x' })) }],
  graders: 1,
  reconcile: 0,
  blind: true,
};
const program = (marks: number, weights: number[]): StoredQuestion => ({
  ...base,
  marks,
  penalty: 0,
  kind: 'coding',
  io: 'stdio',
  languages: null,
  starter: {},
  limits: { seconds: null, memory: null },
  solution: {},
  wrong: [],
  compare: { by: 'tokens' },
  cases: weights.map((weight, index) => ({ name: String(index), sample: false, weight, input: '', output: '' })),
  allOrNothing: false,
});
const source = { language: 'javascript', source: '1' } as const;
const verdicts = (passed: string): Verdict[] => [...passed].map((one) => (one === '1' ? 'accepted' : 'wrong-answer'));

const shown = (...graded: Parameters<typeof gradeQuestion>) => {
  const { outcome, score } = gradeQuestion(...graded);
  return `${outcome} ${formatDecimal(score)}`;
};

describe('what came of an answer follows from its marks: all is right, some partly right, none or less wrong', () => {
  it.each<[string, Parameters<typeof gradeQuestion>, string]>([
    ['all picks', [picks(), ['a', 'b']], 'right 2'],
    ['one of two', [picks(), ['a']], 'partial 1'],
    ['as many wrong picks as right ones', [picks(), ['a', 'c']], 'wrong 0'],
    ['no right pick', [picks(), ['c']], 'wrong -0.5'],
    ['an essay with all marks', [essay, 'x', { reviewed: '2' }], 'right 2'],
    ['an essay with some', [essay, 'x', { reviewed: '0.01' }], 'partial 0.01'],
    ['an essay with none', [essay, 'x', { reviewed: '0' }], 'wrong 0'],
    ['a program that passed some cases', [program(2, [1, 3]), source, { verdicts: verdicts('10') }], 'partial 0.5'],
    ['a share that rounds to nothing', [program(1, [1, 999]), source, { verdicts: verdicts('10') }], 'wrong 0'],
    ['a share that rounds to all', [program(1, [1, 999]), source, { verdicts: verdicts('01') }], 'right 1'],
    ['nothing', [picks(), null], 'blank 0'],
  ])('%s', (_, graded, result) => expect(shown(...graded)).toBe(result));

  it('a question that is worth nothing is judged by its key', () => {
    for (const worthless of [picks(0.004), { ...picks(), penalty: 0, void: 'not-counted' as const }])
      expect([['a', 'b'], ['a'], ['a', 'c']].map((picked) => gradeQuestion(worthless, picked).outcome)).toEqual([
        'right',
        'wrong',
        'wrong',
      ]);
  });

  it('of a report that version 1 graded, as of a new one', () => {
    const graded = [['a', 'b'], ['a'], ['a', 'c'], ['c'], null].map((answer, index) => {
      const { outcome, score } = gradeQuestion(picks(), answer, { grader: 1 });
      return { questionId: index + 1, marks: '2', score: formatDecimal(score), outcome };
    });
    expect(graded.map(({ outcome }) => outcome)).toEqual(['right', 'partial', 'partial', 'wrong', 'blank']);
    const { questions } = shownContent({ grader: 1, sections: [], questions: graded });
    expect(questions.map(({ outcome }) => outcome)).toEqual(['right', 'partial', 'wrong', 'wrong', 'blank']);
    expect(questions.map(({ score }) => score)).toEqual(graded.map(({ score }) => score));
  });
});
