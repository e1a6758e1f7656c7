import { describe, expect, it } from 'vitest';
import { gradeQuestion } from '../../report/scoring.ts';

const text = (...answers: string[]) => ({ questionId: 1, kind: 'text', prompt: 'Where?', marks: 2, penalty: 0.5, answers }) as const;

describe('text: compared without regard to case, outer or repeated white space, and the form of quotes', () => {
  it.each([
    ["don't", 'don’t'],
    ['say "x"', 'Say “x”'],
    ['Paris', 'paris'],
    ['Paris', 'PARIS'],
    ['Paris', '  Paris\n'],
    ['New York', 'new   york'],
    ['New York', 'New\tYork'],
    ['New York', 'New\u00a0York'],
    ['  New  York ', 'new york'],
    ['Núñez', 'NÚÑEZ'],
    ['Núñez', 'Nu\u0301n\u0303ez'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδός', 'ΟΔΌΣ'],
    ['Μαΐου', 'ΜΑΪ́ΟΥ'],
    ['Москва', 'МОСКВА'],
    ['東京', '東京'],
  ])('%j is answered by %j', (accepted, given) => {
    expect(gradeQuestion(text(accepted), given).outcome).toBe('right');
    expect(gradeQuestion(text(given), accepted).outcome).toBe('right');
  });

  it('any of the accepted answers is right', () => {
    for (const given of ['Paris', 'paname']) expect(gradeQuestion(text('Paris', 'paname'), given).outcome).toBe('right');
    expect(gradeQuestion(text('Paris', 'paname'), 'Paris paname').outcome).toBe('wrong');
  });

  it.each([
    ['Paris', 'Pariss'],
    ['New York', 'NewYork'],
    ['Núñez', 'Nunez'],
    ['1', '1.0'],
    ['a.c', 'abc'],
  ])('%j is not answered by %j', (accepted, given) => {
    expect(gradeQuestion(text(accepted), given).outcome).toBe('wrong');
  });
});
