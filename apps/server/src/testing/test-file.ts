import type { Answer } from '@assay/domain';
import { smallTest } from '@assay/testing';

/** A text answer that occurs nowhere else, so that a leak can be found in any response. */
export const secretAnswer = 'Zanzibar-quetzal';
export const secretNumber = 31_337.25;

const [choices, words] = smallTest.sections;

/** The small test with right text answers that occur nowhere else in it. */
export const testFile = {
  ...smallTest,
  status: 'Active',
  sections: [
    { ...choices, type: 'general questions' },
    {
      ...words,
      questions: [
        { kind: 'numeric', prompt: 'How many?', marks: 1.5, penalty: 0.25, answer: secretNumber, tolerance: 0.0625 },
        { kind: 'text', prompt: 'Which word?', answers: [secretAnswer, 'paname'] },
      ],
    },
  ],
};

export const rightAnswers: Readonly<Record<string, Answer>> = { 1: 'b', 2: ['a', 'b', 'd'], 3: secretNumber, 4: secretAnswer };
