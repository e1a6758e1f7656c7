import type { AnsweredQuestion, AttemptAnswers } from '@assay/domain';
import { example, exampleItem } from '@assay/testing';

/** A wrong pick that was right before, and a text that was pasted. */
export const someAnswers = (questions: readonly Partial<AnsweredQuestion>[] = [{}]): AttemptAnswers =>
  example('listAnswers', {
    testInvitationId: 12,
    testId: 3,
    questions: questions.map((change, index) =>
      exampleItem('listAnswers', 'questions', {
        questionId: index + 1,
        id: `question-${index + 1}`,
        section: 'Planets',
        prompt: 'Which planet is the **largest**?',
        options: [
          { optionId: 'a', text: 'Mars', correct: false },
          { optionId: 'b', text: 'Jupiter\u001b[31m', correct: true },
        ],
        ...{ answer: 'a', answerText: 'Mars', key: 'b', keyText: 'Jupiter\u001b[31m' },
        ...{ marks: 2, penalty: 0.5, score: -0.5, outcome: 'wrong', secondsShown: 65, timesShown: 2 },
        revisions: [
          { revision: 1, at: '2026-03-02T10:01:00.000Z', size: 1, picked: 'b' },
          { revision: 2, at: '2026-03-02T10:02:00.000Z', size: 1, picked: 'a' },
        ],
        ...change,
      }),
    ),
  });
