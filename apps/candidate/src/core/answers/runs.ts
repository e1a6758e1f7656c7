import type { RunNews } from '@assay/domain/take';
import type { Response, RunOf } from '../server/protocol.ts';
import { type Draft, type Run, type Runs, request } from '../session/attempt-state.ts';

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
  put(draft, questionId, { type: 'running', of, startedAt: now, ahead: null, cases: [] });
  request(draft, { call: 'runCode', questionId, ...of });
};

/** What is known of the one that runs: where it waits, or a case that has ended. */
export const runNews = (draft: Draft, news: RunNews) => {
  for (const [questionId, run] of draft.runs.last) {
    if (run.type !== 'running') continue;
    if ('ahead' in news) {
      const began = run.ahead !== null && news.ahead === null && run.cases.length === 0;
      put(draft, questionId, { ...run, ahead: news.ahead, startedAt: began ? draft.env.now : run.startedAt });
    } else {
      const { index, ...one } = news.ran;
      // They end in their order, but for those that are run again near their limit of time.
      put(draft, questionId, { ...run, cases: [...run.cases.slice(0, index), one, ...run.cases.slice(index)] });
    }
  }
};

/** The response to `runCode`. It is never sent again without the candidate. */
export const codeRan = (draft: Draft, { request: { questionId, answer, input }, outcome }: Response<'runCode'>) => {
  const of = { answer, input };
  if (outcome.type === 'ok') return put(draft, questionId, { type: 'done', of, cases: outcome.value.cases });
  const run = draft.runs.last.get(questionId);
  const cases = run?.type === 'running' ? run.cases : [];
  const fail = (why: (Run & { type: 'failed' })['why']) => put(draft, questionId, { type: 'failed', of, why, cases });
  if (outcome.type === 'refused') return fail(outcome.code === 'resource.conflict' ? 'limit' : 'refused');
  const isQuota = (outcome.retryAfterMs ?? 0) > longestPauseMs;
  if (outcome.status !== 429 || isQuota) return fail(outcome.status === undefined ? 'offline' : 'unavailable');
  fail('early');
  draft.runs = { ...draft.runs, freeAt: draft.env.now + (outcome.retryAfterMs ?? pauseMs) };
};
