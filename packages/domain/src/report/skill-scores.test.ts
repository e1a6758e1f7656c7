import { describe, expect, it } from 'vitest';
import { fileOf, TestFile } from '../assessment/test-file.ts';
import { defineTest } from '../assessment/test-version.ts';
import { gradeAttempt } from './scoring.ts';
import { sectionCounts } from './section-counts.ts';
import { skillScores } from './skill-scores.ts';

const numeric = (skills?: readonly string[]) => ({
  kind: 'numeric',
  prompt: 'How many?',
  marks: 0.1,
  answer: 1,
  ...(skills && { skills }),
});
const file = (sections: readonly object[]) =>
  TestFile.safeParse({ name: 'Skilled', duration: 30, sections: sections.map((one, index) => ({ name: `Section ${index + 1}`, ...one })) });
const parsed = (sections: readonly object[]) => defineTest(TestFile.parse(file(sections).data));

describe('skills of a test file', () => {
  it('are exported with the test, also those of programs and queries', () => {
    const sql = { kind: 'sql', prompt: 'Which?', schema: 'create table t(a)', data: [''], solution: 'select a from t', skills: ['SQL'] };
    const read = file([{ skills: ['Reading'], questions: [numeric(['Counting']), sql] }]);
    if (!read.success) throw read.error;
    const again = fileOf(defineTest(read.data), {});
    expect(defineTest(TestFile.parse(again))).toEqual(defineTest(read.data));
    expect(again.sections[0]).toMatchObject({ skills: ['Reading'], questions: [{ skills: ['Counting'] }, { skills: ['SQL'] }] });
  });

  it('leave a definition without any as it was', () => {
    expect(JSON.stringify(parsed([{ questions: [numeric()] }]))).not.toContain('skills');
  });

  it.each([
    ['more than 20', Array.from({ length: 21 }, (_, index) => `Skill ${index}`)],
    ['an empty one', [' ']],
    ['one of more than 100 characters', ['x'.repeat(101)]],
  ])('are refused: %s', (_, skills) => {
    expect(file([{ skills, questions: [numeric()] }]).success).toBe(false);
    expect(file([{ questions: [numeric(skills)] }]).success).toBe(false);
  });

  it('have ids that do not depend on answers, and add up exactly', () => {
    const test = parsed([
      { questions: [numeric(['B']), numeric(['A']), numeric()] },
      { skills: ['a'], questions: [numeric(), numeric(), numeric()] },
    ]);
    const scores = (answers: readonly number[]) =>
      skillScores(test, gradeAttempt(test, new Map(answers.map((answer, index) => [index + 1, answer]))).questions);
    expect(
      scores([1, 2, 1, 1, 1, 1]).map(({ skillId, skillName, score, totalScore, sectionId }) => [
        skillId,
        skillName,
        score,
        totalScore,
        sectionId,
      ]),
    ).toEqual([
      [1, 'B', '0.1', '0.1', 1],
      [2, 'A', '0', '0.1', 1],
      [2, 'A', '0.3', '0.3', 2],
    ]);
    expect(scores([]).map(({ skillId, sectionId }) => [skillId, sectionId])).toEqual(
      scores([1]).map(({ skillId, sectionId }) => [skillId, sectionId]),
    );
  });
});

it('a section counts its own questions, and gives the time that is planned and that was taken in seconds', () => {
  const wrong = { ...numeric(), penalty: 0.05 };
  const test = parsed([{ questions: [numeric()] }, { duration: 2, questions: [wrong, wrong, numeric(), numeric()] }]);
  const { questions } = gradeAttempt(test, new Map([2, 2, 2, 1].map((answer, index) => [index + 1, answer])));
  const [, second] = test.sections;
  const times = new Map([1, 2, 4].map((questionId) => [questionId, { milliseconds: questionId * 1000, visits: 1 }]));
  expect(second && sectionCounts(second, questions, times)).toEqual({
    noOfQuestionsInSection: 4,
    noOfAnsweredQuestions: 3,
    noOfNotAnsweredQuestions: 1,
    noOfSkippedQuestions: 1,
    noOfCorrectQuestions: 1,
    noOfWrongQuestions: 2,
    negativeMarks: 0.1,
    sectionTime: 120,
    candidateTimeTaken: 6,
  });
});

it('a section counts one that is partly right as answered, neither correct nor wrong, and a void one not at all', () => {
  const options = [{ text: 'a', correct: true }, { text: 'b', correct: true }, { text: 'c' }];
  const picks = { kind: 'multiple-choice', prompt: 'Which?', options };
  const test = parsed([{ questions: [picks, picks, { ...picks, void: 'not-counted' }, { ...picks, void: 'full-marks' }] }]);
  const { questions } = gradeAttempt(test, new Map([['a'], ['a', 'c'], ['c'], []].map((answer, index) => [index + 1, answer])));
  const [section] = test.sections;
  expect(section && sectionCounts(section, questions, new Map())).toMatchObject({
    noOfQuestionsInSection: 2,
    noOfAnsweredQuestions: 2,
    noOfNotAnsweredQuestions: 0,
    noOfSkippedQuestions: 0,
    noOfCorrectQuestions: 0,
    noOfWrongQuestions: 1,
  });
});
