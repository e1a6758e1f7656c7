import type { Answer } from '@assay/domain';

/** A text answer that occurs nowhere else, so that a leak of it can be found in any byte. */
export const secretAnswer = 'Zanzibar-quetzal';
export const secretNumber = 31_337.25;

/** A test of 60 minutes with every kind of question. The words of its key occur nowhere else in it. */
export const testFile = {
  name: 'A little of everything',
  status: 'Active',
  duration: 60,
  sections: [
    {
      name: 'Choices',
      type: 'general questions',
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
        { kind: 'numeric', prompt: 'How many?', marks: 1.5, penalty: 0.25, answer: secretNumber, tolerance: 0.0625 },
        { kind: 'text', prompt: 'Which word?', answers: [secretAnswer, 'paname'] },
      ],
    },
  ],
};

type Answers = Readonly<Record<string, Answer>>;

export const rightAnswers: Answers = { 1: 'b', 2: ['a', 'b', 'd'], 3: secretNumber, 4: secretAnswer };
/** Wrong, a third of the marks, right, blank: -0.5 + 1 + 1.5 + 0 of 7.5. */
export const mixedAnswers: Answers = { 1: 'a', 2: ['a', 'b', 'c'], 3: secretNumber, 4: null };
