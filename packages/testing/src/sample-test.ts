import type { Answer } from '@assay/domain';

/** A small test with every kind of question: 60 minutes, sections of 5 and 2.5 marks. The key's words occur nowhere else in it. */
export const smallTest = {
  name: 'A little of everything',
  duration: 60,
  sections: [
    {
      name: 'Choices',
      duration: 30,
      questions: [
        {
          kind: 'single-choice',
          prompt: 'Which planet is the largest?',
          marks: 2,
          penalty: 0.5,
          options: [{ text: 'Mars' }, { text: 'Jupiter', correct: true }, { text: 'Venus' }],
        },
        {
          kind: 'multiple-choice',
          prompt: 'Which numbers are prime?',
          marks: 3,
          penalty: 1,
          options: [{ text: '2', correct: true }, { text: '3', correct: true }, { text: '4' }, { text: '5', correct: true }],
        },
      ],
    },
    {
      name: 'Words and numbers',
      questions: [
        { kind: 'numeric', prompt: 'What is 25 / 2?', marks: 1.5, penalty: 0.25, answer: 12.5, tolerance: 0.0625 },
        { kind: 'text', prompt: 'What is the capital of France?', answers: ['Paris', 'paname'] },
      ],
    },
  ],
};

export const totalScore = '7.5';

type Answers = Readonly<Record<number, Answer>>;

/** Full marks. */
export const rightAnswers: Answers = { 1: 'b', 2: ['a', 'b', 'd'], 3: 12.5, 4: 'PARIS' };
/** Marks of each question of `smallTest`, by its id. */
export const marks: Readonly<Record<number, number>> = { 1: 2, 2: 3, 3: 1.5, 4: 1 };
/** Wrong, a third of the marks, right, blank: -0.5 + 1 + 1.5 + 0. */
export const mixedAnswers: Answers = { 1: 'a', 2: ['a', 'b', 'c'], 3: 12.55, 4: ' ' };
export const mixedScore = '2';
