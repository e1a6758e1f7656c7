import { isDue, noRetry, type Retry, retryLater } from '../clock/retry.ts';
import { type ServerClock, timeLeft } from '../clock/server-clock.ts';
import type { Attempt, Response } from '../server/protocol.ts';
import { type Draft, request, type Submission } from '../session/attempt-state.ts';
import { areEventsSent, sendEvents } from '../session/focus-tracker.ts';
import { refresh, show } from '../session/loading.ts';
import { type Code, isOutdated, refused, submitBegun, submitStopped, submitted, submittingOffline } from '../session/screen.ts';
import { countAnswered, hasConflict, hasProof, hasUnsent, overallSaveState, resumeSending, sendNow, stopSending } from './answers.ts';
import { isTypingSent, sendTypingNow } from './typing.ts';

// The server counts saves until 30 s after the deadline; the submit itself needs some of that.
const graceMs = 25_000;

const eventsWithinMs = 3_000;

const wait = (draft: Draft, phase: Submission['phase'], retry: Retry) => {
  draft.submission = { phase, retry };
};

/** Sends everything and then submits; repeated until the server responds. */
export const submit = (draft: Draft, cause: 'candidate' | 'deadline') => {
  show(draft, submitBegun(draft.screen, cause));
  if (draft.submission !== null) return;
  wait(draft, 'answers', noRetry);
  sendNow(draft);
  sendTypingNow(draft);
  resumeSending(draft);
};

const requestSubmit = (draft: Draft, { failures }: Retry) => {
  wait(draft, 'request', { failures, at: null });
  request(draft, { call: 'submit' });
};

const isWithinGrace = (clock: ServerClock, env: Draft['env'], { attempt }: { readonly attempt: Attempt }): boolean =>
  timeLeft(clock, env, Date.parse(attempt.deadline ?? '')) > -graceMs;

/**
 * An unsent answer holds up the submit while it may still count: without a network that lasts until after the deadline, and longer for one
 * that was typed in time. The server says of each whether it counts.
 */
const waitsForAnswers = ({ answers, screen, clock, env }: Draft): boolean => {
  if (answers.stopped || !hasUnsent(answers) || screen.screen !== 'submitting') return false;
  return hasProof(answers) || isWithinGrace(clock, env, screen);
};

/** Only the server knows how the attempt ends: it waits for answers, or another device has them. */
export const waitsForServer = ({ answers, screen, submission, clock, env }: Draft): boolean =>
  screen.screen === 'submitting' &&
  (submission === null || (submission.phase === 'answers' && hasUnsent(answers) && !isWithinGrace(clock, env, screen)));

/** The last answers were being sent, and one of them met another one from elsewhere: the candidate chooses before the test is submitted. */
export const stopForChoice = (draft: Draft, questionId: number) => {
  if (draft.submission?.phase !== 'answers' || !hasConflict(draft.answers, questionId)) return;
  show(draft, submitStopped(draft.screen));
  if (draft.screen.screen === 'running') draft.submission = null;
};

/** Goes on to the next phase when this one is done. */
export const advanceSubmission = (draft: Draft) => {
  const { submission, screen, env } = draft;
  if (screen.screen !== 'submitting' || submission === null) return;
  switch (submission.phase) {
    case 'answers': {
      const save = overallSaveState(draft.answers, env.online);
      if (save === 'offline' || save === 'saving') show(draft, submittingOffline(screen, save === 'offline'));
      if (waitsForAnswers(draft)) return;
      wait(draft, 'events', { failures: 0, at: env.now + eventsWithinMs });
      return sendEvents(draft);
    }
    case 'events':
      if ((areEventsSent(draft) && isTypingSent(draft)) || isDue(submission.retry.at, env.now)) requestSubmit(draft, noRetry);
      return;
    case 'request':
      if (isDue(submission.retry.at, env.now)) requestSubmit(draft, submission.retry);
  }
};

/** The network may be back: what waits is tried at once. */
export const hurrySubmission = (draft: Draft) => {
  const { submission, env } = draft;
  if (submission !== null && submission.retry.at !== null) wait(draft, submission.phase, { ...submission.retry, at: env.now });
};

/** The response to `submit`. */
export const submitReceived = (draft: Draft, { outcome }: Response<'submit'>) => {
  const { submission, screen, env } = draft;
  if (outcome.type === 'ok') return show(draft, submitted(screen, { ...outcome.value, answered: countAnswered(draft.answers) }));
  const retryAfterMs = outcome.type === 'unreachable' ? outcome.retryAfterMs : 0;
  wait(draft, 'request', retryLater(submission?.retry ?? noRetry, env, retryAfterMs));
  if (outcome.type === 'unreachable') show(draft, submittingOffline(screen, true));
  else if (isOutdated(outcome.code)) refresh(draft);
  else show(draft, refused(screen, outcome.code));
};

/** The server accepts no more answers of this page. */
export const savingRefused = (draft: Draft, code: Code) => {
  stopSending(draft);
  if (isOutdated(code)) refresh(draft);
  else show(draft, refused(draft.screen, code));
};
