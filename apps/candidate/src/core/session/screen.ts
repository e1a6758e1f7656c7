import type { RefusalCode, SubmitResult } from '@assay/domain/take';
import type { Attempt } from '../server/protocol.ts';

/** Of a refusal; null is one that this page does not know. */
export type Code = RefusalCode | null;

/** `fault`: a response that this page cannot read. `unknown`: no such address. `expired`: the address in a confirmation mail. */
export type EndReason = 'closed' | 'cancelled' | 'inactive' | 'superseded' | 'inviteOnly' | 'expired' | 'unknown' | 'fault';

/** What the candidate sees, each with the data of that screen only. `opensAt`: ms since 1970 by the server's clock. */
export type Screen =
  | { readonly screen: 'loading' }
  /** The first load failed; it is retried automatically, and by the candidate. */
  | { readonly screen: 'unreachable' }
  /** `problem`: why the last start did not succeed; it may be pressed again. */
  | { readonly screen: 'before'; readonly attempt: Attempt; readonly starting: boolean; readonly problem: 'unreachable' | 'full' | null }
  | { readonly screen: 'waiting'; readonly attempt: Attempt; readonly reason: 'not-open' | 'outside-slot'; readonly opensAt: number }
  | { readonly screen: 'ended'; readonly reason: EndReason; readonly attempt: Attempt | null }
  | { readonly screen: 'running'; readonly attempt: Attempt; readonly deadline: number }
  /** Another tab or device saves now. `busy` while this page takes over; `problem`: why that did not succeed. */
  | { readonly screen: 'takenOver'; readonly attempt: Attempt; readonly busy: boolean; readonly problem: 'unreachable' | null }
  /** `cause`: pressed, or time is up. `offline`: no response yet; retried automatically. */
  | { readonly screen: 'submitting'; readonly attempt: Attempt; readonly cause: 'candidate' | 'deadline'; readonly offline: boolean }
  /** `answered`: how many questions have an answer, null when not known (yet). `redirectURL`: http or https only, else null. */
  | {
      readonly screen: 'completed';
      readonly attempt: Attempt;
      readonly completedAt: string | null;
      readonly answered: number | null;
      readonly redirectURL: string | null;
    };

export const attemptOf = (screen: Screen): Attempt | null => ('attempt' in screen ? screen.attempt : null);

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
    case 'inactive':
      return ended(access.state, attempt);
  }
};

const completed = (attempt: Attempt): Screen => ({
  screen: 'completed',
  attempt,
  completedAt: attempt.completedAt,
  answered: attempt.answered,
  redirectURL: webAddress(attempt.redirectURL),
});

/** The questions stay the same objects while the attempt runs, so that typing renders no question again. */
const withShownQuestions = (attempt: Attempt, { questions }: Attempt): Attempt =>
  questions === undefined ? attempt : { ...attempt, questions };

const inProgress = (screen: Screen, attempt: Attempt, claimed: boolean): Screen => {
  const deadline = Date.parse(attempt.deadline ?? '');
  if (Number.isNaN(deadline)) return ended('fault', attempt);
  if (claimed) return { screen: 'running', attempt, deadline };
  switch (screen.screen) {
    case 'running':
      return { ...screen, attempt: withShownQuestions(attempt, screen.attempt), deadline };
    // Started elsewhere while this page waited: the candidate decides where to continue.
    case 'before':
    case 'waiting':
      return { screen: 'takenOver', attempt, busy: false, problem: null };
    // Elsewhere a request of this page is in flight, and only its response leads on.
    default:
      return screen;
  }
};

/** The server sent the attempt. `claimed`: in response to a start, so that this page is the one that saves. */
export const received = (screen: Screen, attempt: Attempt, claimed = false): Screen => {
  switch (attempt.status) {
    case 'Pending':
    case 'Reset':
      return beforeStart(attempt);
    case 'In progress':
      return inProgress(screen, attempt, claimed);
    case 'Completed':
      return completed(attempt);
    case 'Cancelled':
      return ended('cancelled', attempt);
  }
};

/** Refusals that end the page. */
const endings: Partial<Record<RefusalCode, EndReason>> = {
  'take.closed': 'closed',
  'take.inactive': 'inactive',
  'take.cancelled': 'cancelled',
  'take.superseded': 'superseded',
  'join.invite-only': 'inviteOnly',
  'join.link-expired': 'expired',
  'resource.not-found': 'unknown',
};

export const endingOf = (code: Code): EndReason | undefined => (code === null ? undefined : endings[code]);

const outdated: readonly Code[] = ['take.not-open', 'take.outside-slot', 'take.deadline-passed', 'take.completed'];

/** Whether a refusal means that this page's state is out of date, so that it is to be loaded again. */
export const isOutdated = (code: Code): boolean => outdated.includes(code);

/** The server refused. A code this page does not expect leaves a running test as it is: the answers are stored, and the server is tried again. */
export const refused = (screen: Screen, code: Code): Screen => {
  if (screen.screen === 'completed') return screen;
  const attempt = attemptOf(screen);
  if (code === 'take.taken-over' && attempt !== null) return { screen: 'takenOver', attempt, busy: false, problem: null };
  // As many candidates as may at once are taking tests of the organization; a start that met another one may be tried again too.
  if (code === 'resource.conflict' && screen.screen === 'before') return { ...screen, starting: false, problem: 'full' };
  const reason = endingOf(code);
  if (reason === undefined && (screen.screen === 'running' || screen.screen === 'submitting')) return screen;
  return ended(reason ?? 'fault', attempt);
};

/** No response: shown where the candidate waits for one. */
export const unreachable = (screen: Screen): Screen => {
  switch (screen.screen) {
    case 'loading':
      return { screen: 'unreachable' };
    case 'before':
      return { ...screen, starting: false, problem: 'unreachable' };
    case 'takenOver':
      return { ...screen, busy: false, problem: 'unreachable' };
    case 'submitting':
      return submittingOffline(screen, true);
    default:
      return screen;
  }
};

export const submittingOffline = (screen: Screen, offline: boolean): Screen =>
  screen.screen === 'submitting' && screen.offline !== offline ? { ...screen, offline } : screen;

/** From a running test only; while submitting, the deadline becomes the cause. */
export const submitBegun = (screen: Screen, cause: 'candidate' | 'deadline'): Screen => {
  if (screen.screen === 'running') return { screen: 'submitting', attempt: screen.attempt, cause, offline: false };
  return screen.screen === 'submitting' && screen.cause !== cause ? { ...screen, cause } : screen;
};

/** A submit that the candidate pressed is given up: back to the test. */
export const submitStopped = (screen: Screen): Screen =>
  screen.screen === 'submitting' && screen.cause === 'candidate'
    ? { screen: 'running', attempt: screen.attempt, deadline: Date.parse(screen.attempt.deadline ?? '') }
    : screen;

/** An answer was sent when the attempt was over: the server keeps it, and it does not count. */
export const cameTooLate = (screen: Screen, questionId: number): Screen => {
  if (screen.screen !== 'completed') return screen;
  const { counted, notCounted } = screen.attempt.lateAnswers ?? { counted: [], notCounted: [] };
  return { ...screen, attempt: { ...screen.attempt, lateAnswers: { counted, notCounted: [...new Set([...notCounted, questionId])] } } };
};

type Submitted = Pick<SubmitResult, 'completedAt' | 'redirectURL' | 'lateAnswers'> & { readonly answered: number };

export const submitted = (screen: Screen, { completedAt, redirectURL, lateAnswers, answered }: Submitted): Screen =>
  screen.screen === 'submitting'
    ? completed({ ...screen.attempt, status: 'Completed', completedAt, redirectURL, lateAnswers, answered })
    : screen;
