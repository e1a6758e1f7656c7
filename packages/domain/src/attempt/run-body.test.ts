import { describe, expect, test } from 'vitest';
import { codingBounds } from '../coding/question-bounds.ts';
import { RunBody } from './take-bodies.ts';

const body = { questionId: 1, answer: { language: 'c', source: 'int main(void) {}' }, sessionId: 'a'.repeat(22) };

describe('an input of the candidate’s own', () => {
  test.each([
    ['of letters', 'x'.repeat(codingBounds.caseText), 'x'],
    ['of emoji', '😀'.repeat(codingBounds.caseText / 2), '😀'],
  ])('%s may have 1,048,576 UTF-16 units, and no more', (_, longest, more) => {
    const faults = (input: string) => RunBody.safeParse({ ...body, input }).error?.issues.filter(({ path }) => path[0] === 'input') ?? [];
    expect(faults(longest)).toEqual([]);
    expect(faults(longest + more)).toMatchObject([{ message: 'must be at most 1048576 UTF-16 units' }]);
  });
});
