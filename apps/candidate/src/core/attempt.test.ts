import { describe, expect, it } from 'vitest';
import { type AttemptEvent, reduce } from './attempt.ts';
import { attemptOfStatus } from './testing/attempts.ts';
import type { Attempt, Screen } from './types.ts';

const pending = attemptOfStatus('Pending');
const started = attemptOfStatus('In progress');
const deadline = Date.parse('2026-05-04T09:30:00.000Z');

const loading: Screen = { screen: 'loading' };
const before: Screen = { screen: 'before', attempt: pending, starting: true, problem: null };
const running: Screen = { screen: 'running', attempt: started, deadline };
const submitting: Screen = { screen: 'submitting', attempt: started, cause: 'candidate', offline: false };
const takenOver: Screen = { screen: 'takenOver', attempt: started, busy: true, problem: null };

const told = (attempt: Attempt, claimed = false): AttemptEvent => ({ type: 'told', attempt, claimed });
const refused = (statuscode: string): AttemptEvent => ({ type: 'refused', statuscode });

/** given a screen, when these happen, then this is seen */
const given = (screen: Screen) => ({
  when: (...events: AttemptEvent[]) => {
    const seen = events.reduce(reduce, screen);
    return { sees: (expected: object) => expect(seen).toMatchObject(expected), seesTheSame: () => expect(seen).toBe(screen) };
  },
});

describe('a state told by the server', () => {
  it.each([
    [
      { state: 'open', closesAt: null },
      { screen: 'before', starting: false, problem: null },
    ],
    [
      { state: 'not-open', opensAt: '2026-05-04T10:00:00.000Z' },
      { screen: 'waiting', reason: 'not-open', opensAt: Date.parse('2026-05-04T10:00:00.000Z') },
    ],
    [
      { state: 'outside-slot', opensAt: '2026-05-05T10:00:00.000Z' },
      { screen: 'waiting', reason: 'outside-slot' },
    ],
    [
      { state: 'closed', closedAt: '2026-05-01T10:00:00.000Z' },
      { screen: 'ended', reason: 'closed' },
    ],
    [{ state: 'inactive' }, { screen: 'ended', reason: 'inactive' }],
  ] as const)('of a pending attempt shows by its access %o', (access, screen) => {
    given(loading)
      .when(told(attemptOfStatus('Pending', { access })))
      .sees(screen);
    given(loading)
      .when(told(attemptOfStatus('Reset', { access })))
      .sees(screen);
  });

  it('of a running attempt runs only for the page that claimed it', () => {
    given(before).when(told(started, true)).sees(running);
    given(loading).when(told(started)).seesTheSame();
    given(before).when(told(started)).sees({ screen: 'takenOver', busy: false });
    given(takenOver).when(told(started)).seesTheSame();
    given(takenOver).when(told(started, true)).sees(running);
  });

  it('renews the deadline of a running attempt and leaves its questions the same objects', () => {
    const later = attemptOfStatus('In progress', { deadline: '2026-05-04T09:45:00.000Z' });
    const seen = reduce(running, told(later));
    expect(seen).toMatchObject({ screen: 'running', deadline: deadline + 15 * 60_000 });
    expect(seen.screen === 'running' && seen.attempt.questions).toBe(started.questions);
  });

  it('of a completed or cancelled one ends the test wherever it is', () => {
    for (const screen of [loading, before, running, submitting, takenOver]) {
      given(screen)
        .when(told(attemptOfStatus('Completed')))
        .sees({ screen: 'completed', completedAt: '2026-05-04T09:20:00.000Z', answered: 1 });
      given(screen)
        .when(told(attemptOfStatus('Cancelled')))
        .sees({ screen: 'ended', reason: 'cancelled' });
    }
  });

  it('leads on only to web addresses', () => {
    for (const redirectURL of ['https://a.example/x', 'http://a.example']) {
      given(submitting)
        .when(told(attemptOfStatus('Completed', { redirectURL })))
        .sees({ redirectURL });
    }
    for (const redirectURL of ['javascript:alert(1)', 'data:text/html,x', '//a.example', null]) {
      given(submitting)
        .when(told(attemptOfStatus('Completed', { redirectURL })))
        .sees({ redirectURL: null });
    }
  });

  it('without a deadline is a fault, not a test without end', () => {
    given(before)
      .when(told(attemptOfStatus('In progress', { deadline: null }), true))
      .sees({ screen: 'ended', reason: 'fault' });
  });
});

describe('a refusal', () => {
  it.each([
    ['403.12', 'closed'],
    ['403.14', 'inactive'],
    ['403.15', 'cancelled'],
    ['403.18', 'superseded'],
    ['404.1', 'unknown'],
    ['400.1', 'fault'],
  ])('%s ends as %s', (statuscode, reason) => {
    given(before).when(refused(statuscode)).sees({ screen: 'ended', reason });
  });

  it('403.19 says that another tab or device saves now', () => {
    given(running).when(refused('403.19')).sees({ screen: 'takenOver', attempt: started, busy: false, problem: null });
  });

  it('that nobody knows does not end a running test, nor does any a completed one', () => {
    given(running).when(refused('400.1')).seesTheSame();
    given(submitting).when(refused('405.1')).seesTheSame();
    const completed = reduce(loading, told(attemptOfStatus('Completed')));
    given(completed).when(refused('403.18')).seesTheSame();
  });
});

describe('no answer', () => {
  it('is said where the candidate waits for one, and nowhere else', () => {
    given(loading).when({ type: 'not-reached' }).sees({ screen: 'unreachable' });
    given(before).when({ type: 'not-reached' }).sees({ starting: false, problem: 'unreachable' });
    given(takenOver).when({ type: 'not-reached' }).sees({ busy: false, problem: 'unreachable' });
    given(submitting).when({ type: 'not-reached' }).sees({ offline: true });
    given(submitting).when({ type: 'not-reached' }, { type: 'reached' }).sees({ offline: false });
    given(running).when({ type: 'not-reached' }).seesTheSame();
  });

  it('is forgotten when it is tried again', () => {
    given(before).when({ type: 'not-reached' }, { type: 'start-pressed' }).sees({ starting: true, problem: null });
    given(takenOver).when({ type: 'not-reached' }, { type: 'takeover-pressed' }).sees({ busy: true, problem: null });
  });
});

describe('submitting', () => {
  it('goes on by the deadline when that comes first, and ends with what was submitted', () => {
    given(running)
      .when({ type: 'submit-began', cause: 'candidate' }, { type: 'submit-began', cause: 'deadline' })
      .sees({ screen: 'submitting', cause: 'deadline' });
    given(submitting)
      .when({ type: 'submitted', completedAt: '2026-05-04T09:10:00.000Z', redirectURL: 'https://a.example', answered: 2 })
      .sees({ screen: 'completed', completedAt: '2026-05-04T09:10:00.000Z', answered: 2, redirectURL: 'https://a.example' });
  });

  it('begins only from a running test', () => {
    for (const screen of [loading, before, takenOver]) given(screen).when({ type: 'submit-began', cause: 'deadline' }).seesTheSame();
  });
});
