import { describe, expect, it } from 'vitest';
import { fileOf, TestFile } from '../../assessment/test-file.ts';
import { defineTest } from '../../assessment/test-version.ts';
import type { Answer } from '../../attempt/answer.ts';
import { gradeAttempt } from '../scoring.ts';
import { passMarkInWords } from './pass-mark.ts';

const numeric = (marks: number) => ({ kind: 'numeric', prompt: 'How many?', marks, penalty: 1, answer: 1 });

type Marks = { readonly test?: number; readonly sections?: readonly (number | undefined)[] };
const fileWith = ({ test, sections = [] }: Marks) => ({
  name: 'Marked',
  duration: 30,
  ...(test === undefined ? {} : { passPercent: test }),
  sections: [[numeric(33.33)], [numeric(66.67)]].map((questions, index) => {
    const passPercent = sections[index];
    return { name: `Section ${index + 1}`, questions, ...(passPercent === undefined ? {} : { passPercent }) };
  }),
});

const graded = (marks: Marks, answers: readonly Answer[]) =>
  gradeAttempt(defineTest(TestFile.parse(fileWith(marks))), new Map(answers.map((answer, index) => [index + 1, answer])));

describe('a pass mark', () => {
  it.each<[string, Marks, readonly Answer[], 'Pass' | 'Fail' | null]>([
    ['without one there is no result', {}, [1, 1], null],
    ['reached exactly', { test: 66.67 }, [null, 1], 'Pass'],
    ['missed by a hundredth', { test: 66.68 }, [null, 1], 'Fail'],
    ['every section with one must reach its own', { test: 50, sections: [50] }, [null, 1], 'Fail'],
    ['sections without one do not matter', { test: 50, sections: [undefined, 100] }, [null, 1], 'Pass'],
    ['sections may have one where the test has none', { sections: [100] }, [1, null], 'Pass'],
    ['all sections passed do not pass the test', { test: 100, sections: [100] }, [1, null], 'Fail'],
    ['0 is reached by nothing at all, not by less', { test: 0 }, [null, null], 'Pass'],
    ['0 is not reached below zero', { test: 0 }, [2, null], 'Fail'],
  ])('%s', (_rule, marks, answers, testResult) => {
    expect(graded(marks, answers).testResult).toBe(testResult);
  });

  it('is kept with what it came to, for the test and each section that has one', () => {
    expect(graded({ test: 62.5, sections: [80, undefined] }, [null, 1])).toMatchObject({
      passPercent: '62.5',
      testResult: 'Fail',
      sections: [{ passPercent: '80', result: 'Fail' }, { candidateScore: '66.67' }],
    });
    expect(graded({}, [1, 1])).toMatchObject({ passPercent: null, testResult: null });
    expect(graded({}, [1, 1]).sections[0]).not.toHaveProperty('result');
  });

  it.each([-1, 100.01, 50.005])('%d per cent is refused', (test) => {
    expect(TestFile.safeParse(fileWith({ test })).success).toBe(false);
    expect(TestFile.safeParse(fileWith({ sections: [test] })).success).toBe(false);
  });

  it('is exported with the test', () => {
    const file = TestFile.parse(fileWith({ test: 60, sections: [50] }));
    expect(fileOf(defineTest(file), {})).toMatchObject({ passPercent: 60, sections: [{ passPercent: 50 }, {}] });
    expect(defineTest(TestFile.parse(fileWith({})))).not.toHaveProperty('passPercent');
  });

  it.each([
    [{ testResult: null, passPercent: null }, undefined],
    [{ testResult: 'Pass', passPercent: '60' }, 'Pass: 60% needed'],
    [{ testResult: 'Fail', passPercent: null, sections: [{ result: 'Fail' }, {}] }, 'Fail: 1 section is below its pass mark'],
    [
      { testResult: 'Fail', passPercent: '60', sections: [{ result: 'Fail' }, { result: 'Fail' }] },
      'Fail: 60% needed; 2 sections are below their pass marks',
    ],
  ] as const)('%j in words: %s', (passed, words) => {
    expect(passMarkInWords(passed)).toBe(words);
  });
});
