import { readFileSync } from 'node:fs';
import {
  addAttempt,
  defineTest,
  emptyTally,
  gradeAttempt,
  groupOf,
  marksOf,
  TestFile,
  type TestReliability,
  testStatistics,
} from '@assay/domain';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../../docs/definitions.md', import.meta.url), 'utf8');

/** The rows of the table below this heading, without its own heading. */
const tableUnder = (heading: string): readonly (readonly string[])[] => {
  const [, section = ''] = page.split(`\n${heading}\n`);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.slice(2);
};

const options = [{ text: 'right', correct: true }, { text: 'wrong' }];
const asked = [1, 2, 3].map((place) => ({ kind: 'single-choice', prompt: `Question ${place}`, options }));
const definition = defineTest(TestFile.parse({ name: 'Example', duration: 10, sections: [{ name: 'Only', questions: asked }] }));

const attemptOf = (marks: readonly string[]) => {
  const answers = new Map(marks.map((mark, index) => [index + 1, mark === '1' ? 'a' : 'b']));
  const { score, totalScore, ...content } = gradeAttempt(definition, answers);
  return { version: 1, keyVersion: 1, score, totalScore, content, chosen: new Map(), moved: new Set<number>(), shown: new Map() };
};

it('the figures of the worked example are those that the service computes', () => {
  const tally = emptyTally();
  for (const [candidates, ...marks] of tableUnder('## A worked example'))
    for (let time = 0; time < Number(candidates); time += 1) addAttempt(tally, attemptOf(marks));
  const statistics = testStatistics(tally, [{ version: 1, keyVersion: 1, paper: definition, corrected: new Map() }], definition);
  const { reliability, questions } = statistics;
  const of = (figure: keyof TestReliability): number => Number(reliability?.[figure]);
  const standing = (marks: string) => {
    const { score, totalScore, content } = attemptOf([...marks]);
    return groupOf(tally, { score, totalScore, sections: content.sections })?.percentile;
  };
  expect(tableUnder('### What follows from it')).toEqual(
    [
      ['candidates', statistics.candidates],
      ['mean', `${of('mean')} marks, ${statistics.meanPercent}%`],
      ['standard deviation', `${of('standardDeviation')} marks, ${statistics.standardDeviationPercent}%`],
      ...questions.map(({ questionId, difficulty }) => [`difficulty of question ${questionId}`, difficulty]),
      ...questions.map(({ questionId, discrimination }) => [`discrimination of question ${questionId}`, discrimination]),
      ['alpha', of('alpha')],
      ['its 95% interval', `${of('lower')} to ${of('upper')}`],
      ['standard error of measurement', `${of('standardError')} marks`],
      ['percentile of 3 marks', standing('111')],
      ['percentile of 2 marks', standing('110')],
      ['percentile of 1 mark', standing('100')],
      ['percentile of 0 marks', standing('000')],
    ].map((row) => row.map(String)),
  );
});

it('the examples of rounding and outcomes are what grading makes of them', () => {
  const rows = tableUnder('### Examples of scores');
  expect(rows.length).toBeGreaterThan(4);
  for (const [marks = '', penalty = '', right = '', picked = '', maximum, score, outcome] of rows) {
    const letters = [...'abcdef'];
    const question = {
      ...{ kind: 'multiple-choice', prompt: 'Which?', marks: Number(marks), penalty: Number(penalty) },
      options: letters.map((text) => ({ text, correct: right.includes(text) })),
    };
    const one = defineTest(TestFile.parse({ name: 'One', duration: 10, sections: [{ name: 'Only', questions: [question] }] }));
    const answer = [...picked].filter((letter) => letters.includes(letter));
    const graded = gradeAttempt(one, new Map([[1, answer]]));
    const [first] = one.sections[0]?.questions ?? [];
    if (first === undefined) throw new Error('there is no question');
    expect([marksOf(first), graded.questions[0]?.score, graded.questions[0]?.outcome]).toEqual([maximum, score, outcome]);
  }
});
