import { describe, expect, it } from 'vitest';
import { go } from '../core/screen.ts';
import { call, opened, press, succeeded } from '../testing/given.ts';
import { overview } from '../testing/samples.ts';
import { deliveriesScreen } from './deliveries.tsx';
import { importScreen } from './import.tsx';
import { invitationsScreen } from './invitations.tsx';
import { linkFormScreen, linkScreen } from './link/screen.tsx';
import { registerScreen } from './register.tsx';
import { testScreen } from './test.tsx';

const read = succeeded('readTest', { testId: 7 }, overview());
const test = opened(testScreen, { testId: 7 });

describe('a test', () => {
  it('when it opens, it requests the test', () => {
    expect(test.effects).toEqual([call('readTest', { testId: 7 })]);
  });

  it('given its links, open goes to the selected link', () => {
    expect(test.when(read, press('down'), press('open')).effects).toEqual([go(linkScreen, { testId: 7, testLinkId: 32 })]);
  });

  it('given the sections are shown, open does nothing, and the selected link stays selected', () => {
    const { state, effects } = test.when(read, press('down'), press('pane'), press('up'), press('open'));
    expect(effects).toEqual([]);
    expect(state).toMatchObject({ pane: 'sections', links: { id: 32 } });
  });

  it.each([
    ['invitations', go(invitationsScreen, { testId: 7 })],
    ['new-link', go(linkFormScreen, { testId: 7, link: null })],
    ['register', go(registerScreen, { testId: 7, testLinkId: null })],
    ['import', go(importScreen, { testId: 7, testLinkId: null })],
    ['deliveries', go(deliveriesScreen, { testId: 7 })],
  ] as const)('%s leads there', (id, to) => {
    expect(test.when(read, press(id)).effects).toEqual([to]);
  });
});
