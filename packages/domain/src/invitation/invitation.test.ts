import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { descriptionOf, type RefusalCode, statuscodes } from '../wire/status-codes.ts';
import {
  deadlineOf,
  decide,
  evolve,
  type Invitation,
  type InvitationCommand,
  type InvitationEvent,
  minutesTaken,
  secondsTaken,
} from './invitation.ts';

const minute = 60_000;
const nine = Date.UTC(2026, 0, 5, 9);
const half = nine + 30 * minute;
const graceMs = 30_000;

const pending: Invitation = { status: 'Pending', extraMinutes: 0 };
const running: Invitation & { status: 'In progress' } = {
  status: 'In progress',
  startedAt: nine,
  durationMinutes: 60,
  extraMinutes: 0,
  windowEnd: null,
  deadline: nine + 60 * minute,
};
const submitted: Invitation = { status: 'Completed', startedAt: nine, completedAt: half, completedBy: 'candidate' };
const timedOut: Invitation = { status: 'Completed', startedAt: nine, completedAt: running.deadline, completedBy: 'deadline' };
const reset: Invitation = { status: 'Reset', extraMinutes: 0 };
const cancelled: Invitation = { status: 'Cancelled' };

const start = (now: number) => ({ type: 'start' as const, graceMs, now, durationMinutes: 60, windowEnd: null });

const given = (state: Invitation) => ({
  when: (command: InvitationCommand) => {
    const decided = decide(state, command);
    return {
      gives: (event: InvitationEvent, next: Invitation) => {
        expect(decided).toEqual({ ok: true, value: event });
        expect(evolve(state, event)).toEqual(next);
      },
      refused: (code: RefusalCode, message: RegExp) => {
        expect(decided).toEqual({ ok: false, error: { code, message: expect.stringMatching(message) } });
      },
    };
  },
});

const shown = (state: Invitation) => (state.status === 'Completed' ? `${state.status} by ${state.completedBy}` : state.status);

describe('api-v2 §3.3: cancel', () => {
  it('Pending | Cancel invitation | not in progress or completed | `cancelled`', () => {
    given(pending).when({ type: 'cancel' }).gives({ type: 'invitation.cancelled' }, cancelled);
  });

  it.each([running, submitted, timedOut].map((state) => [shown(state), state] as const))(
    '%s | Cancel invitation | always | unchanged | Error 403.4',
    (_name, state) => {
      given(state)
        .when({ type: 'cancel' })
        .refused('invitation.not-cancellable', /cannot be cancelled.*in progress or completed/);
      expect(statuscodes['invitation.not-cancellable']).toBe('403.4');
      expect(descriptionOf('invitation.not-cancellable')).toBe('Operation on resource cannot be performed');
    },
  );

  it('is allowed from Reset', () => {
    given(reset).when({ type: 'cancel' }).gives({ type: 'invitation.cancelled' }, cancelled);
  });

  it('of a cancelled invitation succeeds again', () => {
    given(cancelled).when({ type: 'cancel' }).gives({ type: 'invitation.already-cancelled' }, cancelled);
  });
});

describe('api-v2 §3.3: reattempt', () => {
  it.each([submitted, timedOut].map((state) => [shown(state), state] as const))(
    '%s | Reattempt | always | unchanged | a new invitation is created',
    (_name, state) => {
      given(state).when({ type: 'reattempt' }).gives({ type: 'invitation.reattempted' }, state);
    },
  );

  it.each([pending, running, reset].map((state) => [shown(state), state] as const))(
    '%s | Reattempt | always | unchanged | Error 403.4',
    (_name, state) => {
      given(state)
        .when({ type: 'reattempt' })
        .refused('invitation.not-reattemptable', /only on a completed invitation/);
      expect(statuscodes['invitation.not-reattemptable']).toBe('403.4');
      expect(descriptionOf('invitation.not-reattemptable')).toBe('Operation on resource cannot be performed');
    },
  );

  it('of a cancelled invitation is 403.4', () => {
    given(cancelled)
      .when({ type: 'reattempt' })
      .refused('invitation.not-reattemptable', /only on a completed invitation/);
  });
});

describe('a reattempt that becomes the current invitation', () => {
  it('cancels one that was never started, and says which took its place', () => {
    given(pending)
      .when({ type: 'supersede', testInvitationId: 8 })
      .gives({ type: 'invitation.superseded', testInvitationId: 8 }, cancelled);
  });

  it.each([running, submitted, timedOut, reset, cancelled].map((state) => [shown(state), state] as const))(
    'leaves one that is %s as it is',
    (_name, state) => {
      given(state).when({ type: 'supersede', testInvitationId: 8 }).gives({ type: 'invitation.retired' }, state);
    },
  );
});

describe('registering again', () => {
  it.each([pending, running, submitted, timedOut].map((state) => [shown(state), state] as const))(
    'on %s updates the same invitation and leaves its state',
    (_name, state) => {
      given(state).when({ type: 'register' }).gives({ type: 'invitation.updated' }, state);
    },
  );

  it('on Cancelled goes back to Pending', () => {
    given(cancelled).when({ type: 'register' }).gives({ type: 'invitation.restored', from: 'Cancelled' }, pending);
  });

  it('on Reset goes back to Pending', () => {
    given(reset).when({ type: 'register' }).gives({ type: 'invitation.restored', from: 'Reset' }, pending);
  });
});

describe('start', () => {
  it.each([pending, reset].map((state) => [shown(state), state] as const))(
    'moves %s to In progress and fixes the deadline',
    (_name, state) => {
      const attempt = { startedAt: nine, durationMinutes: 60, extraMinutes: 0, windowEnd: null, deadline: nine + 60 * minute };
      given(state)
        .when(start(nine))
        .gives({ type: 'attempt.started', ...attempt }, { status: 'In progress', ...attempt });
    },
  );

  it('again returns the running attempt, whatever has become of duration and window since', () => {
    given(running)
      .when({ type: 'start', graceMs, now: half, durationMinutes: 5, windowEnd: half + 1 })
      .gives({ type: 'attempt.resumed' }, running);
  });

  it('again at the deadline still returns the running attempt', () => {
    given(running).when(start(running.deadline)).gives({ type: 'attempt.resumed' }, running);
  });

  it('again while answers still count after the deadline resumes it, so that a page can send its unsaved answers', () => {
    given(running)
      .when(start(running.deadline + graceMs))
      .gives({ type: 'attempt.resumed' }, running);
  });

  it('again after that is refused: deadline passed', () => {
    given(running)
      .when(start(running.deadline + graceMs + 1))
      .refused('take.deadline-passed', /2026-01-05T10:00:00 UTC/);
  });

  it.each([submitted, timedOut].map((state) => [shown(state), state] as const))('on %s is refused: completed', (_name, state) => {
    given(state)
      .when(start(nine + 90 * minute))
      .refused('take.completed', /completed at 2026-01-05T/);
  });

  it('on Cancelled is refused: cancelled', () => {
    given(cancelled)
      .when(start(nine))
      .refused('take.cancelled', /cancelled/);
  });
});

describe('deadline: the earlier of start + duration + extra time and the end of the window', () => {
  it.each([
    ['no window', 90, 0, null, 90],
    ['extra time', 90, 15, null, 105],
    ['a window that ends later', 90, 0, 100, 90],
    ['a window that ends at the same moment', 90, 0, 90, 90],
    ['a window that ends earlier', 90, 0, 40, 40],
    ['extra time cut by the window', 90, 30, 100, 100],
  ])('%s', (_name, durationMinutes, extraMinutes, windowMinutes, minutes) => {
    const windowEnd = windowMinutes === null ? null : nine + windowMinutes * minute;
    expect(deadlineOf({ startedAt: nine, durationMinutes, extraMinutes, windowEnd })).toBe(nine + minutes * minute);
    const decided = decide({ status: 'Pending', extraMinutes }, { type: 'start', graceMs, now: nine, durationMinutes, windowEnd });
    expect(decided).toMatchObject({ ok: true, value: { type: 'attempt.started', deadline: nine + minutes * minute } });
  });
});

describe('answers', () => {
  it.each([
    ['at the start', nine],
    ['at the deadline', running.deadline],
    ['1 ms after the deadline', running.deadline + 1],
    ['exactly 30 s after the deadline', running.deadline + 30_000],
  ])('%s count', (_name, now) => {
    given(running).when({ type: 'saveAnswer', graceMs, now }).gives({ type: 'attempt.answer-saved' }, running);
  });

  it.each([
    ['30 s and 1 ms', 30_001],
    ['an hour', 60 * minute],
  ])('%s after the deadline do not count: deadline passed', (_name, late) => {
    given(running)
      .when({ type: 'saveAnswer', graceMs, now: running.deadline + late })
      .refused('take.deadline-passed', /2026-01-05T10:00:00 UTC/);
  });

  it('are refused once the candidate has submitted, also before the deadline', () => {
    given(submitted)
      .when({ type: 'saveAnswer', graceMs, now: half + 1 })
      .refused('take.completed', /2026-01-05T09:30:00 UTC/);
  });

  it('are refused after the attempt was closed at its deadline: deadline passed', () => {
    given(timedOut)
      .when({ type: 'saveAnswer', graceMs, now: running.deadline + 31_000 })
      .refused('take.deadline-passed', /2026-01-05T10:00:00 UTC/);
  });
});

describe('submit', () => {
  it('In progress → Completed, at that moment', () => {
    given(running).when({ type: 'submit', now: half }).gives({ type: 'attempt.completed', at: half, by: 'candidate' }, submitted);
  });

  it('at the deadline is still the candidate’s', () => {
    given(running)
      .when({ type: 'submit', now: running.deadline })
      .gives({ type: 'attempt.completed', at: running.deadline, by: 'candidate' }, { ...timedOut, completedBy: 'candidate' });
  });

  it.each([1, 30_000, 30_001, 86_400_000])('%i ms after the deadline completes at the deadline', (late) => {
    given(running)
      .when({ type: 'submit', now: running.deadline + late })
      .gives({ type: 'attempt.completed', at: running.deadline, by: 'deadline' }, timedOut);
  });

  it.each([submitted, timedOut].map((state) => [shown(state), state] as const))('again on %s gives the same result', (_name, state) => {
    given(state)
      .when({ type: 'submit', now: running.deadline + minute })
      .gives({ type: 'attempt.already-completed' }, state);
  });
});

describe('closing overdue attempts', () => {
  it.each([-1, 0, 1, 30_000])('waits until answers can no longer count (%i ms after the deadline is too early)', (late) => {
    given(running)
      .when({ type: 'closeOverdue', graceMs, now: running.deadline + late })
      .refused('resource.conflict', /not overdue/);
  });

  it('completes at the deadline', () => {
    given(running)
      .when({ type: 'closeOverdue', graceMs, now: running.deadline + 30_001 })
      .gives({ type: 'attempt.completed', at: running.deadline, by: 'deadline' }, timedOut);
  });

  it('of an attempt that was submitted meanwhile changes nothing', () => {
    given(submitted)
      .when({ type: 'closeOverdue', graceMs, now: running.deadline + 30_001 })
      .gives({ type: 'attempt.already-completed' }, submitted);
  });
});

describe('reset', () => {
  it.each([running, submitted, timedOut].map((state) => [shown(state), state] as const))('from %s', (_name, state) => {
    given(state).when({ type: 'reset' }).gives({ type: 'attempt.reset' }, reset);
  });

  it.each([pending, reset, cancelled].map((state) => [shown(state), state] as const))('from %s is refused', (_name, state) => {
    given(state)
      .when({ type: 'reset' })
      .refused('resource.conflict', /in progress or completed/);
  });

  it('lets the same invitation start again, with a new deadline', () => {
    const again = nine + 300 * minute;
    const decided = decide(reset, start(again));
    expect(decided).toMatchObject({ ok: true, value: { type: 'attempt.started', startedAt: again, deadline: again + 60 * minute } });
  });
});

describe('extra time', () => {
  it.each([pending, reset].map((state) => [shown(state), state] as const))('on %s waits for the start', (_name, state) => {
    const extended = { ...state, extraMinutes: 15 } as Invitation;
    given(state)
      .when({ type: 'extend', now: nine, minutes: 15 })
      .gives({ type: 'attempt.extended', extraMinutes: 15, deadline: null }, extended);
    expect(decide(extended, start(nine))).toMatchObject({ ok: true, value: { deadline: nine + 75 * minute } });
  });

  it('adds up', () => {
    given({ status: 'Pending', extraMinutes: 10 })
      .when({ type: 'extend', now: nine, minutes: 5 })
      .gives({ type: 'attempt.extended', extraMinutes: 15, deadline: null }, { status: 'Pending', extraMinutes: 15 });
  });

  it('moves the deadline of a running attempt', () => {
    const deadline = nine + 80 * minute;
    given({ ...running, extraMinutes: 5, deadline: nine + 65 * minute })
      .when({ type: 'extend', now: half, minutes: 15 })
      .gives({ type: 'attempt.extended', extraMinutes: 20, deadline }, { ...running, extraMinutes: 20, deadline });
  });

  it('never moves the deadline past the end of the window', () => {
    const windowEnd = nine + 70 * minute;
    given({ ...running, windowEnd })
      .when({ type: 'extend', now: half, minutes: 15 })
      .gives(
        { type: 'attempt.extended', extraMinutes: 15, deadline: windowEnd },
        { ...running, windowEnd, extraMinutes: 15, deadline: windowEnd },
      );
  });

  it('can be given until the deadline, not after it', () => {
    const command = { type: 'extend', minutes: 15 } as const;
    expect(decide(running, { ...command, now: running.deadline })).toMatchObject({ ok: true });
    given(running)
      .when({ ...command, now: running.deadline + 1 })
      .refused('take.deadline-passed', /2026-01-05T10:00:00 UTC/);
  });

  it.each([submitted, timedOut, cancelled].map((state) => [shown(state), state] as const))('on %s is refused', (_name, state) => {
    given(state)
      .when({ type: 'extend', now: half, minutes: 15 })
      .refused('resource.conflict', /before the attempt is completed or the invitation cancelled/);
  });
});

describe('every pair of state and command has an answer', () => {
  const commands = {
    register: { type: 'register' },
    cancel: { type: 'cancel' },
    reattempt: { type: 'reattempt' },
    supersede: { type: 'supersede', testInvitationId: 8 },
    start: start(half),
    saveAnswer: { type: 'saveAnswer', graceMs, now: half },
    recordEvents: { type: 'recordEvents' },
    submit: { type: 'submit', now: half },
    closeOverdue: { type: 'closeOverdue', graceMs, now: nine + 120 * minute },
    reset: { type: 'reset' },
    extend: { type: 'extend', now: half, minutes: 15 },
  } as const satisfies { [Type in InvitationCommand['type']]: InvitationCommand & { type: Type } };
  const states = { Pending: pending, 'In progress': running, Completed: submitted, Reset: reset, Cancelled: cancelled } as const;
  type Answer = InvitationEvent['type'] | RefusalCode;

  const conflict: RefusalCode = 'resource.conflict';
  const table: Record<Invitation['status'], Record<InvitationCommand['type'], Answer>> = {
    Pending: {
      register: 'invitation.updated',
      cancel: 'invitation.cancelled',
      reattempt: 'invitation.not-reattemptable',
      supersede: 'invitation.superseded',
      start: 'attempt.started',
      saveAnswer: conflict,
      recordEvents: conflict,
      submit: conflict,
      closeOverdue: conflict,
      reset: conflict,
      extend: 'attempt.extended',
    },
    'In progress': {
      register: 'invitation.updated',
      cancel: 'invitation.not-cancellable',
      reattempt: 'invitation.not-reattemptable',
      supersede: 'invitation.retired',
      start: 'attempt.resumed',
      saveAnswer: 'attempt.answer-saved',
      recordEvents: 'attempt.events-recorded',
      submit: 'attempt.completed',
      closeOverdue: 'attempt.completed',
      reset: 'attempt.reset',
      extend: 'attempt.extended',
    },
    Completed: {
      register: 'invitation.updated',
      cancel: 'invitation.not-cancellable',
      reattempt: 'invitation.reattempted',
      supersede: 'invitation.retired',
      start: 'take.completed',
      saveAnswer: 'take.completed',
      recordEvents: 'take.completed',
      submit: 'attempt.already-completed',
      closeOverdue: 'attempt.already-completed',
      reset: 'attempt.reset',
      extend: conflict,
    },
    Reset: {
      register: 'invitation.restored',
      cancel: 'invitation.cancelled',
      reattempt: 'invitation.not-reattemptable',
      supersede: 'invitation.retired',
      start: 'attempt.started',
      saveAnswer: conflict,
      recordEvents: conflict,
      submit: conflict,
      closeOverdue: conflict,
      reset: conflict,
      extend: 'attempt.extended',
    },
    Cancelled: {
      register: 'invitation.restored',
      cancel: 'invitation.already-cancelled',
      reattempt: 'invitation.not-reattemptable',
      supersede: 'invitation.retired',
      start: 'take.cancelled',
      saveAnswer: 'take.cancelled',
      recordEvents: 'take.cancelled',
      submit: 'take.cancelled',
      closeOverdue: conflict,
      reset: conflict,
      extend: conflict,
    },
  };

  const pairs = Object.entries(table).flatMap(([status, row]) =>
    Object.entries(row).map(([type, answer]) => [status, type, answer] as [Invitation['status'], InvitationCommand['type'], Answer]),
  );

  it.each(pairs)('%s, %s: %s', (status, type, answer) => {
    const decided = decide(states[status], commands[type]);
    expect(decided.ok ? decided.value.type : decided.error.code).toBe(answer);
    if (decided.ok) expect(() => evolve(states[status], decided.value)).not.toThrow();
    else expect(decided.error.message).not.toBe('');
  });
});

describe('an event on a state that cannot have led to it', () => {
  const completion: InvitationEvent = { type: 'attempt.completed', at: half, by: 'candidate' };
  const extension: InvitationEvent = { type: 'attempt.extended', extraMinutes: 5, deadline: half };
  it.each([
    [pending, completion],
    [reset, completion],
    [cancelled, completion],
    [submitted, completion],
    [submitted, extension],
    [cancelled, extension],
    [running, { ...extension, deadline: null }],
  ] satisfies [Invitation, InvitationEvent][])('is a bug and throws (%j, %j)', (state, event) => {
    expect(() => evolve(state, event)).toThrow(`${event.type} cannot follow ${state.status}`);
  });
});

describe('the time taken rounds up', () => {
  it.each([
    [0, 0, 0],
    [1, 1, 1],
    [10_001, 11, 1],
    [60_000, 60, 1],
    [60_001, 61, 2],
    [3_599_999, 3600, 60],
    [3_600_000, 3600, 60],
  ])('%i ms are %i seconds and %i minutes', (milliseconds, seconds, minutes) => {
    expect(secondsTaken(nine, nine + milliseconds)).toBe(seconds);
    expect(minutesTaken(seconds)).toBe(minutes);
  });

  it('is never negative: an attempt that a clock set back completed ends when it started, also one from before this was so', () => {
    const before = nine - 120 * minute;
    const decided = decide(running, { type: 'submit', now: before });
    expect(decided).toEqual({ ok: true, value: { type: 'attempt.completed', at: nine, by: 'candidate' } });
    expect(secondsTaken(nine, before)).toBe(0);
  });
});

describe('any sequence of commands', () => {
  const stepTypes = [
    'register',
    'cancel',
    'reattempt',
    'supersede',
    'start',
    'start',
    'saveAnswer',
    'recordEvents',
    'submit',
    'closeOverdue',
    'reset',
    'extend',
  ] as const satisfies InvitationCommand['type'][];

  const step = fc.record({
    type: fc.constantFrom(...stepTypes),
    wait: fc.oneof(fc.constantFrom(0, 1, 30_000, 30_001, minute), fc.integer({ min: 0, max: 50 * minute })),
    minutes: fc.integer({ min: 1, max: 90 }),
    window: fc.option(fc.integer({ min: 1, max: 120 * minute }), { nil: null }),
  });

  const commandOf = (
    { type, minutes, window }: { type: InvitationCommand['type']; minutes: number; window: number | null },
    now: number,
  ) => {
    if (type === 'start')
      return { type, graceMs, now, durationMinutes: minutes, windowEnd: window === null ? null : now + window } as const;
    if (type === 'extend') return { type, now, minutes } as const;
    if (type === 'saveAnswer' || type === 'closeOverdue') return { type, graceMs, now } as const;
    if (type === 'submit') return { type, now } as const;
    if (type === 'supersede') return { type, testInvitationId: minutes } as const;
    return { type } as const;
  };

  type Move = { before: Invitation; command: InvitationCommand; event: InvitationEvent | undefined; after: Invitation; now: number };

  /** Decides and evolves from Pending on; hands every move to `check`. A throw anywhere fails the property. */
  const holds = (check: (move: Move) => void) =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state: Invitation = pending;
        let now = nine;
        for (const one of steps) {
          now += one.wait;
          const before = state;
          const command = commandOf(one, now);
          const decided = decide(before, command);
          if (decided.ok) state = evolve(before, decided.value);
          check({ before, command, event: decided.ok ? decided.value : undefined, after: state, now });
        }
      }),
      { numRuns: 400 },
    );

  it('gives no event that evolve throws on', () => {
    holds(({ event, after }) => {
      if (event !== undefined) expect(after.status).toMatch(/^(?:Pending|In progress|Completed|Reset|Cancelled)$/);
    });
  });

  it('reaches every state (else the properties here would say nothing)', () => {
    const reached = new Set<string>();
    holds(({ after }) => reached.add(shown(after)));
    expect([...reached].sort()).toEqual([
      'Cancelled',
      'Completed by candidate',
      'Completed by deadline',
      'In progress',
      'Pending',
      'Reset',
    ]);
  });

  it('completes between the start and the deadline, never in the future', () => {
    holds(({ before, after, now }) => {
      if (before.status !== 'In progress' || after.status !== 'Completed') return;
      expect(after.completedAt).toBeLessThanOrEqual(before.deadline);
      expect(after.completedAt).toBeGreaterThanOrEqual(before.startedAt);
      expect(after.completedAt).toBeLessThanOrEqual(now);
      expect(after.startedAt).toBe(before.startedAt);
    });
  });

  it('leaves Cancelled only by register, and only to Pending', () => {
    holds(({ before, command, after }) => {
      if (before.status === 'Cancelled') expect(after).toEqual(command.type === 'register' ? pending : cancelled);
    });
  });

  it('comes to In progress only by start, from Pending or Reset', () => {
    holds(({ before, command, after }) => {
      if (after.status !== 'In progress' || before.status === 'In progress') return;
      expect(command.type).toBe('start');
      expect(['Pending', 'Reset']).toContain(before.status);
    });
  });

  it('leaves Completed only by reset', () => {
    holds(({ before, command, after }) => {
      if (before.status !== 'Completed') return;
      if (command.type === 'reset') expect(after.status).toBe('Reset');
      else expect(after).toEqual(before);
    });
  });

  it('has as its deadline the earlier of start + duration + extra time and the end of the window', () => {
    holds(({ after }) => {
      if (after.status !== 'In progress') return;
      const byDuration = after.startedAt + after.durationMinutes * minute + after.extraMinutes * minute;
      expect(after.deadline).toBe(after.windowEnd !== null && after.windowEnd < byDuration ? after.windowEnd : byDuration);
    });
  });

  it('moves the deadline of a running attempt only by extra time, and never back', () => {
    holds(({ before, command, after }) => {
      if (before.status !== 'In progress' || after.status !== 'In progress') return;
      if (command.type === 'extend') expect(after.deadline).toBeGreaterThanOrEqual(before.deadline);
      else expect(after).toEqual(before);
    });
  });

  it('accepts an answer exactly while In progress and until 30 s after the deadline', () => {
    holds(({ before, command, event, now }) => {
      if (command.type !== 'saveAnswer') return;
      expect(event?.type === 'attempt.answer-saved').toBe(before.status === 'In progress' && now <= before.deadline + 30_000);
    });
  });

  it('changes no state that it was given', () => {
    holds(({ before, command }) => {
      const frozen = Object.freeze({ ...before });
      const decided = decide(frozen, command);
      if (decided.ok) evolve(frozen, Object.freeze(decided.value));
      expect(frozen).toEqual(before);
    });
  });
});
