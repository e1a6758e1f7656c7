import { describe, expect, it } from 'vitest';
import { fileOf, questionsOf, TestFile } from '../assessment/test-file.ts';
import { defineTest } from '../assessment/test-version.ts';
import { checkAnswer } from '../attempt/check-answer.ts';
import { gradeQuestion, totalScoreOf } from '../report/scoring.ts';
import { decode } from '../wire/decode.ts';
import { essayBounds } from './essay-bounds.ts';
import { checkMarks, decideGrade, type Grade, mostGrades, standingOf } from './review.ts';

const level = (marks: number) => ({ marks, text: `For ${marks}` });
const rubric = [
  { criterion: 'Argument', levels: [level(0), level(2.5), level(5)] },
  { criterion: 'Language', levels: [level(0), level(1)] },
];
const essay = { kind: 'essay', prompt: 'Why?', rubric };
const read = (question: object) => decode(TestFile, { name: 'Essays', duration: 30, sections: [{ name: 'One', questions: [question] }] });
const accepted = (question: object) => {
  const result = read(question);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('an essay in a test file', () => {
  it('has the marks of the best levels, one grader and no limits unless it says so', () => {
    const definition = defineTest(accepted(essay));
    expect(questionsOf(definition)[0]).toEqual({
      id: expect.any(String),
      questionId: 1,
      kind: 'essay',
      prompt: 'Why?',
      marks: 6,
      penalty: 0,
      words: { min: null, max: null },
      rubric,
      graders: 1,
      reconcile: 0,
      blind: true,
    });
    expect(totalScoreOf(definition)).toBe('6');
  });

  it.each([
    essay,
    { ...essay, words: { max: 300 } },
    { ...essay, words: { min: 100, max: 300 }, graders: 2, reconcile: 1.5, blind: false },
  ])('is exported as a file that is the same test: %#', (question) => {
    const definition = defineTest(accepted(question));
    expect(defineTest(accepted(fileOf(definition, { key: undefined, status: undefined }).sections[0]?.questions[0] ?? {}))).toEqual(
      definition,
    );
  });

  it.each<[rule: string, question: object, path: string, message: RegExp]>([
    ['a rubric', { kind: 'essay', prompt: 'Why?' }, 'rubric', /is required/],
    ['a criterion', { ...essay, rubric: [] }, 'rubric', /at least one criterion/],
    ['at most ten criteria', { ...essay, rubric: Array.from({ length: 11 }, () => rubric[0]) }, 'rubric', /at most 10 criteria/],
    ['two levels', { ...essay, rubric: [{ criterion: 'A', levels: [level(1)] }] }, 'rubric[0].levels', /at least two levels/],
    [
      'at most nine levels, one for each number key',
      { ...essay, rubric: [{ criterion: 'A', levels: Array.from({ length: 10 }, (_, index) => level(index)) }] },
      'rubric[0].levels',
      /at most 9 levels/,
    ],
    [
      'levels that rise',
      { ...essay, rubric: [{ criterion: 'A', levels: [level(1), level(1)] }] },
      'rubric[0].levels',
      /order of their marks/,
    ],
    [
      'marks that are not negative',
      { ...essay, rubric: [{ criterion: 'A', levels: [level(-1), level(1)] }] },
      'rubric[0].levels[0].marks',
      /negative/,
    ],
    [
      'at most 10000 marks in all',
      { ...essay, rubric: [1, 2].map((one) => ({ criterion: `${one}`, levels: [level(0), level(6000)] })) },
      'rubric',
      /at most 10000 marks/,
    ],
    ['no marks of its own', { ...essay, marks: 5 }, '', /marks/],
    ['word limits that leave room', { ...essay, words: { min: 10, max: 5 } }, 'words', /min must not be above max/],
    ['a bound of words', { ...essay, words: { max: 6001 } }, 'words.max', /at most 6000/],
    ['one or two graders', { ...essay, graders: 3 }, 'graders', /must be 1 or 2/],
    ['two graders to reconcile', { ...essay, reconcile: 1 }, 'reconcile', /needs `graders: 2`/],
  ])('needs %s', (_, question, path, message) => {
    const result = read(question);
    if (result.ok) throw new Error('was accepted');
    const whole = `sections[0].questions[0]${path === '' ? '' : `.${path}`}`;
    expect(result.error.message).toMatch(message);
    expect(result.error.message).toContain(whole);
  });

  it('is answered with a text of 40,000 characters at most, astral ones too', () => {
    const [question] = questionsOf(defineTest(accepted(essay)));
    if (question === undefined) throw new Error('no question');
    expect(checkAnswer(question, '𝒶'.repeat(essayBounds.answer))).toEqual({ ok: true, value: '𝒶'.repeat(essayBounds.answer) });
    expect(checkAnswer(question, 'a'.repeat(essayBounds.answer + 1)).ok).toBe(false);
    expect(checkAnswer(question, 5).ok).toBe(false);
    expect(checkAnswer(question, ' \n')).toEqual({ ok: true, value: '' });
  });

  it('that is blank is 0 without a review; a text that nobody graded has no score', () => {
    const [question] = questionsOf(defineTest(accepted(essay)));
    if (question === undefined) throw new Error('no question');
    expect(gradeQuestion(question, ' ')).toMatchObject({ outcome: 'blank' });
    expect(() => gradeQuestion(question, 'Because.')).toThrow(/nobody graded/);
    expect(gradeQuestion(question, 'Because.', { reviewed: '3.5' }).score.toFixed()).toBe('3.5');
  });
});

const by = (grader: number, ...marks: number[]): Grade => ({ grader, type: 'grade', marks });
const one = { graders: 1, reconcile: 0, rubric } as const;
const two = { graders: 2, reconcile: 1, rubric } as const;

describe('where a review stands', () => {
  it.each<[rule: string, rules: typeof one | typeof two, grades: Grade[], standing: object]>([
    ['waits without a grade', one, [], { state: 'waiting' }],
    ['is graded by one', one, [by(1, 2.5, 1)], { state: 'graded', score: '3.5' }],
    ['the latest grade of a grader counts', one, [by(1, 2.5, 1), by(1, 5, 1)], { state: 'graded', score: '6' }],
    ['waits for the second grader', two, [by(1, 5, 1)], { state: 'waiting' }],
    ['who is not the first', two, [by(1, 5, 1), by(1, 5, 0)], { state: 'waiting' }],
    ['two that differ by the step have the mean', two, [by(1, 5, 1), by(2, 5, 0)], { state: 'graded', score: '5.5' }],
    ['two that differ by more are reconciled', two, [by(1, 5, 1), by(2, 2.5, 1)], { state: 'reconcile' }],
    ['the mean rounds half-even once', two, [by(1, 0.01), by(2, 0.02)], { state: 'graded', score: '0.02' }],
    ['and from the exact sums', two, [by(1, 0.125), by(2, 0.124)], { state: 'graded', score: '0.12' }],
    [
      'a reconciliation decides',
      two,
      [by(1, 5, 1), by(2, 0, 0), { grader: 3, type: 'reconciliation', marks: [2.5, 1] }],
      { state: 'graded', score: '3.5' },
    ],
    [
      'and a correction after it',
      two,
      [by(1, 5, 1), by(2, 0, 0), { grader: 3, type: 'reconciliation', marks: [2.5, 1] }, { grader: 1, type: 'correction', marks: [0, 0] }],
      { state: 'graded', score: '0' },
    ],
  ])('%s', (_, rules, grades, standing) => {
    expect(standingOf(rules, grades)).toEqual(standing);
  });
});

describe('a further grade', () => {
  const open = { isReported: false };
  const of = (grades: readonly Grade[], isWithdrawn = false) => ({ grades, isWithdrawn });

  it.each<[rule: string, ...Parameters<typeof decideGrade>, result: string]>([
    ['is the first', one, of([]), { grader: 1, ...open }, 'grade'],
    ['changes the own one', one, of([by(1, 5, 1)]), { grader: 1, ...open }, 'grade'],
    ['of another key is one too many', one, of([by(1, 5, 1)]), { grader: 2, ...open }, 'has all the grades'],
    ['is the second grader’s', two, of([by(1, 5, 1)]), { grader: 2, ...open }, 'grade'],
    ['reconciles, by whoever it is', two, of([by(1, 5, 1), by(2, 0, 0)]), { grader: 1, ...open }, 'reconciliation'],
    [
      'changes a reconciliation',
      two,
      of([by(1, 5, 1), by(2, 0, 0), { grader: 3, type: 'reconciliation', marks: [0, 0] }]),
      { grader: 2, ...open },
      'reconciliation',
    ],
    ['corrects a generated report', one, of([by(1, 5, 1)]), { grader: 2, isReported: true, reason: 'Misread' }, 'correction'],
    ['which needs a reason', one, of([by(1, 5, 1)]), { grader: 1, isReported: true }, 'needs a reason'],
    ['and there is no reason before', one, of([]), { grader: 1, isReported: false, reason: 'Misread' }, 'not generated yet'],
    ['of a reset attempt is not needed', one, of([], true), { grader: 1, ...open }, 'not graded any more'],
    [
      'of the second grader comes after a hundred of the first one',
      two,
      of(Array.from({ length: mostGrades }, () => by(1, 0, 0))),
      { grader: 2, ...open },
      'grade',
    ],
    [
      'is refused after a hundred',
      one,
      of(Array.from({ length: mostGrades }, () => by(1, 0, 0))),
      { grader: 1, ...open },
      'at most 100 grades',
    ],
  ])('%s', (_, rules, review, given, result) => {
    const decided = decideGrade(rules, review, given);
    expect(decided.ok ? decided.value : decided.error.message).toContain(result);
  });

  it.each([
    [[5], /must be 2, one for each criterion/],
    [[5, 1, 1], /must be 2/],
    [[4, 1], /marks\[0\]: must be those of a level: 0, 2.5, 5/],
    [[5, 0.5], /marks\[1\]: must be those of a level: 0, 1/],
  ])('has the marks of a level for each criterion: %j', (marks, message) => {
    const result = checkMarks(one, marks);
    expect(result.ok ? '' : result.error.message).toMatch(message);
  });
});
