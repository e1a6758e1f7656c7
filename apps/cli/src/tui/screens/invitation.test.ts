import { describe, expect, it } from 'vitest';
import { call, failed, given, noticesOf, press, succeeded, typed } from '../testing/given.ts';
import { completed, delivery, invitation } from '../testing/samples.ts';
import { invitationScopes, reduceInvitation, startInvitation } from './invitation.ts';

const id = { testInvitationId: 501 };
const one = given(reduceInvitation, startInvitation(501));
const read = (which = invitation()) => succeeded('getInvitation', id, { invitation: which, timeline: [] });

describe('an invitation', () => {
  it.each([
    ['cancel', invitation(), call('cancelInvitation', id)],
    ['reattempt', completed(), call('reattemptInvitation', id)],
    ['reset', completed(), call('resetInvitation', id)],
    ['resend', invitation(), call('sendInvitationEmail', id)],
  ] as const)('%s asks first and is done after yes', (command, which, done) => {
    const prompted = one.when(read(which), press(command));
    expect(prompted.effects).toEqual([]);
    expect(prompted.state.dialog).toMatchObject({ kind: 'confirm' });
    expect(given(reduceInvitation, prompted).when(press('yes')).effects).toEqual([done]);
  });

  it.each([
    ['cancel', completed()],
    ['reattempt', invitation()],
    ['reset', invitation()],
    ['extend', completed()],
    ['resend', completed()],
    ['pdf', invitation()],
  ] as const)('%s is not tried where the status forbids it', (command, which) => {
    const { state, effects } = one.when(read(which), press(command));
    expect(state.dialog).toBeNull();
    expect(noticesOf(effects)).toHaveLength(1);
  });

  it('extra time takes whole minutes, then needs a yes', () => {
    const prompted = one.when(read(), press('extend'), typed('x'));
    expect(invitationScopes(prompted.state)).toEqual(['minutes']);
    const wrong = given(reduceInvitation, prompted).when(press('submit'));
    expect(wrong.state.dialog).toMatchObject({ kind: 'minutes', problem: expect.stringMatching(/Whole minutes/) });
    const right = given(reduceInvitation, wrong).when({ type: 'edit', edit: 'clear' }, typed('15'), press('submit'), press('yes'));
    expect(right.effects).toEqual([call('giveExtraTime', { ...id, minutes: 15 })]);
  });

  it('after a reset the invitation is loaded again', () => {
    const { effects } = one.when(read(completed()), succeeded('resetInvitation', id, invitation({ status: 'Reset' })));
    expect(effects).toContainEqual(call('getInvitation', id));
  });

  it('after a reattempt the new invitation replaces this one', () => {
    const { effects } = one.when(read(completed()), succeeded('reattemptInvitation', id, { testInvitationId: 777, takeTestURL: 'u' }));
    expect(effects).toContainEqual({ type: 'replace', to: { screen: 'invitation', testInvitationId: 777 } });
  });

  it('the take URL is copied in full', () => {
    expect(one.when(read(), press('copy')).effects).toEqual([{ type: 'copy', what: 'Take URL', text: invitation().takeTestURL }]);
  });

  it('sending a mail shows the id of its delivery', () => {
    expect(noticesOf(one.when(read(), succeeded('sendInvitationEmail', id, delivery())).effects)).toEqual([
      expect.stringMatching(/delivery 900/),
    ]);
  });

  it('a failed PDF stays shown until the next command', () => {
    const after = one.when(read(completed()), failed('openReport', id), read(completed()));
    expect(after.state.fault?.op).toBe('openReport');
    expect(given(reduceInvitation, after).when(press('pdf')).state.fault).toBeNull();
  });
});
