import type { AnsweredQuestion, AttemptAnswers } from '@assay/domain';

/** A wrong pick that was right before, and a text that was pasted. */
export const someAnswers = (questions: readonly Partial<AnsweredQuestion>[] = [{}]): AttemptAnswers => ({
  testInvitationId: 12,
  testId: 3,
  testVersion: 2,
  attempt: 1,
  startedAt: '2026-11-23T09:00:00.000Z',
  completedAt: '2026-11-23T09:30:00.000Z',
  completedBy: 'candidate',
  reportStatus: 'Generated',
  signals: [],
  questions: questions.map((change, index) => ({
    questionId: index + 1,
    id: `question-${index + 1}`,
    section: 'Planets',
    kind: 'single-choice',
    prompt: 'Which planet is the **largest**?',
    options: [
      { optionId: 'a', text: 'Mars', correct: false },
      { optionId: 'b', text: 'Jupiter\u001b[31m', correct: true },
    ],
    answer: 'a',
    answerText: 'Mars',
    savedAt: '2026-11-23T09:02:00.000Z',
    late: false,
    key: 'b',
    keyText: 'Jupiter\u001b[31m',
    marks: 2,
    penalty: 0.5,
    score: -0.5,
    outcome: 'wrong',
    secondsShown: 65,
    pasted: null,
    timesShown: 2,
    revisions: [
      { revision: 1, at: '2026-11-23T09:01:00.000Z', size: 1, picked: 'b' },
      { revision: 2, at: '2026-11-23T09:02:00.000Z', size: 1, picked: 'a' },
    ],
    ...change,
  })),
  nextCursor: null,
});
