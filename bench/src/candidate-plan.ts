import type { Answer } from '@assay/domain';

/** An answer and its score in hundredths of a mark, calculated by hand and not by the code under test. */
type Choice = { readonly answer: Answer; readonly earned: number };

type Planned = { readonly question: object; readonly choices: readonly Choice[] };

const singleChoice: Planned = {
  question: {
    kind: 'single-choice',
    prompt: 'What does this log?\n\n```js\nlet a = 1;\n{\n  let a = 2;\n}\nconsole.log(a);\n```',
    marks: 1.5,
    penalty: 0.25,
    options: [{ text: '`undefined`' }, { text: '`1`', correct: true }, { text: '`2`' }, { text: 'It throws a `ReferenceError`.' }],
  },
  choices: [
    { answer: 'b', earned: 150 },
    { answer: 'a', earned: -25 },
    { answer: 'd', earned: -25 },
    { answer: null, earned: 0 },
  ],
};

const multipleChoice: Planned = {
  question: {
    kind: 'multiple-choice',
    prompt: 'Which of these change the array that they are called on? Several answers are right.',
    marks: 1,
    penalty: 0.5,
    options: [
      { text: '`sort`', correct: true },
      { text: '`map`' },
      { text: '`splice`', correct: true },
      { text: '`slice`' },
      { text: '`reverse`', correct: true },
    ],
  },
  choices: [
    { answer: ['a', 'c', 'e'], earned: 100 },
    { answer: ['a', 'e'], earned: 67 },
    { answer: ['c'], earned: 33 },
    { answer: ['a', 'b', 'e'], earned: 33 },
    { answer: ['b', 'd'], earned: -50 },
    { answer: [], earned: 0 },
  ],
};

const numeric: Planned = {
  question: { kind: 'numeric', prompt: 'A page of 50 KB at 32 kbit/s: seconds?', marks: 0.75, penalty: 0.1, answer: 12.5, tolerance: 0.25 },
  choices: [
    { answer: 12.5, earned: 75 },
    { answer: 12.75, earned: 75 },
    { answer: 13, earned: -10 },
    { answer: null, earned: 0 },
  ],
};

const text: Planned = {
  question: { kind: 'text', prompt: 'Which city is the capital of France?', marks: 2, penalty: 0, answers: ['Paris', 'paname'] },
  choices: [
    { answer: '  pARIS ', earned: 200 },
    { answer: 'Paname', earned: 200 },
    { answer: 'Lyon', earned: 0 },
    { answer: ' ', earned: 0 },
  ],
};

const kinds = [singleChoice, multipleChoice, numeric, text];
const planned = Array.from({ length: 5 }, () => kinds).flat();

/** The body of `POST /manage/v1/tests`: 20 questions of every kind. */
export const benchTest = {
  name: 'Two thousand at once',
  duration: 60,
  sections: [{ name: 'All kinds', questions: planned.map(({ question }) => question) }],
};

export const totalScore = '26.25';

/** Mulberry32, a seeded random generator: each candidate gives the same answers in every run. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

/** Generates one candidate's answers and their expected score. Questions repeat, so that later answers replace earlier ones. */
export const createAnswers = (candidate: number) => {
  const random = randomOf(candidate);
  const last = new Map<number, { readonly revision: number; readonly earned: number }>();
  return {
    next: (): { readonly questionId: number; readonly answer: Answer; readonly revision: number } => {
      const questionId = 1 + random(planned.length);
      const choices = planned[questionId - 1]?.choices ?? [];
      const choice = choices[random(choices.length)];
      if (choice === undefined) throw new Error(`question ${questionId} has no answers`);
      const revision = (last.get(questionId)?.revision ?? 0) + 1;
      last.set(questionId, { revision, earned: choice.earned });
      return { questionId, answer: choice.answer, revision };
    },
    /** The score as in the report. */
    score: (): string => String([...last.values()].reduce((sum, { earned }) => sum + earned, 0) / 100),
  };
};
