import { type Draft, type Run, type RunOf, type Runs, request } from './attempt-state.ts';
import type { Response } from './protocol.ts';

export const isRunning = ({ last }: Runs): boolean => [...last.values()].some(({ type }) => type === 'running');

const put = (draft: Draft, questionId: number, run: Run) => {
  draft.runs = { ...draft.runs, last: new Map(draft.runs.last).set(questionId, run) };
};

// The server accepts a run this long after the one before.
const pauseMs = 3_000;

/** Who must wait longer met a quota of the organization: hours are no pause to count down. */
const longestPauseMs = 60_000;

/** One at a time: the server refuses another. */
export const runCode = (draft: Draft, questionId: number, of: RunOf) => {
  const { now } = draft.env;
  if (isRunning(draft.runs) || now < draft.runs.freeAt) return;
  draft.runs = { ...draft.runs, freeAt: now + pauseMs };
  put(draft, questionId, { type: 'running', of, startedAt: now });
  request(draft, { call: 'runCode', questionId, ...of });
};

/** The response to `runCode`. It is never sent again without the candidate. */
export const codeRan = (draft: Draft, { request: { questionId, answer, input }, outcome }: Response<'runCode'>) => {
  const of = { answer, input };
  if (outcome.type === 'ok') return put(draft, questionId, { type: 'done', of, cases: outcome.value.cases });
  const fail = (why: (Run & { type: 'failed' })['why']) => put(draft, questionId, { type: 'failed', of, why });
  if (outcome.type === 'refused') return fail(outcome.code === 'resource.conflict' ? 'limit' : 'refused');
  const isQuota = (outcome.retryAfterMs ?? 0) > longestPauseMs;
  if (outcome.status !== 429 || isQuota) return fail(outcome.status === undefined ? 'offline' : 'unavailable');
  fail('early');
  draft.runs = { ...draft.runs, freeAt: draft.env.now + (outcome.retryAfterMs ?? pauseMs) };
};
