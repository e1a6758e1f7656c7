import type { Attempt, EndReason, Screen } from './types.ts';

/** What happened, in the past tense; times are ms since 1970 by the server's clock. */
export type AttemptEvent =
  /** The server told the attempt's state. `claimed`: in answer to a start, so that this page is the one that saves. */
  | { readonly type: 'told'; readonly attempt: Attempt; readonly claimed: boolean }
  | { readonly type: 'refused'; readonly statuscode: string }
  | { readonly type: 'not-reached' }
  | { readonly type: 'reached' }
  | { readonly type: 'start-pressed' }
  | { readonly type: 'takeover-pressed' }
  | { readonly type: 'submit-began'; readonly cause: 'candidate' | 'deadline' }
  | { readonly type: 'submitted'; readonly completedAt: string; readonly redirectURL: string | null; readonly answered: number };

/** An address the page may lead to: never `javascript:` and the like. */
const webAddress = (text: string | null): string | null => (text !== null && /^https?:\/\//i.test(text) ? text : null);

const ended = (reason: EndReason, attempt: Attempt | null): Screen => ({ screen: 'ended', reason, attempt });

const beforeStart = (attempt: Attempt): Screen => {
  const { access } = attempt;
  switch (access.state) {
    case 'open':
      return { screen: 'before', attempt, starting: false, problem: null };
    case 'not-open':
    case 'outside-slot':
      return { screen: 'waiting', attempt, reason: access.state, opensAt: Date.parse(access.opensAt) };
    case 'closed':
      return ended('closed', attempt);
    case 'inactive':
      return ended('inactive', attempt);
  }
};

const completed = (attempt: Attempt): Screen => ({
  screen: 'completed',
  attempt,
  completedAt: attempt.completedAt,
  answered: attempt.answered,
  redirectURL: webAddress(attempt.redirectURL),
});

const inProgress = (state: Screen, attempt: Attempt, claimed: boolean): Screen => {
  const deadline = Date.parse(attempt.deadline ?? '');
  if (Number.isNaN(deadline)) return ended('fault', attempt);
  if (claimed) return { screen: 'running', attempt, deadline };
  switch (state.screen) {
    case 'running':
      return { ...state, attempt: withQuestionsOf(state.attempt, attempt), deadline };
    // Started elsewhere while this page waited: it is for the candidate to say where to go on.
    case 'before':
    case 'waiting':
      return { screen: 'takenOver', attempt, busy: false, problem: null };
    // What this page asked before is still under way, and only the answer to that leads on.
    case 'loading':
    case 'unreachable':
    case 'submitting':
    case 'takenOver':
    case 'ended':
    case 'completed':
      return state;
  }
};

/** The questions shown stay the very same objects while the attempt runs, so that nothing is rendered anew under the typing. */
const withQuestionsOf = (shown: Attempt, told: Attempt): Attempt => ({
  ...told,
  ...(shown.questions === undefined ? {} : { questions: shown.questions }),
});

const told = (state: Screen, attempt: Attempt, claimed: boolean): Screen => {
  switch (attempt.status) {
    case 'Pending':
    case 'Reset':
      return beforeStart(attempt);
    case 'In progress':
      return inProgress(state, attempt, claimed);
    case 'Completed':
      return completed(attempt);
    case 'Cancelled':
      return ended('cancelled', attempt);
  }
};

export const attemptOf = (state: Screen): Attempt | null => ('attempt' in state ? state.attempt : null);

/** Codes that end the page; the others mean that the state must be asked for, or a fault. */
const endings: Readonly<Record<string, EndReason>> = {
  '403.12': 'closed',
  '403.14': 'inactive',
  '403.15': 'cancelled',
  '403.18': 'superseded',
  '404.1': 'unknown',
};

const refused = (state: Screen, statuscode: string): Screen => {
  const attempt = attemptOf(state);
  if (statuscode === '403.19' && attempt !== null) return { screen: 'takenOver', attempt, busy: false, problem: null };
  const reason = endings[statuscode];
  // A running test is not ended by a refusal nobody knows: answers are kept and the server is asked again.
  if (reason === undefined && (state.screen === 'running' || state.screen === 'submitting')) return state;
  return ended(reason ?? 'fault', attempt);
};

/** Whether a refusal says that the page's picture is old rather than that it is over: the state is to be asked for again. */
export const asksForState = (statuscode: string): boolean => ['403.11', '403.13', '403.16', '403.17'].includes(statuscode);

const notReached = (state: Screen): Screen => {
  switch (state.screen) {
    case 'loading':
      return { screen: 'unreachable' };
    case 'before':
      return { ...state, starting: false, problem: 'unreachable' };
    case 'takenOver':
      return { ...state, busy: false, problem: 'unreachable' };
    case 'submitting':
      return { ...state, offline: true };
    case 'unreachable':
    case 'waiting':
    case 'ended':
    case 'running':
    case 'completed':
      return state;
  }
};

const submitBegan = (state: Screen, cause: 'candidate' | 'deadline'): Screen => {
  if (state.screen === 'running') return { screen: 'submitting', attempt: state.attempt, cause, offline: false };
  return state.screen === 'submitting' ? { ...state, cause } : state;
};

/** The screen after `event`. Pure; an event that does not fit the screen changes nothing. */
export const reduce = (state: Screen, event: AttemptEvent): Screen => {
  switch (event.type) {
    case 'told':
      return told(state, event.attempt, event.claimed);
    case 'refused':
      return state.screen === 'completed' ? state : refused(state, event.statuscode);
    case 'not-reached':
      return notReached(state);
    case 'reached':
      return state.screen === 'submitting' ? { ...state, offline: false } : state;
    case 'start-pressed':
      return state.screen === 'before' ? { ...state, starting: true, problem: null } : state;
    case 'takeover-pressed':
      return state.screen === 'takenOver' ? { ...state, busy: true, problem: null } : state;
    case 'submit-began':
      return submitBegan(state, event.cause);
    case 'submitted': {
      if (state.screen !== 'submitting') return state;
      const { completedAt, redirectURL, answered } = event;
      return completed({ ...state.attempt, status: 'Completed', completedAt, redirectURL, answered });
    }
  }
};
