import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '@assay/domain';
import { until } from '@assay/testing';
import { expect } from 'vitest';
import type { Candidate } from '../../support/candidate.ts';

/** Waits until `read` gives exactly `expected`; a failure shows what it gave last. */
export const expectInTime = async <Value>(read: () => Promise<Value>, expected: Value): Promise<void> => {
  let last: Value | undefined;
  const look = async () => {
    last = await read();
    return isDeepStrictEqual(last, expected) || undefined;
  };
  await until('what is expected', look, { every: 50 }).catch(() => expect(last).toEqual(expected));
};

/** The answers the server has, by question. */
const storedAnswers = async (candidate: Candidate): Promise<Record<string, Answer>> => {
  const { answers = [] } = await candidate.attempt();
  return Object.fromEntries(answers.map(({ questionId, answer }) => [questionId, answer]));
};

/** Waits until the server has exactly these answers. */
export const expectStored = (candidate: Candidate, answers: Readonly<Record<string, Answer>>): Promise<void> =>
  expectInTime(() => storedAnswers(candidate), answers);

/** The server has exactly these answers now. */
export const expectStoredNow = async (candidate: Candidate, answers: Readonly<Record<string, Answer>>): Promise<void> =>
  expect(await storedAnswers(candidate)).toEqual(answers);
