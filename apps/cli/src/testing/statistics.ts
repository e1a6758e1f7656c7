import type { QuestionStatistics, TestStatistics } from '@assay/domain';
import { example, exampleItem } from '@assay/testing';

/** Statistics in which the key of each question is to be checked. */
export const someStatistics = (questions: readonly Partial<QuestionStatistics>[] = [{}]): TestStatistics =>
  example('getTestStatistics', {
    ...{ testId: 3, candidates: 40, meanPercent: 62.5, standardDeviationPercent: 14.2 },
    distribution: Array.from({ length: 10 }, (_, index) => ({ from: index * 10, to: index * 10 + 10, candidates: index === 6 ? 40 : 0 })),
    reliability: {
      ...{ versions: [1], candidates: 40, questions: 2, mean: 5, standardDeviation: 1.136 },
      ...{ alpha: 0.712, lower: 0.6, upper: 0.8, standardError: 0.61 },
    },
    questions: questions.map((change, index) =>
      exampleItem('getTestStatistics', 'questions', {
        ...{ id: index === 0 ? 'strict' : `question-${index + 1}`, questionId: index + 1, prompt: 'Which is strict?', candidates: 40 },
        ...{ difficulty: 0.25, discrimination: -0.12, right: 10, wrong: 28, blank: 2, timed: 31, medianSeconds: 75 },
        options: [
          { optionId: 'a', text: '`==`', correct: true, candidates: 10, meanPercent: 50 },
          { optionId: 'b', text: '`===`', correct: false, candidates: 28, meanPercent: 70 },
        ],
        flags: [{ flag: 'check-key', advice: 'Check the key first.' }],
        ...change,
      }),
    ),
  });
