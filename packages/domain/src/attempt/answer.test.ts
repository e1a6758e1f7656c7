import { describe, expect, it } from 'vitest';
import type { StoredQuestion } from '../questions/kinds.ts';
import { Answer, isBlank } from './answer.ts';
import { checkAnswer } from './check-answer.ts';

const base = { questionId: 1, prompt: 'What is logged?', marks: 1, penalty: 0 };
const options = ['a', 'b', 'c'].map((optionId) => ({ optionId, text: optionId, correct: optionId === 'b' }));
const questions = {
  single: { ...base, kind: 'single-choice', options },
  multiple: { ...base, kind: 'multiple-choice', options },
  numeric: { ...base, kind: 'numeric', answer: 12.5, tolerance: 0 },
  text: { ...base, kind: 'text', answers: ['Paris'] },
} as const satisfies Record<string, StoredQuestion>;
type Kind = keyof typeof questions;

describe('the answer of a question is of its kind', () => {
  it.each<[Kind, Answer, Answer]>([
    ['single', 'b', 'b'],
    ['multiple', ['a', 'c'], ['a', 'c']],
    ['multiple', ['c', 'a'], ['a', 'c']],
    ['multiple', ['c', 'a', 'c'], ['a', 'c']],
    ['numeric', 12.5, 12.5],
    ['numeric', 0, 0],
    ['numeric', -3, -3],
    ['text', 'Paris', 'Paris'],
    ['text', '  what I wrote ', '  what I wrote '],
  ])('%s: %j is kept as %j', (kind, answer, kept) => {
    expect(checkAnswer(questions[kind], answer)).toEqual({ ok: true, value: kept });
  });

  it.each<[Kind, Answer, RegExp]>([
    ['single', 'z', /no option z/],
    ['single', ['b'], /must be one option id/],
    ['single', 2, /must be one option id/],
    ['single', 'B', /no option B/],
    ['multiple', 'b', /must be an array of option ids/],
    ['multiple', 2, /must be an array of option ids/],
    ['multiple', ['a', 'z'], /no option z/],
    ['numeric', '12.5', /must be a number/],
    ['numeric', ['a'], /must be a number/],
    ['text', 5, /must be a string/],
    ['text', ['Paris'], /must be a string/],
  ])('%s: %j is refused with 400.1', (kind, answer, message) => {
    expect(checkAnswer(questions[kind], answer)).toEqual({
      ok: false,
      error: { code: 'request.invalid', message: expect.stringMatching(message) },
    });
  });

  it.each<[Kind, Answer]>([
    ['single', null],
    ['multiple', null],
    ['multiple', []],
    ['numeric', null],
    ['text', null],
    ['text', ''],
    ['text', ' \n '],
    ['text', '\u3000\u200b'],
  ])('%s: %j clears', (kind, answer) => {
    const checked = checkAnswer(questions[kind], answer);
    expect(checked.ok && isBlank(checked.value)).toBe(true);
  });

  it('a refusal never repeats a long answer', () => {
    const checked = checkAnswer(questions.single, 'z'.repeat(5000));
    expect(checked.ok ? '' : checked.error.message).toMatch(/^answer: no option z{20}$/);
  });
});

describe('a text answer has at most 20,000 characters', () => {
  it.each([
    ['letters', 'x'],
    ['astral characters', '𝒶'],
  ])('%s: 20,000 are kept, one more is 400.1', (_name, character) => {
    expect(checkAnswer(questions.text, character.repeat(20_000)).ok).toBe(true);
    expect(checkAnswer(questions.text, character.repeat(20_001))).toEqual({
      ok: false,
      error: { code: 'request.invalid', message: expect.stringMatching(/at most 20000 characters/) },
    });
  });
});

describe('[], null and blank text are unanswered', () => {
  it.each<Answer>([[], null, '', ' ', '\t\n\u00a0', '\u3000', '\u200b', '\u2060 \ufeff\u3000\u00ad'])('%j is', (answer) => {
    expect(isBlank(answer)).toBe(true);
  });

  it.each<Answer>([0, -1, 'a', '0', ['a'], '\u200ba', '.'])('%j is not', (answer) => {
    expect(isBlank(answer)).toBe(false);
  });
});

describe('on the wire', () => {
  it.each(['b', ['a', 'c'], [], 12.5, 'Paris', null])('%j is an answer', (answer) => {
    expect(Answer.parse(answer)).toEqual(answer);
  });

  it.each([true, {}, { text: 'x' }, [1], [null], Number.NaN, Number.POSITIVE_INFINITY, undefined])('%j is not an answer', (answer) => {
    expect(Answer.safeParse(answer).success).toBe(false);
  });
});
