import { describe, expect, it } from 'vitest';
import { gradeQuestion } from '../../report/scoring.ts';

const numeric = (answer: number, tolerance: number) =>
  ({ questionId: 1, kind: 'numeric', prompt: 'How much?', marks: 2, penalty: 0.5, answer, tolerance }) as const;

describe('numeric: answer ± tolerance, exactly', () => {
  it.each<[number, number, number, 'right' | 'wrong']>([
    [12.5, 0, 12.5, 'right'],
    [0.3, 0, 0.3, 'right'],
    [0.3, 0, 0.1 + 0.2, 'wrong'],
    [0.3, 0.1, 0.4, 'right'],
    [0.3, 0.1, 0.2, 'right'],
    [0.3, 0.1, 0.41, 'wrong'],
    [0.3, 0.1, 0.19999, 'wrong'],
    [1.1, 0.1, 1.2, 'right'],
    [1.1, 0.1, 1, 'right'],
    [-2, 0.5, -2.5, 'right'],
    [-2, 0.5, 2, 'wrong'],
    [0, 0, -0, 'right'],
    [1e21, 0, 1e21, 'right'],
    [1e-7, 0, 1e-7, 'right'],
    [1e-7, 0, 0, 'wrong'],
    [9007199254740991, 0, 9007199254740990, 'wrong'],
  ])('%d ± %d, answered %d: %s', (answer, tolerance, given, outcome) => {
    expect(gradeQuestion(numeric(answer, tolerance), given).outcome).toBe(outcome);
  });
});
