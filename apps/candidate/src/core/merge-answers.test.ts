import { expect, it } from 'vitest';
import type { AnswerRecord } from './answer-store.ts';
import { mergeAnswers } from './merge-answers.ts';

const local = (change: Partial<AnswerRecord>): AnswerRecord => ({
  questionId: 1,
  answer: 'local',
  revision: 1,
  sentRevision: 0,
  flagged: false,
  ...change,
});
const saved = (revision: number) => [{ questionId: 1, answer: 'server', revision }];

it('an unsent answer of a higher revision wins and stays unsent', () => {
  expect(mergeAnswers(saved(2), [local({ revision: 5, sentRevision: 2 })])).toEqual([local({ revision: 5, sentRevision: 2 })]);
  expect(mergeAnswers([], [local({ revision: 5 })])).toEqual([local({ revision: 5 })]);
});

it('an answer saved elsewhere of a higher or the same revision wins; the flag stays', () => {
  for (const revision of [5, 7]) {
    expect(mergeAnswers(saved(revision), [local({ revision: 5, flagged: true })])).toEqual([
      { questionId: 1, answer: 'server', revision, sentRevision: revision, flagged: true },
    ]);
  }
});

it('an answer the server once had and lost is sent again', () => {
  expect(mergeAnswers([], [local({ revision: 5, sentRevision: 5 })])).toEqual([local({ revision: 5, sentRevision: 0 })]);
  expect(mergeAnswers(saved(3), [local({ revision: 5, sentRevision: 5 })])).toEqual([local({ revision: 5, sentRevision: 3 })]);
});

it('a question only flagged stays without an answer', () => {
  expect(mergeAnswers([], [local({ answer: null, revision: 0, flagged: true })])).toEqual([
    local({ answer: null, revision: 0, flagged: true }),
  ]);
});
