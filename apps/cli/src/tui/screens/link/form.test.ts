import { describe, expect, it } from 'vitest';
import { dialogKeys, formKeys } from '../../core/key-sets.ts';
import { routeTo } from '../../core/screen.ts';
import { callsOf, failed, opened, press, succeeded, typed } from '../../testing/given.ts';
import { link } from '../../testing/samples.ts';
import { linkFormScreen, linkScreen } from './screen.tsx';

const create = opened(linkFormScreen, { testId: 7, link: null });
const right = { type: 'edit', edit: 'right' } as const;

describe('the form of a test link', () => {
  it('a zone is picked by typing: the selected one is taken, and the next field has the focus', () => {
    const typing = create.when(typed('Spring'), press('next-field'), right, press('next-field'), typed('kolkata'));
    expect(linkFormScreen.active(typing.state)).toEqual([linkFormScreen.keys, formKeys]);
    const picked = typing.when(press('pick'));
    expect(picked.state).toMatchObject({ focus: 'start', draft: { mode: 1, lines: { zone: { text: '' } } } });
    const saved = picked.when(typed('2026-11-20 09:00'), press('next-field'), typed('2026-11-30 18:00'), press('save'));
    expect(callsOf(saved.effects)).toMatchObject([
      {
        op: 'saveLink',
        input: { testId: 7, testLinkId: null, link: { testLinkName: 'Spring', startDateTime: Date.UTC(2026, 10, 20, 3, 30) } },
      },
    ]);
  });

  it('problems are shown, the first one gets the focus, and nothing is sent', () => {
    const { state, effects } = create.when(press('next-field'), right, press('save'));
    expect(effects).toEqual([]);
    expect(state).toMatchObject({ focus: 'name', problems: { name: 'is required', start: expect.any(String), end: expect.any(String) } });
  });

  it('is not sent twice while it is being saved', () => {
    const saving = create.when(typed('Spring'), press('save'));
    expect(saving.when(press('save')).effects).toEqual([]);
  });

  it('a refusal keeps everything that was typed', () => {
    const saving = create.when(typed('Spring'), press('save'));
    const input = callsOf(saving.effects)[0]?.input as Parameters<typeof failed<'saveLink'>>[1];
    const { state } = saving.when(failed('saveLink', input));
    expect(state).toMatchObject({ saving: false, draft: { lines: { name: { text: 'Spring' } } }, fault: { op: 'saveLink' } });
  });

  it('esc needs a yes when something was changed, and only then', () => {
    expect(create.when(press('leave')).effects).toEqual([{ type: 'back' }]);
    const prompted = create.when(typed('S'), press('leave'));
    expect(prompted.effects).toEqual([]);
    expect(linkFormScreen.active(prompted.state)).toEqual([dialogKeys]);
    expect(prompted.when(press('yes')).effects).toEqual([{ type: 'back' }]);
    expect(prompted.when(press('leave')).state.confirmingExit).toBe(false);
  });

  it('saving opens a new link, and goes back from a changed one', () => {
    const input = { testId: 7, testLinkId: null, link: link() };
    expect(create.when(succeeded('saveLink', input, link())).effects[0]).toMatchObject({
      type: 'replace',
      to: routeTo(linkScreen, { testId: 7, testLinkId: 31 }),
    });
    const edit = opened(linkFormScreen, { testId: 7, link: link() });
    expect(edit.when(succeeded('saveLink', { ...input, testLinkId: 31 }, link())).effects[0]).toEqual({ type: 'back' });
  });
});
