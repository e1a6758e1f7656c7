import { expect, it } from 'vitest';
import { findingsOf, mostFindings, slowSolution } from './findings.ts';
import { defineStored, TestFile } from './test-file.ts';

const findingsIn = (questions: readonly object[]) =>
  findingsOf(defineStored(TestFile.parse({ name: 'Stacks', duration: 10, sections: [{ name: 'One', questions }] })));
const harness = { python: 'import solution', ruby: 'solution' };
const stack = { kind: 'coding', prompt: 'Write a stack.', harness };

it('a harness that no solution has passed is a finding, for each language', () => {
  expect(
    findingsIn([
      { kind: 'text', prompt: 'Why?', answer: 'x' },
      { ...stack, solution: { ruby: 'x = 1' } },
    ]),
  ).toEqual([
    {
      code: 'untried-harness',
      path: 'sections[0].questions[1].harness.python',
      message: 'no solution shows that it can be passed; give the question solution.python',
    },
  ]);
});

it('a harness with a solution in each of its languages is none, nor is a question with cases and no solution', () => {
  const cases = { kind: 'coding', prompt: 'Print 3.', languages: ['python'], cases: [{ output: '3' }] };
  expect(findingsIn([{ ...stack, solution: { python: 'x = 1', ruby: 'x = 1' } }, cases])).toEqual([]);
});

it('no more are listed than an author reads', () => {
  expect(findingsIn(Array.from({ length: 80 }, () => stack))).toHaveLength(mostFindings);
});

const took = (...seconds: number[]) => seconds.map((one) => ({ seconds: one, memory: 10 }));

it('a solution whose slowest run takes more than a third of the limit of its author is one, with the seconds and what to do', () => {
  expect(slowSolution('sections[0].questions[2]', { seconds: 2 }, 'solution.python', took(0.1, 0.8125))).toEqual({
    code: 'slow-solution',
    path: 'sections[0].questions[2].limits.seconds',
    message:
      'solution.python took 0.81 s, more than a third of the limit of 2 s, so that a right program which is not as quick may fail; raise the limit, or leave it out: it is then 3 times what the solution takes',
  });
});

it('a solution that is far below its limit is none, nor one whose limit comes from it', () => {
  expect(slowSolution('x', { seconds: 3 }, 'solution', took(0.2, 1))).toBeUndefined();
  expect(slowSolution('x', { seconds: null }, 'solution', took(9))).toBeUndefined();
  expect(slowSolution('x', { seconds: 3 }, 'solution', [])).toBeUndefined();
});
