import { match, P } from 'ts-pattern';
import { err, ok, type Result } from '../result.ts';
import { formatUtcDateTime } from '../time/utc-date-time.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';
import type { CompletedBy } from './invitation-status.ts';

/**
 * An invitation and its attempt (api-v2.md §3.3). `status` is the wire's `testStatus`. Instants are milliseconds since 1970, UTC.
 * `windowEnd` is the end of the access window at the start of the attempt; later edits of the link do not change it.
 */
export type Invitation =
  | { readonly status: 'Pending'; readonly extraMinutes: number }
  | ({ readonly status: 'In progress' } & RunningAttempt)
  | { readonly status: 'Completed'; readonly startedAt: number; readonly completedAt: number; readonly completedBy: CompletedBy }
  | { readonly status: 'Reset'; readonly extraMinutes: number }
  | { readonly status: 'Cancelled' };

export type RunningAttempt = {
  readonly startedAt: number;
  readonly durationMinutes: number;
  readonly extraMinutes: number;
  readonly windowEnd: number | null;
  readonly deadline: number;
};

/** `graceMs`: answers that arrive this long after the deadline still count, because they were on their way. */
type Late = { readonly now: number; readonly graceMs: number };

export type InvitationCommand =
  | { readonly type: 'register' }
  | { readonly type: 'cancel' }
  | { readonly type: 'reattempt' }
  /** A reattempt has become the candidate's current invitation instead of this one. */
  | { readonly type: 'supersede'; readonly testInvitationId: number }
  | (Late & { readonly type: 'start'; readonly durationMinutes: number; readonly windowEnd: number | null })
  /** `typedAt`: when a ticket shows that the answer was typed, while the attempt still waits for late answers. */
  | (Late & { readonly type: 'saveAnswer'; readonly typedAt?: number | undefined })
  | { readonly type: 'recordEvents' }
  | { readonly type: 'submit'; readonly now: number }
  | (Late & { readonly type: 'closeOverdue' })
  | { readonly type: 'reset' }
  | { readonly type: 'extend'; readonly now: number; readonly minutes: number };

/** Events that change the invitation; each is an entry of its timeline. */
export type InvitationChange =
  | { readonly type: 'invitation.updated' }
  | { readonly type: 'invitation.restored'; readonly from: 'Cancelled' | 'Reset' }
  | { readonly type: 'invitation.cancelled' }
  | { readonly type: 'invitation.superseded'; readonly testInvitationId: number }
  | ({ readonly type: 'attempt.started' } & RunningAttempt)
  | { readonly type: 'attempt.completed'; readonly at: number; readonly by: CompletedBy }
  | { readonly type: 'attempt.reset' }
  | { readonly type: 'attempt.extended'; readonly extraMinutes: number; readonly deadline: number | null };

const unchanging = [
  'invitation.already-cancelled',
  'invitation.reattempted',
  'invitation.retired',
  'attempt.resumed',
  'attempt.answer-saved',
  'attempt.late-answer-saved',
  'attempt.events-recorded',
  'attempt.already-completed',
] as const;

export type InvitationEvent = InvitationChange | { readonly type: (typeof unchanging)[number] };

/** False if the command is accepted but changes nothing. */
export const isChange = (event: InvitationEvent): event is InvitationChange => !unchanging.some((type) => type === event.type);

const minute = 60_000;

/** The earlier of start + duration + extra time and the end of the access window. */
export const deadlineOf = (attempt: Omit<RunningAttempt, 'deadline'>): number =>
  Math.min(attempt.startedAt + (attempt.durationMinutes + attempt.extraMinutes) * minute, attempt.windowEnd ?? Number.POSITIVE_INFINITY);

const completion = ({ startedAt, deadline }: RunningAttempt, now: number): InvitationEvent => ({
  type: 'attempt.completed',
  // Not before its start, although a clock was set back meanwhile.
  at: Math.max(startedAt, Math.min(now, deadline)),
  by: now <= deadline ? 'candidate' : 'deadline',
});

export const deadlinePassed = (deadline: number) =>
  refusal('take.deadline-passed', `The time of this test was over at ${formatUtcDateTime(deadline)} UTC`);
const completed = (at: number) => refusal('take.completed', `This test was completed at ${formatUtcDateTime(at)} UTC`);
const cancelled = refusal('take.cancelled', 'This invitation has been cancelled');
const notStarted = refusal('resource.conflict', 'The attempt has not been started');
const notCancellable = refusal('invitation.not-cancellable', 'The invitation cannot be cancelled: the test is in progress or completed');
const notReattemptable = refusal('invitation.not-reattemptable', 'Reattempt is allowed only on a completed invitation');
const notResettable = refusal('resource.conflict', 'Only an invitation in progress or completed can be reset');
const notExtendable = refusal(
  'resource.conflict',
  'Extra time can be given only before the attempt is completed or the invitation cancelled',
);
const notOverdue = refusal('resource.conflict', 'The attempt is not overdue');

export type InvitationRefusal = Refusal;

type Decision = Result<InvitationEvent, InvitationRefusal>;

/** The decisions of one command in every state. */
type Decide<Type extends InvitationCommand['type']> = (state: Invitation, command: Extract<InvitationCommand, { type: Type }>) => Decision;

const decideRegister: Decide<'register'> = (state) =>
  match(state)
    .returnType<Decision>()
    .with({ status: P.union('Pending', 'In progress', 'Completed') }, () => ok({ type: 'invitation.updated' }))
    .with({ status: P.union('Cancelled', 'Reset') }, ({ status }) => ok({ type: 'invitation.restored', from: status }))
    .exhaustive();

const decideCancel: Decide<'cancel'> = (state) =>
  match(state)
    .returnType<Decision>()
    .with({ status: P.union('Pending', 'Reset') }, () => ok({ type: 'invitation.cancelled' }))
    .with({ status: 'Cancelled' }, () => ok({ type: 'invitation.already-cancelled' }))
    .with({ status: P.union('In progress', 'Completed') }, () => err(notCancellable))
    .exhaustive();

const decideReattempt: Decide<'reattempt'> = (state) =>
  match(state)
    .returnType<Decision>()
    .with({ status: 'Completed' }, () => ok({ type: 'invitation.reattempted' }))
    .with({ status: P.union('Pending', 'In progress', 'Reset', 'Cancelled') }, () => err(notReattemptable))
    .exhaustive();

const decideSupersede: Decide<'supersede'> = (state, { testInvitationId }) =>
  match(state)
    .returnType<Decision>()
    .with({ status: 'Pending' }, () => ok({ type: 'invitation.superseded', testInvitationId }))
    // Resetting is deliberate, so a reset invitation may start beside a newer one; a running attempt may end.
    .with({ status: P.union('In progress', 'Completed', 'Reset', 'Cancelled') }, () => ok({ type: 'invitation.retired' }))
    .exhaustive();

const decideReset: Decide<'reset'> = (state) =>
  match(state)
    .returnType<Decision>()
    .with({ status: P.union('In progress', 'Completed') }, () => ok({ type: 'attempt.reset' }))
    .with({ status: P.union('Pending', 'Reset', 'Cancelled') }, () => err(notResettable))
    .exhaustive();

const decideStart: Decide<'start'> = (state, { now, graceMs, durationMinutes, windowEnd }) =>
  match(state)
    .returnType<Decision>()
    .with({ status: P.union('Pending', 'Reset') }, ({ extraMinutes }) => {
      const attempt = { startedAt: now, durationMinutes, extraMinutes, windowEnd };
      return ok({ type: 'attempt.started', ...attempt, deadline: deadlineOf(attempt) });
    })
    // For as long as answers count: a page that reconnects just after the deadline sends its unsaved answers.
    .with({ status: 'In progress' }, ({ deadline }) =>
      now > deadline + graceMs ? err(deadlinePassed(deadline)) : ok({ type: 'attempt.resumed' }),
    )
    .with({ status: 'Completed' }, ({ completedAt }) => err(completed(completedAt)))
    .with({ status: 'Cancelled' }, () => err(cancelled))
    .exhaustive();

const decideSaveAnswer: Decide<'saveAnswer'> = (state, { now, graceMs, typedAt }) =>
  match(state)
    .returnType<Decision>()
    .with({ status: 'In progress' }, ({ deadline }) => {
      if (now <= deadline + graceMs) return ok({ type: 'attempt.answer-saved' });
      return typedAt !== undefined && typedAt < deadline ? ok({ type: 'attempt.late-answer-saved' }) : err(deadlinePassed(deadline));
    })
    .with({ status: 'Completed', completedBy: 'deadline' }, ({ completedAt }) => err(deadlinePassed(completedAt)))
    .with({ status: 'Completed' }, ({ completedAt }) => err(completed(completedAt)))
    .with({ status: P.union('Pending', 'Reset') }, () => err(notStarted))
    .with({ status: 'Cancelled' }, () => err(cancelled))
    .exhaustive();

const decideRecordEvents: Decide<'recordEvents'> = (state) =>
  match(state)
    .returnType<Decision>()
    .with({ status: 'In progress' }, () => ok({ type: 'attempt.events-recorded' }))
    .with({ status: 'Completed' }, ({ completedAt }) => err(completed(completedAt)))
    .with({ status: P.union('Pending', 'Reset') }, () => err(notStarted))
    .with({ status: 'Cancelled' }, () => err(cancelled))
    .exhaustive();

const decideSubmit: Decide<'submit'> = (state, { now }) =>
  match(state)
    .returnType<Decision>()
    .with({ status: 'In progress' }, (attempt) => ok(completion(attempt, now)))
    .with({ status: 'Completed' }, () => ok({ type: 'attempt.already-completed' }))
    .with({ status: P.union('Pending', 'Reset') }, () => err(notStarted))
    .with({ status: 'Cancelled' }, () => err(cancelled))
    .exhaustive();

const decideCloseOverdue: Decide<'closeOverdue'> = (state, { now, graceMs }) =>
  match(state)
    .returnType<Decision>()
    .with({ status: 'In progress' }, (attempt) => (now > attempt.deadline + graceMs ? ok(completion(attempt, now)) : err(notOverdue)))
    .with({ status: 'Completed' }, () => ok({ type: 'attempt.already-completed' }))
    .with({ status: P.union('Pending', 'Reset', 'Cancelled') }, () => err(notOverdue))
    .exhaustive();

const decideExtend: Decide<'extend'> = (state, { now, minutes }) =>
  match(state)
    .returnType<Decision>()
    .with({ status: P.union('Pending', 'Reset') }, ({ extraMinutes }) =>
      ok({ type: 'attempt.extended', extraMinutes: extraMinutes + minutes, deadline: null }),
    )
    .with({ status: 'In progress' }, (attempt) => {
      if (now > attempt.deadline) return err(deadlinePassed(attempt.deadline));
      const extraMinutes = attempt.extraMinutes + minutes;
      return ok({ type: 'attempt.extended', extraMinutes, deadline: deadlineOf({ ...attempt, extraMinutes }) });
    })
    .with({ status: P.union('Completed', 'Cancelled') }, () => err(notExtendable))
    .exhaustive();

const deciders: { readonly [Type in InvitationCommand['type']]: Decide<Type> } = {
  register: decideRegister,
  cancel: decideCancel,
  reattempt: decideReattempt,
  supersede: decideSupersede,
  start: decideStart,
  saveAnswer: decideSaveAnswer,
  recordEvents: decideRecordEvents,
  submit: decideSubmit,
  closeOverdue: decideCloseOverdue,
  reset: decideReset,
  extend: decideExtend,
};

/**
 * Decides every pair of state and command by api-v2.md §3.3 and docs/decisions. A table of the commands, because a match of all pairs
 * costs more than the database when an answer is saved. The cast holds because the entry has the command's name.
 */
export const decide = (state: Invitation, command: InvitationCommand): Decision =>
  (deciders[command.type] as Decide<InvitationCommand['type']>)(state, command);

/** The state after an event. Throws if the event cannot follow the state: that is a bug. */
export const evolve = (state: Invitation, event: InvitationEvent): Invitation => (isChange(event) ? evolveBy(state, event) : state);

/** A switch, as every completion comes here: ts-pattern took longer for a pair of state and event than SQLite for the update. */
const evolveBy = (state: Invitation, event: InvitationChange): Invitation => {
  switch (event.type) {
    case 'invitation.updated':
      return state;
    case 'invitation.restored':
      return { status: 'Pending', extraMinutes: 0 };
    case 'invitation.cancelled':
    case 'invitation.superseded':
      return { status: 'Cancelled' };
    case 'attempt.started': {
      const { type: _, ...attempt } = event;
      return { status: 'In progress', ...attempt };
    }
    case 'attempt.reset':
      return { status: 'Reset', extraMinutes: 0 };
    case 'attempt.completed':
      if (state.status !== 'In progress') break;
      return { status: 'Completed', startedAt: state.startedAt, completedAt: event.at, completedBy: event.by };
    case 'attempt.extended': {
      const { extraMinutes, deadline } = event;
      if (state.status === 'Pending' || state.status === 'Reset') return { status: state.status, extraMinutes };
      if (state.status !== 'In progress' || deadline === null) break;
      return { ...state, extraMinutes, deadline };
    }
  }
  // Only these reach this line: the compiler refuses an event that has no case.
  const type: 'attempt.completed' | 'attempt.extended' = event.type;
  throw new Error(`${type} cannot follow ${state.status}`);
};

/** Seconds between start and completion, rounded up; never negative, although a clock was set back between them. */
export const secondsTaken = (startedAt: number, completedAt: number): number => Math.max(0, Math.ceil((completedAt - startedAt) / 1000));

/** The `timeTaken` of API v2: minutes, rounded up. */
export const minutesTaken = (seconds: number): number => Math.ceil(seconds / 60);
