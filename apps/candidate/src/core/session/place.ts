import type { AnswerRecord } from '../answers/answer-store.ts';
import { recordsOf } from '../answers/answers.ts';
import { isDue } from '../clock/retry.ts';
import type { Attempt, Response } from '../server/protocol.ts';
import { type Draft, type Place, request, type Stored } from './attempt-state.ts';

// Who looks for a question passes several; only where they stay is worth a request.
const debounceMs = 2_000;
const retryMs = 10_000;

const flagsOf = ({ answers }: Draft): number[] => recordsOf(answers).flatMap(({ questionId, flagged }) => (flagged ? [questionId] : []));

/** The candidate went to a question or changed a flag. */
export const placeChanged = (draft: Draft, questionId: number) => {
  draft.place = { ...draft.place, questionId, dueAt: draft.env.now + debounceMs };
  draft.effects.push({ type: 'put-place', place: { questionId, unsent: true } });
};

/** Where the candidate was on this device, if that was not sent, else where the server last saw them. */
export const loadPlace = (draft: Draft, stored: Stored['place'], served?: Attempt['place']) => {
  const isUnsent = stored?.unsent === true;
  const questionId = (isUnsent ? undefined : served?.questionId) ?? stored?.questionId ?? null;
  draft.place = { questionId, dueAt: isUnsent ? draft.env.now : null, sending: false };
};

/** The records with the flags of the server, which may come from another device, unless this one has newer ones. */
export const withServedFlags = (
  records: readonly AnswerRecord[],
  stored: Stored['place'],
  served: Attempt['place'],
): readonly AnswerRecord[] => {
  if (served === undefined || stored?.unsent === true) return records;
  const flags = new Set(served.flags);
  const known = new Set(records.map(({ questionId }) => questionId));
  const more = served.flags.filter((questionId) => !known.has(questionId));
  return [
    ...records.map((record) => ({ ...record, flagged: flags.has(record.questionId) })),
    ...more.map((questionId) => ({ questionId, answer: null, revision: 0, sentRevision: 0, flagged: true })),
  ];
};

/** The page may be closed: ends the debounce. */
export const sendPlaceNow = (draft: Draft) => {
  if (draft.place.dueAt !== null) draft.place = { ...draft.place, dueAt: draft.env.now };
};

export const sendPlaceWhenDue = (draft: Draft) => {
  const { questionId, dueAt, sending } = draft.place;
  if (questionId === null || sending || draft.answers.stopped || !isDue(dueAt, draft.env.now)) return;
  draft.place = { questionId, dueAt: null, sending: true };
  request(draft, { call: 'savePlace', questionId, flags: flagsOf(draft) });
};

export const placeWakeAt = ({ dueAt, sending }: Place, { stopped }: { readonly stopped: boolean }): number | null =>
  sending || stopped ? null : dueAt;

/** The response to `savePlace`. Any refusal is final: a place is a convenience. */
export const placeSent = (draft: Draft, { request: sent, outcome }: Response<'savePlace'>) => {
  const { questionId, dueAt } = draft.place;
  const retryAt = outcome.type === 'unreachable' ? draft.env.now + retryMs : null;
  draft.place = { questionId, dueAt: dueAt ?? retryAt, sending: false };
  if (outcome.type === 'ok' && dueAt === null)
    draft.effects.push({ type: 'put-place', place: { questionId: sent.questionId, unsent: false } });
};
