import { describe, expect, it } from 'vitest';
import { someComparison } from '../../testing/comparisons.ts';
import { call, failed, noticesOf, opened, press, succeeded } from '../testing/given.ts';
import { env } from '../testing/samples.ts';
import { candidatesShown, comparisonScreen, rankedIn } from './comparison.tsx';

const of = { testId: 7, invitations: [503, 501, 502] };
const request = { testId: 7, invitations: '503,501,502' };
const one = opened(comparisonScreen, of);
const read = succeeded('compareCandidates', request, someComparison());
const narrow = { ...env, columns: 60, rows: 15 };

describe('candidates side by side', () => {
  it('are read at once, and again', () => {
    expect(one.effects).toEqual([call('compareCandidates', request)]);
    expect(one.when({ type: 'refresh' }).effects).toEqual([call('compareCandidates', request)]);
  });

  it('are ranked by the whole test, by each section in turn, and by the whole test again', () => {
    const orders = [0, 1, 2, 3].map((times) => one.when(read, ...Array.from({ length: times }, () => press('order'))));
    const first = orders.map(({ state }) => rankedIn(state)[0]?.testInvitationId);
    expect(orders.map(({ state }) => state.by)).toEqual([null, 'Markup', 'Scripts', 'Basics']);
    expect(first.slice(0, 3)).toEqual([501, 501, 502]);
    expect(noticesOf(orders[2]?.effects ?? [])).toEqual(['Ranked by Scripts.']);
    expect(one.when(read, press('order'), press('order'), press('order')).when(press('order')).state.by).toBeNull();
  });

  it('that do not fit beside each other come with the next key, up to the last one', () => {
    expect([candidatesShown(env), candidatesShown(narrow)]).toEqual([3, 2]);
    const small = opened(comparisonScreen, of, narrow);
    expect(small.when(read, press('next-candidates'), press('next-candidates')).state.left).toBe(1);
    expect(small.when(read, press('next-candidates'), press('previous-candidates')).state.left).toBe(0);
  });

  it('scroll to the last line and no further', () => {
    const small = opened(comparisonScreen, of, narrow);
    const lines = (count: number) => small.when(read, ...Array.from({ length: count }, () => press('down'))).state.top;
    expect(lines(100)).toBe(lines(50));
    expect(lines(100)).toBeGreaterThan(0);
  });

  it('are saved as PDF, ranked as they are on the screen', () => {
    const asked = one.when(read, press('order'), press('pdf'));
    expect(asked.state.dialog).toMatchObject({ kind: 'save', title: 'Save the comparison as' });
    const saved = asked.when(press('submit'));
    const input = { document: 'comparison', ...of, by: 'Markup', path: 'comparison-7.pdf', overwrite: false } as const;
    expect(saved.effects).toEqual([call('exportDocument', input)]);
    const there = saved.when(succeeded('exportDocument', input, { saved: false, path: '/home/ana/comparison-7.pdf' }));
    expect(there.state.dialog).toMatchObject({ kind: 'confirm', lines: ['/home/ana/comparison-7.pdf'] });
    expect(there.when(press('yes')).effects).toEqual([
      call('exportDocument', { ...input, path: '/home/ana/comparison-7.pdf', overwrite: true }),
    ]);
  });

  it('a refusal is shown, and gone after the next response', () => {
    const refused = one.when(failed('compareCandidates', request));
    expect(refused.state.fault).not.toBeNull();
    expect(refused.when(read).state.fault).toBeNull();
  });
});
