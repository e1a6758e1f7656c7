import { describe, expect, it } from 'vitest';
import { codeSubmission } from '../../testing/submissions.ts';
import { call, noticesOf, opened, press, succeeded } from '../testing/given.ts';
import { env } from '../testing/samples.ts';
import { codeScreen, programHeight } from './code.tsx';

const id = { testInvitationId: 501 };
const one = opened(codeScreen, { testInvitationId: 501 });
const source = Array.from({ length: 100 }, (_, line) => `print(${line})`).join('\n');
const two = [codeSubmission({ source }), codeSubmission({ questionId: 4 })];

describe('the programs of an invitation', () => {
  it('are read at once, and again', () => {
    expect(one.effects).toEqual([call('readSubmissions', id)]);
    expect(one.when({ type: 'refresh' }).effects).toEqual([call('readSubmissions', id)]);
  });

  it('are shown one at a time, from their first line', () => {
    const next = one.when(succeeded('readSubmissions', id, two), press('down'), press('next-program'));
    expect(next.state).toMatchObject({ place: 1, top: 0 });
    expect(next.when(press('next-program')).state.place).toBe(1);
    expect(next.when(press('last-program'), press('last-program')).state.place).toBe(0);
  });

  it('scroll to the last line and no further', () => {
    const down = Array.from({ length: 50 }, () => press('page-down'));
    const { state } = one.when(succeeded('readSubmissions', id, two), ...down);
    expect(state.top).toBe(2 + 1 + 100 - programHeight(state, env));
  });

  it('are saved as PDF where the dialog says, and opened, once at a time', () => {
    const pdf = { ...id, document: 'programs' as const };
    const saving = one.when(succeeded('readSubmissions', id, two), press('pdf'), press('submit'));
    expect(saving.effects).toEqual([call('exportDocument', { ...pdf, path: 'programs-501.pdf', overwrite: false })]);
    expect(saving.state.busy).toBe(true);
    expect(saving.when(press('open-pdf')).effects).toEqual([]);
    const done = saving.when(succeeded('openDocument', pdf, {}));
    expect(done.when(press('open-pdf')).effects).toEqual([call('openDocument', pdf)]);
    expect(noticesOf(one.when(succeeded('readSubmissions', id, []), press('pdf')).effects)).toEqual([
      'There is no PDF: there are no programs.',
    ]);
  });
});
