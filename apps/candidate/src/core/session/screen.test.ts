import type { RefusalCode } from '@assay/domain/take';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../server/protocol.ts';
import { attemptOfStatus } from '../testing/arrange-attempt.ts';
import type { Screen } from './screen.ts';
import * as screens from './screen.ts';

const pending = attemptOfStatus('Pending');
const started = attemptOfStatus('In progress');
const deadline = Date.parse('2026-05-04T09:30:00.000Z');

const loading: Screen = { screen: 'loading' };
const before: Screen = { screen: 'before', attempt: pending, starting: true, problem: null };
const running: Screen = { screen: 'running', attempt: started, deadline };
const submitting: Screen = { screen: 'submitting', attempt: started, cause: 'candidate', offline: false };
const takenOver: Screen = { screen: 'takenOver', attempt: started, busy: true, problem: null };

type Change = (screen: Screen) => Screen;
const received =
  (attempt: Attempt, claimed = false): Change =>
  (screen) =>
    screens.received(screen, attempt, claimed);
const refused =
  (code: RefusalCode | null): Change =>
  (screen) =>
    screens.refused(screen, code);
const { unreachable } = screens;

/** given a screen, when it changes like this, then this is shown */
const given = (screen: Screen) => ({
  when: (...changes: Change[]) => {
    const shown = changes.reduce((before, change) => change(before), screen);
    return { shows: (expected: object) => expect(shown).toMatchObject(expected), staysTheSame: () => expect(shown).toBe(screen) };
  },
});

describe('an attempt sent by the server', () => {
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
      .when(received(attemptOfStatus('Pending', { access })))
      .shows(screen);
    given(loading)
      .when(received(attemptOfStatus('Reset', { access })))
      .shows(screen);
  });

  it('of a running attempt runs only for the page that claimed it', () => {
    given(before).when(received(started, true)).shows(running);
    given(loading).when(received(started)).staysTheSame();
    given(before).when(received(started)).shows({ screen: 'takenOver', busy: false });
    given(takenOver).when(received(started)).staysTheSame();
    given(takenOver).when(received(started, true)).shows(running);
  });

  it('renews the deadline of a running attempt and leaves its questions the same objects', () => {
    const later = attemptOfStatus('In progress', { deadline: '2026-05-04T09:45:00.000Z' });
    const renewed = screens.received(running, later);
    expect(renewed).toMatchObject({ screen: 'running', deadline: deadline + 15 * 60_000 });
    expect(renewed.screen === 'running' && renewed.attempt.questions).toBe(started.questions);
  });

  it('of a completed or cancelled one ends the test on any screen', () => {
    for (const screen of [loading, before, running, submitting, takenOver]) {
      given(screen)
        .when(received(attemptOfStatus('Completed')))
        .shows({ screen: 'completed', completedAt: '2026-05-04T09:20:00.000Z', answered: 1 });
      given(screen)
        .when(received(attemptOfStatus('Cancelled')))
        .shows({ screen: 'ended', reason: 'cancelled' });
    }
  });

  it('leads on only to web addresses', () => {
    for (const redirectURL of ['https://a.example/x', 'http://a.example']) {
      given(submitting)
        .when(received(attemptOfStatus('Completed', { redirectURL })))
        .shows({ redirectURL });
    }
    for (const redirectURL of ['javascript:alert(1)', 'data:text/html,x', '//a.example', null]) {
      given(submitting)
        .when(received(attemptOfStatus('Completed', { redirectURL })))
        .shows({ redirectURL: null });
    }
  });

  it('without a deadline is a fault, not a test without end', () => {
    given(before)
      .when(received(attemptOfStatus('In progress', { deadline: null }), true))
      .shows({ screen: 'ended', reason: 'fault' });
  });
});

describe('a refusal', () => {
  it.each([
    ['take.closed', 'closed'],
    ['take.inactive', 'inactive'],
    ['take.cancelled', 'cancelled'],
    ['take.superseded', 'superseded'],
    ['resource.not-found', 'unknown'],
    ['request.invalid', 'fault'],
    [null, 'fault'],
  ] as const)('%s ends as %s', (code, reason) => {
    given(before).when(refused(code)).shows({ screen: 'ended', reason });
  });

  it('take.taken-over says that another tab or device saves now', () => {
    given(running).when(refused('take.taken-over')).shows({ screen: 'takenOver', attempt: started, busy: false, problem: null });
  });

  it('that is not expected does not end a running test, nor does any a completed one', () => {
    given(running).when(refused('request.invalid')).staysTheSame();
    given(submitting).when(refused(null)).staysTheSame();
    const completed = screens.received(loading, attemptOfStatus('Completed'));
    given(completed).when(refused('take.superseded')).staysTheSame();
  });
});

describe('no response', () => {
  it('is shown where the candidate waits for one, and nowhere else', () => {
    given(loading).when(unreachable).shows({ screen: 'unreachable' });
    given(before).when(unreachable).shows({ starting: false, problem: 'unreachable' });
    given(takenOver).when(unreachable).shows({ busy: false, problem: 'unreachable' });
    given(submitting).when(unreachable).shows({ offline: true });
    given(submitting)
      .when(unreachable, (screen) => screens.submittingOffline(screen, false))
      .shows({ offline: false });
    given(running).when(unreachable).staysTheSame();
  });
});

const submitBegun =
  (cause: 'candidate' | 'deadline'): Change =>
  (screen) =>
    screens.submitBegun(screen, cause);

describe('submitting', () => {
  it('continues by the deadline when that comes first, and ends with what was submitted', () => {
    given(running).when(submitBegun('candidate'), submitBegun('deadline')).shows({ screen: 'submitting', cause: 'deadline' });
    given(submitting)
      .when((screen) =>
        screens.submitted(screen, { completedAt: '2026-05-04T09:10:00.000Z', redirectURL: 'https://a.example', answered: 2 }),
      )
      .shows({ screen: 'completed', completedAt: '2026-05-04T09:10:00.000Z', answered: 2, redirectURL: 'https://a.example' });
  });

  it('begins only from a running test', () => {
    for (const screen of [loading, before, takenOver]) given(screen).when(submitBegun('deadline')).staysTheSame();
  });
});
