import { describe, expect, it } from 'vitest';
import { questionsOf, TestFile } from '../../assessment/test-file.ts';
import { defineTest } from '../../assessment/test-version.ts';
import { decidedBy } from './decided-by.ts';

const levels = [0, 4].map((marks) => ({ marks, text: `For ${marks}` }));
const rubric = [
  { criterion: 'Argument', levels },
  { criterion: 'Style', levels },
];
const hidden = { input: '', output: '1' };
const coding = { kind: 'coding', prompt: 'Print 1.', cases: [{ ...hidden, sample: true }, hidden, hidden] };

const decided = (question: object, ran?: Parameters<typeof decidedBy>[1]) => {
  const [defined] = questionsOf(
    defineTest(TestFile.parse({ name: 'One', duration: 30, sections: [{ name: 'One', questions: [question] }] })),
  );
  if (defined === undefined) throw new Error('the file has no question');
  return decidedBy(defined, ran);
};

describe('what decides where there is no key', () => {
  it.each([
    ['cases of a program', coding, '1 sample case and 2 hidden cases'],
    ['samples alone', { ...coding, cases: coding.cases.slice(0, 1) }, '1 sample case'],
    ['all of them', { ...coding, allOrNothing: true }, '1 sample case and 2 hidden cases, all of which must be accepted'],
    [
      'a harness',
      { kind: 'coding', prompt: 'Add.', harness: { python: 'import solution' }, solution: { python: 'a = 1' } },
      "the author's harness",
    ],
    [
      'rows of a query',
      { kind: 'sql', prompt: 'All.', schema: 'create table t (a)', data: ['insert into t values (1)'], solution: 'select a from t' },
      'the rows of the solution, on 1 data set',
    ],
    ['people', { kind: 'essay', prompt: 'Why?', rubric, graders: 2 }, '2 graders, by a rubric: Argument (0 to 4), Style (0 to 4)'],
    ['nothing', { kind: 'numeric', prompt: '1 + 1', answer: 3, void: 'full-marks' }, 'nothing: it is void, and everybody has its marks'],
    ['a key', { kind: 'numeric', prompt: '1 + 1', answer: 2 }, null],
  ])('%s', (_, question, words) => {
    expect(decided(question)).toBe(words);
  });

  it('are the cases that ran, where a regrade has changed them', () => {
    expect(decided(coding, [{ sample: false }])).toBe('1 hidden case');
  });
});
