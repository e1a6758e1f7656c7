import { describe, expect, it } from 'vitest';
import { dialogKeys } from '../core/key-sets.ts';
import { selectedRow, totalOf } from '../core/paged-rows.ts';
import { go } from '../core/screen.ts';
import { call, callsOf, failed, fault, noticesOf, opened, press, succeeded, typed } from '../testing/given.ts';
import { completed, invitation } from '../testing/samples.ts';
import { comparisonScreen } from './comparison.tsx';
import { invitationsScreen } from './invitations.tsx';

const first = { testId: 7, limit: 100 };
const page = (ids: readonly number[], nextCursor: string | null = null) => ({
  invitations: ids.map((testInvitationId) => invitation({ testInvitationId })),
  nextCursor,
});
const list = opened(invitationsScreen, { testId: 7 });
const listed = succeeded('listInvitations', first, page([503, 502, 501]));

describe('invitations', () => {
  it('when it opens, it requests the first page only', () => {
    expect(list.effects).toEqual([call('listInvitations', first)]);
  });

  it('given a first page, it fetches the next ahead', () => {
    const { effects } = list.when(succeeded('listInvitations', first, page([503, 502], '502')));
    expect(effects).toEqual([call('listInvitations', { ...first, cursor: '502' })]);
  });

  it('given a pending refresh, the next one does not request the same page again', () => {
    const once = list.when(listed, { type: 'refresh' });
    expect(callsOf(once.effects)).toHaveLength(1);
    expect(once.when({ type: 'refresh' }).effects).toEqual([]);
  });

  it('given a filter, responses without it are ignored', () => {
    const filtered = list.when(press('filter'));
    expect(filtered.effects).toEqual([call('listInvitations', { ...first, status: 'Pending' })]);
    expect(totalOf(filtered.when(listed).state.list)).toBe(0);
  });

  it('given a typed search, after a pause the list is requested again', () => {
    const { effects } = list.when(listed, press('search'), typed('ana'), { type: 'due' });
    expect(effects).toEqual([call('listInvitations', { ...first, search: 'ana' })]);
  });

  it('marks those with a report, at most ten, and compares two or more', () => {
    const rows = Array.from({ length: 12 }, (_, index) => completed({ testInvitationId: 512 - index }));
    const all = succeeded('listInvitations', first, { invitations: rows, nextCursor: null });
    const once = list.when(all, press('mark'));
    expect([once.state.marked, selectedRow(once.state.list)?.testInvitationId]).toEqual([[512], 511]);
    expect(noticesOf(list.when(all, press('mark'), press('compare')).effects)).toEqual([
      'Mark two candidates or more, each with the space bar.',
    ]);
    expect(list.when(all, press('mark'), press('mark'), press('compare')).effects).toEqual([
      go(comparisonScreen, { testId: 7, invitations: [512, 511] }),
    ]);
    expect(list.when(all, press('mark'), press('up'), press('mark')).state.marked).toEqual([]);
    const eleven = list.when(all, ...Array.from({ length: 11 }, () => press('mark')));
    expect(eleven.state.marked).toHaveLength(10);
    expect(noticesOf(eleven.effects)).toEqual(['10 candidates are marked; more do not fit side by side.']);
    expect(noticesOf(list.when(listed, press('mark')).effects)).toEqual([expect.stringContaining('has no report yet')]);
  });

  it('given a refresh that moves the selected invitation, it stays selected', () => {
    const { state } = list.when(
      listed,
      press('down'),
      { type: 'refresh' },
      succeeded('listInvitations', first, page([505, 504, 503, 502, 501])),
    );
    expect(selectedRow(state.list)?.testInvitationId).toBe(502);
  });

  it('cancelling says what it does, and does nothing before a yes', () => {
    const prompted = list.when(listed, press('cancel'));
    expect(prompted.effects).toEqual([]);
    expect(prompted.state.dialog).toMatchObject({ kind: 'confirm', lines: [expect.stringMatching(/stops working/), expect.anything()] });
    expect(invitationsScreen.active(prompted.state)).toEqual([dialogKeys]);
    expect(prompted.when(press('leave')).effects).toEqual([]);
    expect(prompted.when(press('yes')).effects).toEqual([call('cancelInvitation', { testInvitationId: 503 })]);
  });

  it('a command that the status does not allow shows a notice and sends nothing', () => {
    const done = succeeded('listInvitations', first, { invitations: [completed()], nextCursor: null });
    const { state, effects } = list.when(done, press('cancel'));
    expect(state.dialog).toBeNull();
    expect(noticesOf(effects)).toEqual([expect.stringMatching(/Only an invitation that is not started/)]);
  });

  it('a refused cancel stays shown while the list is refreshed', () => {
    const { state } = list.when(listed, failed('cancelInvitation', { testInvitationId: 503 }), { type: 'refresh' }, listed);
    expect(state.fault).toEqual({ ...fault, op: 'cancelInvitation' });
  });

  it('a page that failed is requested again by the next refresh', () => {
    const { effects } = list.when(failed('listInvitations', first), { type: 'refresh' });
    expect(effects).toEqual([call('listInvitations', first)]);
  });
});
