import type { Timeline } from '@assay/client';
import { describe, expect, it } from 'vitest';
import { minutesKeys } from '../core/key-sets.ts';
import { routeTo } from '../core/screen.ts';
import { call, failed, noticesOf, opened, press, succeeded, typed } from '../testing/given.ts';
import { completed, delivery, invitation } from '../testing/samples.ts';
import { invitationScreen } from './invitation.tsx';

const id = { testInvitationId: 501 };
const request = { ...id, limit: 100 };
const one = opened(invitationScreen, { testInvitationId: 501 });
const read = (which = invitation()) => succeeded('getInvitationTimeline', request, { invitation: which, timeline: [], nextCursor: null });

describe('an invitation', () => {
  it.each([
    ['cancel', invitation(), call('cancelInvitation', id)],
    ['reattempt', completed(), call('reattemptInvitation', id)],
    ['reset', completed(), call('resetInvitation', id)],
    ['revoke-report-url', completed(), call('revokeReportUrl', id)],
    ['resend', invitation(), call('sendInvitationEmail', id)],
  ] as const)('%s asks first and is done after yes', (command, which, done) => {
    const prompted = one.when(read(which), press(command));
    expect(prompted.effects).toEqual([]);
    expect(prompted.state.dialog).toMatchObject({ kind: 'confirm' });
    expect(prompted.when(press('yes')).effects).toEqual([done]);
  });

  it.each([
    ['cancel', completed()],
    ['reattempt', invitation()],
    ['reset', invitation()],
    ['extend', completed()],
    ['resend', completed()],
    ['pdf', invitation()],
    ['open-pdf', invitation()],
  ] as const)('%s is not tried where the status forbids it', (command, which) => {
    const { state, effects } = one.when(read(which), press(command));
    expect(state.dialog).toBeNull();
    expect(noticesOf(effects)).toHaveLength(1);
  });

  it('extra time takes whole minutes, then needs a yes', () => {
    const prompted = one.when(read(), press('extend'), typed('x'));
    expect(invitationScreen.active(prompted.state)).toEqual([minutesKeys]);
    const wrong = prompted.when(press('submit'));
    expect(wrong.state.dialog).toMatchObject({ kind: 'minutes', problem: expect.stringMatching(/Whole minutes/) });
    const right = wrong.when({ type: 'edit', edit: 'clear' }, typed('15'), press('submit'), press('yes'));
    expect(right.effects).toEqual([call('giveExtraTime', { ...id, minutes: 15 })]);
  });

  it('after a reset the invitation is loaded again', () => {
    const { effects } = one.when(read(completed()), succeeded('resetInvitation', id, invitation({ status: 'Reset' })));
    expect(effects).toContainEqual(call('getInvitationTimeline', request));
  });

  it('after a reattempt the new invitation replaces this one', () => {
    const { effects } = one.when(read(completed()), succeeded('reattemptInvitation', id, { testInvitationId: 777, takeTestURL: 'u' }));
    expect(effects).toContainEqual({ type: 'replace', to: routeTo(invitationScreen, { testInvitationId: 777 }) });
  });

  it('the take URL is copied in full', () => {
    expect(one.when(read(), press('copy')).effects).toEqual([{ type: 'copy', what: 'Take URL', text: invitation().takeTestURL }]);
    const withheld = one.when(read(invitation({ takeTestURL: null })), press('copy'));
    expect(withheld.effects).toEqual([{ type: 'notify', text: 'Take URL: needs the scope invite, which this key lacks.' }]);
  });

  it('sending a mail shows the id of its delivery', () => {
    expect(noticesOf(one.when(read(), succeeded('sendInvitationEmail', id, delivery())).effects)).toEqual([
      expect.stringMatching(/delivery 900/),
    ]);
  });

  it('p asks where the PDF goes, completes the path by Tab, says where it is, and asks before it overwrites', () => {
    const asked = one.when(read(completed()), press('pdf'));
    expect(asked.state.dialog).toMatchObject({ kind: 'save', line: { text: 'invitation-501.pdf' } });
    const typing = asked.when({ type: 'edit', edit: 'clear' }, typed('li'), press('complete'));
    expect(typing.effects).toEqual([call('completePath', { text: 'li' })]);
    const completion = typing.when(succeeded('completePath', { text: 'li' }, { text: 'lists/', names: [] }));
    const saving = completion.when(
      succeeded('completePath', { text: 'l' }, { text: 'late', names: [] }),
      typed('ana.pdf'),
      press('submit'),
    );
    const input = { ...id, document: 'report' as const, path: 'lists/ana.pdf', overwrite: false };
    expect(saving.effects).toEqual([call('exportDocument', input)]);
    const path = '/home/ana/lists/ana.pdf';
    const done = saving.when(succeeded('exportDocument', input, { saved: true, path, bytes: 30_000 }));
    expect(noticesOf(done.effects)).toEqual([`Saved ${path} (30 KiB).`]);
    const held = saving.when(succeeded('exportDocument', input, { saved: false, path }));
    expect(held.state.dialog).toMatchObject({ kind: 'confirm', title: 'Overwrite the file that is there?', lines: [path] });
    expect(held.when(press('yes')).effects).toEqual([call('exportDocument', { ...id, document: 'report', path, overwrite: true })]);
  });

  it('a failed PDF stays shown until the next command', () => {
    const after = one.when(read(completed()), failed('openDocument', { ...id, document: 'report' }), read(completed()));
    expect(after.state.fault?.op).toBe('openDocument');
    expect(after.when(press('open-pdf')).state.fault).toBeNull();
  });

  const entries = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ at: '2026-11-20T09:00:00.000Z', type: 'camera.lost', data: { attempt: from + index } }));
  const page = (cursor: string | undefined, from: number, count: number, nextCursor: string | null) =>
    succeeded('getInvitationTimeline', { ...request, cursor }, { invitation: invitation(), timeline: entries(from, count), nextCursor });
  const places = ({ detail }: { detail: Timeline | null }) => detail?.timeline.map(({ data }) => data.attempt);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('the newest is followed: pages of the timeline are read up to it, and the last one is read again', () => {
    const first = one.when(page(undefined, 0, 100, '100'));
    expect(first.effects).toEqual([call('getInvitationTimeline', { ...request, cursor: '100' })]);
    const second = first.when(page('100', 100, 50, null));
    expect([places(second.state), second.effects]).toEqual([upTo(150), []]);
    const refreshed = second.when({ type: 'refresh' });
    expect(refreshed.effects).toEqual([call('getInvitationTimeline', { ...request, cursor: '100' })]);
    expect(places(refreshed.when(page('100', 100, 60, null)).state)).toEqual(upTo(160));
  });

  it('a page that comes late a second time changes nothing', () => {
    const after = one.when(page(undefined, 0, 100, '100'), page('100', 100, 50, null), page(undefined, 0, 100, '100'));
    expect([places(after.state), after.effects]).toEqual([upTo(150), []]);
  });

  it('while earlier entries are shown, the next page is read at their end', () => {
    const above = one.when(page(undefined, 0, 100, null), press('up'), page(undefined, 0, 100, '100'));
    expect(above.effects).toEqual([]);
    expect(above.when(press('down')).effects).toEqual([call('getInvitationTimeline', { ...request, cursor: '100' })]);
  });
});
