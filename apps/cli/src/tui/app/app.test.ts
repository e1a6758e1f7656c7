import { describe, expect, it } from 'vitest';
import { failed, succeeded } from '../testing/given.ts';
import { completed, env, test } from '../testing/samples.ts';
import { type AppEvent, type AppState, type AppStep, reduceApp, startApp } from './app.ts';

const key = (name: string): AppEvent => ({ type: 'press', key: name, input: name.length === 1 ? name : '' });
const listed: AppEvent = {
  type: 'screen',
  key: 1,
  event: succeeded('readTests', { search: '', cursor: null }, { tests: [test()], nextCursor: null }),
};

const when = (...events: readonly AppEvent[]): AppStep =>
  events.reduce<AppStep>((before, event) => reduceApp(before.state, event), startApp(env));

const titles = ({ stack }: AppState): string[] => stack.map(({ screen, state }) => screen.title(state));

describe('the stack of screens', () => {
  it('the requests of a screen are aborted when it is closed', () => {
    const { state, effects } = when(listed, key('enter'), key('esc'));
    expect(titles(state)).toEqual(['Tests']);
    expect(effects).toContainEqual({ type: 'closed', key: 2 });
  });

  it('back does not close the first screen', () => {
    expect(titles(when(listed, key('esc'), key('backspace')).state)).toEqual(['Tests']);
  });

  it('a response reaches its screen below others, and no closed screen', () => {
    const covered = when(key('x'), listed).state;
    expect(covered.stack[0]?.state).toMatchObject({ list: { id: test().testId } });
    const gone = when(listed, key('enter'), key('esc'));
    const late: AppEvent = { type: 'screen', key: 2, event: failed('readTest', { testId: 7 }) };
    expect(reduceApp(gone.state, late)).toEqual({ state: gone.state, effects: [] });
  });

  it('a write that fails after its screen was closed still shows a notice', () => {
    const gone = when(listed, key('enter'), key('esc'));
    const late: AppEvent = { type: 'screen', key: 2, event: failed('cancelInvitation', { testInvitationId: 1 }) };
    expect(reduceApp(gone.state, late).state.notice).toMatch(/does not answer/);
  });

  it('coming back to a screen refreshes it', () => {
    const { effects } = when(listed, key('enter'), key('esc'));
    expect(effects).toContainEqual({ type: 'call', key: 1, call: { type: 'call', op: 'readTests', input: { search: '', cursor: null } } });
  });

  it('an invitation that replaces the former one does not come to the top when another screen is open', () => {
    const invitation: AppEvent[] = [key('g'), ...'501'.split('').map(key), key('enter')];
    const read: AppEvent = {
      type: 'screen',
      key: 2,
      event: succeeded(
        'getInvitationTimeline',
        { testInvitationId: 501, limit: 100 },
        { invitation: completed(), timeline: [], nextCursor: null },
      ),
    };
    const again: AppEvent = {
      type: 'screen',
      key: 2,
      event: succeeded('reattemptInvitation', { testInvitationId: 501 }, { testInvitationId: 777, takeTestURL: 'u' }),
    };
    expect(titles(when(listed, ...invitation, read, again).state)).toEqual(['Tests', 'Invitation 777']);
    expect(when(listed, ...invitation, read, again).state.stack[1]?.state).toMatchObject({ testInvitationId: 777 });
    expect(titles(when(listed, ...invitation, read, key('v'), again).state)).toEqual(['Tests', 'Ana Núñez', 'Report']);
  });

  it('going to the tests closes every other screen', () => {
    const { state, effects } = when(listed, key('enter'), key('i'), key('g'), key('enter'));
    expect(titles(state)).toEqual(['Tests']);
    expect(effects.filter(({ type }) => type === 'closed')).toHaveLength(2);
  });
});

describe('pasted text', () => {
  it('is typed into a text field, and ignored elsewhere', () => {
    const paste: AppEvent = { type: 'paste', text: 'q' };
    expect(when(listed, paste).state.stack[0]?.state).toMatchObject({ search: { text: '' } });
    expect(when(listed, key('/'), paste).state.stack[0]?.state).toMatchObject({ search: { text: 'q' } });
  });
});
