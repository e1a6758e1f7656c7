import { describe, expect, it } from 'vitest';
import { dialogKeys } from '../core/key-sets.ts';
import { call, opened, press, succeeded, typed } from '../testing/given.ts';
import { invitation, overview } from '../testing/samples.ts';
import { registerScreen } from './register.tsx';

const form = opened(registerScreen, { testId: 7, testLinkId: 31 });
const ana = { emailId: 'ana@example.com', fullName: 'Ana Núñez', sendEmail: true, testLinkId: 31 };
const filled = [typed('Ana Núñez'), press('next-field'), typed('ana@example.com')];
const input = { testId: 7, candidates: [ana] };

describe('registering one candidate', () => {
  it('sends the fields, by the test link of the screen', () => {
    expect(form.when(...filled, press('save')).effects).toEqual([call('inviteCandidates', input)]);
  });

  it('asks before what was typed is thrown away; an empty form is left at once', () => {
    expect(form.when(press('leave')).effects).toEqual([{ type: 'back' }]);
    const asked = form.when(...filled, press('leave'));
    expect(asked.effects).toEqual([]);
    expect(registerScreen.active(asked.state)).toEqual([dialogKeys]);
    const stayed = asked.when(press('leave'));
    expect(stayed.state).toMatchObject({ confirmingExit: false, lines: { fullName: { text: 'Ana Núñez' } } });
    expect(asked.when(press('yes')).effects).toEqual([{ type: 'back' }]);
  });

  it('another test link, or none, is chosen among those of the test', () => {
    const listed = succeeded('readTest', { testId: 7 }, overview());
    const { state } = form.when(listed, ...filled, press('next-field'), { type: 'edit', edit: 'right' });
    expect(state.testLinkId).toBe(32);
    expect(form.when(listed, ...filled, press('next-field'), { type: 'edit', edit: 'left' }).state.testLinkId).toBeNull();
  });

  it('without an email nothing is sent, and the field shows it', () => {
    const { state, effects } = form.when(typed('Ana'), press('save'));
    expect(effects).toEqual([]);
    expect(state).toMatchObject({ focus: 'emailId', problems: { emailId: expect.any(String) } });
  });

  it('a refusal keeps what was typed', () => {
    const refused = {
      results: [
        { index: 0, ok: false, outcome: 'invalid' as const, finished: false, invitation: null, email: null, error: 'The test is archived' },
      ],
    };
    const { state } = form.when(...filled, press('save'), succeeded('inviteCandidates', input, refused));
    expect(state).toMatchObject({ refusal: 'The test is archived', saving: false, lines: { fullName: { text: 'Ana Núñez' } } });
  });

  it('who has completed the test already is not changed, which the form says', () => {
    const taken = invitation({ status: 'Completed' });
    const left = { index: 0, ok: true, outcome: 'already-invited' as const, finished: true, invitation: taken, email: null, error: null };
    const { state } = form.when(...filled, press('save'), succeeded('inviteCandidates', input, { results: [left] }));
    expect(state).toMatchObject({
      refusal: expect.stringContaining('completed the test'),
      last: null,
      lines: { fullName: { text: 'Ana Núñez' } },
    });
  });

  it('after a success the form is empty and the take URL is shown', () => {
    const done = {
      results: [{ index: 0, ok: true, outcome: 'invited' as const, finished: false, invitation: invitation(), email: null, error: null }],
    };
    const { state } = form.when(...filled, press('save'), succeeded('inviteCandidates', input, done));
    expect(state).toMatchObject({ focus: 'fullName', lines: { fullName: { text: '' } }, last: invitation() });
  });
});
