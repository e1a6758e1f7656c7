import { match, P } from 'ts-pattern';
import { err, ok, type Result } from './result.ts';
import { type Refusal, refusal } from './status-codes.ts';
import { formatUtcDateTime } from './utc-date-time.ts';

/**
 * An invitation and its attempt (api-v2.md §3.3). `status` is the wire's `testStatus`. Instants are milliseconds since 1970, UTC.
 * `windowEnd` is where the access window closed when the attempt started: later edits of the link do not move it.
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

export type CompletedBy = 'candidate' | 'deadline';
export type TestStatus = Invitation['status'];

export type InvitationCommand =
  | { readonly type: 'register' }
  | { readonly type: 'cancel' }
  | { readonly type: 'reattempt' }
  | { readonly type: 'start'; readonly now: number; readonly durationMinutes: number; readonly windowEnd: number | null }
  | { readonly type: 'saveAnswer'; readonly now: number }
  | { readonly type: 'recordEvents' }
  | { readonly type: 'submit'; readonly now: number }
  | { readonly type: 'closeOverdue'; readonly now: number }
  | { readonly type: 'reset' }
  | { readonly type: 'extend'; readonly now: number; readonly minutes: number };

export type InvitationEvent =
  | { readonly type: 'invitation.updated' }
  | { readonly type: 'invitation.restored'; readonly from: 'Cancelled' | 'Reset' }
  | { readonly type: 'invitation.cancelled' }
  | { readonly type: 'invitation.already-cancelled' }
  | { readonly type: 'invitation.reattempted' }
  | ({ readonly type: 'attempt.started' } & RunningAttempt)
  | { readonly type: 'attempt.resumed' }
  | { readonly type: 'attempt.answer-saved' }
  | { readonly type: 'attempt.events-recorded' }
  | { readonly type: 'attempt.completed'; readonly at: number; readonly by: CompletedBy }
  | { readonly type: 'attempt.already-completed' }
  | { readonly type: 'attempt.reset' }
  | { readonly type: 'attempt.extended'; readonly extraMinutes: number; readonly deadline: number | null };

/** Answers that arrive this long after the deadline still count: they were on their way. */
export const answerGrace = 30_000;

const minute = 60_000;

/** The earlier of start + duration + extra time and the end of the access window. */
export const deadlineOf = (attempt: Omit<RunningAttempt, 'deadline'>): number =>
  Math.min(attempt.startedAt + (attempt.durationMinutes + attempt.extraMinutes) * minute, attempt.windowEnd ?? Number.POSITIVE_INFINITY);

const completion = (deadline: number, now: number): InvitationEvent => ({
  type: 'attempt.completed',
  at: Math.min(now, deadline),
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

/** Answers every pair of state and command; api-v2.md §3.3 and the decided questions of DESIGN say which way. */
export const decide = (state: Invitation, command: InvitationCommand): Result<InvitationEvent, InvitationRefusal> =>
  match([state, command] as const)
    .returnType<Result<InvitationEvent, InvitationRefusal>>()
    .with([{ status: P.union('Pending', 'In progress', 'Completed') }, { type: 'register' }], () => ok({ type: 'invitation.updated' }))
    .with([{ status: P.union('Cancelled', 'Reset') }, { type: 'register' }], ([{ status }]) =>
      ok({ type: 'invitation.restored', from: status }),
    )

    .with([{ status: P.union('Pending', 'Reset') }, { type: 'cancel' }], () => ok({ type: 'invitation.cancelled' }))
    .with([{ status: 'Cancelled' }, { type: 'cancel' }], () => ok({ type: 'invitation.already-cancelled' }))
    .with([{ status: P.union('In progress', 'Completed') }, { type: 'cancel' }], () => err(notCancellable))

    .with([{ status: 'Completed' }, { type: 'reattempt' }], () => ok({ type: 'invitation.reattempted' }))
    .with([{ status: P.union('Pending', 'In progress', 'Reset', 'Cancelled') }, { type: 'reattempt' }], () => err(notReattemptable))

    .with([{ status: P.union('Pending', 'Reset') }, { type: 'start' }], ([{ extraMinutes }, { now, durationMinutes, windowEnd }]) => {
      const attempt = { startedAt: now, durationMinutes, extraMinutes, windowEnd };
      return ok({ type: 'attempt.started', ...attempt, deadline: deadlineOf(attempt) });
    })
    .with([{ status: 'In progress' }, { type: 'start' }], ([{ deadline }, { now }]) =>
      now > deadline ? err(deadlinePassed(deadline)) : ok({ type: 'attempt.resumed' }),
    )
    .with([{ status: 'Completed' }, { type: 'start' }], ([{ completedAt }]) => err(completed(completedAt)))

    .with([{ status: 'In progress' }, { type: 'saveAnswer' }], ([{ deadline }, { now }]) =>
      now > deadline + answerGrace ? err(deadlinePassed(deadline)) : ok({ type: 'attempt.answer-saved' }),
    )
    .with([{ status: 'Completed', completedBy: 'deadline' }, { type: 'saveAnswer' }], ([{ completedAt }]) =>
      err(deadlinePassed(completedAt)),
    )
    .with([{ status: 'Completed' }, { type: P.union('saveAnswer', 'recordEvents') }], ([{ completedAt }]) => err(completed(completedAt)))
    .with([{ status: 'In progress' }, { type: 'recordEvents' }], () => ok({ type: 'attempt.events-recorded' }))
    .with([{ status: P.union('Pending', 'Reset') }, { type: P.union('saveAnswer', 'recordEvents', 'submit') }], () => err(notStarted))

    .with([{ status: 'In progress' }, { type: 'submit' }], ([{ deadline }, { now }]) => ok(completion(deadline, now)))
    .with([{ status: 'Completed' }, { type: P.union('submit', 'closeOverdue') }], () => ok({ type: 'attempt.already-completed' }))
    .with([{ status: 'In progress' }, { type: 'closeOverdue' }], ([{ deadline }, { now }]) =>
      now > deadline + answerGrace ? ok(completion(deadline, now)) : err(notOverdue),
    )
    .with([{ status: P.union('Pending', 'Reset', 'Cancelled') }, { type: 'closeOverdue' }], () => err(notOverdue))

    .with([{ status: P.union('In progress', 'Completed') }, { type: 'reset' }], () => ok({ type: 'attempt.reset' }))
    .with([{ status: P.union('Pending', 'Reset', 'Cancelled') }, { type: 'reset' }], () => err(notResettable))

    .with([{ status: P.union('Pending', 'Reset') }, { type: 'extend' }], ([{ extraMinutes }, { minutes }]) =>
      ok({ type: 'attempt.extended', extraMinutes: extraMinutes + minutes, deadline: null }),
    )
    .with([{ status: 'In progress' }, { type: 'extend' }], ([attempt, { now, minutes }]) => {
      if (now > attempt.deadline) return err(deadlinePassed(attempt.deadline));
      const extraMinutes = attempt.extraMinutes + minutes;
      return ok({ type: 'attempt.extended', extraMinutes, deadline: deadlineOf({ ...attempt, extraMinutes }) });
    })
    .with([{ status: P.union('Completed', 'Cancelled') }, { type: 'extend' }], () => err(notExtendable))

    .with([{ status: 'Cancelled' }, { type: P.union('start', 'saveAnswer', 'recordEvents', 'submit') }], () => err(cancelled))
    .exhaustive();

/** The state after an event. An event on a state that cannot have led to it is a bug and throws. */
export const evolve = (state: Invitation, event: InvitationEvent): Invitation =>
  match([state, event] as const)
    .returnType<Invitation>()
    .with([P._, { type: 'invitation.restored' }], () => ({ status: 'Pending', extraMinutes: 0 }))
    .with([P._, { type: 'invitation.cancelled' }], () => ({ status: 'Cancelled' }))
    .with([P._, { type: 'attempt.started' }], ([, { type: _, ...attempt }]) => ({ status: 'In progress', ...attempt }))
    .with([{ status: 'In progress' }, { type: 'attempt.completed' }], ([{ startedAt }, { at, by }]) => ({
      status: 'Completed',
      startedAt,
      completedAt: at,
      completedBy: by,
    }))
    .with([P._, { type: 'attempt.reset' }], () => ({ status: 'Reset', extraMinutes: 0 }))
    .with([{ status: P.union('Pending', 'Reset') }, { type: 'attempt.extended' }], ([{ status }, { extraMinutes }]) => ({
      status,
      extraMinutes,
    }))
    .with([{ status: 'In progress' }, { type: 'attempt.extended', deadline: P.number }], ([attempt, { extraMinutes, deadline }]) => ({
      ...attempt,
      extraMinutes,
      deadline,
    }))
    .with(
      [
        P._,
        {
          type: P.union(
            'invitation.updated',
            'invitation.already-cancelled',
            'invitation.reattempted',
            'attempt.resumed',
            'attempt.answer-saved',
            'attempt.events-recorded',
            'attempt.already-completed',
          ),
        },
      ],
      () => state,
    )
    .with([P._, { type: P.union('attempt.completed', 'attempt.extended') }], () => {
      throw new Error(`${event.type} cannot follow ${state.status}`);
    })
    .exhaustive();

/** Whole minutes taken, rounded up. */
export const minutesTaken = (startedAt: number, completedAt: number): number => Math.ceil((completedAt - startedAt) / minute);
