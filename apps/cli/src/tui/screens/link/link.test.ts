import { describe, expect, it } from 'vitest';
import { go } from '../../core/screen.ts';
import { call, opened, press, succeeded } from '../../testing/given.ts';
import { link } from '../../testing/samples.ts';
import { registerScreen } from '../register.tsx';
import { linkFormScreen, linkScreen } from './screen.tsx';

const id = { testId: 7, testLinkId: 31 };
const one = opened(linkScreen, { testId: 7, testLinkId: 31 });
const read = succeeded('readLink', id, link());

describe('a test link', () => {
  it('disabling needs a yes, and changes nothing else of the link', () => {
    const prompted = one.when(read, press('toggle'));
    expect(prompted.effects).toEqual([]);
    const { testLinkId: _, testId: __, joinUrl: ___, ...fields } = link();
    expect(prompted.when(press('yes')).effects).toEqual([call('saveLink', { ...id, link: { ...fields, active: false } })]);
  });

  it('confirming email addresses needs a yes either way, and is shown once it is saved', () => {
    const settings = { testLinkId: 31 };
    const shown = (confirmEmail: 0 | 1) =>
      one.when(read, succeeded('getLinkSettings', settings, { ...settings, confirmEmail }), press('confirm-email'));
    for (const confirmEmail of [0, 1] as const) {
      expect(shown(confirmEmail).effects).toEqual([]);
      const wanted = { ...settings, confirmEmail: confirmEmail === 1 ? 0 : 1 };
      expect(shown(confirmEmail).when(press('yes')).effects).toEqual([call('updateLinkSettings', wanted)]);
    }
    const saved = one.when(read, succeeded('updateLinkSettings', { ...settings, confirmEmail: 1 }, { ...settings, confirmEmail: 1 }));
    expect(saved.state.settings).toEqual({ ...settings, confirmEmail: 1 });
    expect(one.when(read, press('confirm-email')).state.dialog).toBeNull();
  });

  it('the join URL is copied in full', () => {
    expect(one.when(read, press('copy')).effects).toEqual([{ type: 'copy', what: 'Join URL', text: 'https://assay.example/join/abc123' }]);
    const withheld = one.when(succeeded('readLink', id, { ...link(), joinUrl: null }), press('copy'));
    expect(withheld.effects).toEqual([{ type: 'notify', text: 'Join URL: needs the scope invite, which this key lacks.' }]);
  });

  it('edit and register use this link', () => {
    expect(one.when(read, press('edit')).effects).toEqual([go(linkFormScreen, { testId: 7, link: link() })]);
    expect(one.when(read, press('register')).effects).toEqual([go(registerScreen, { testId: 7, testLinkId: 31 })]);
  });
});
