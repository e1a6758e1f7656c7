import { describe, expect, it } from 'vitest';
import { call, given, press, succeeded } from '../testing/given.ts';
import { overview } from '../testing/samples.ts';
import { reduceTest, startTest } from './test.ts';

const read = succeeded('getTest', { testId: 7 }, overview());
const test = given(reduceTest, startTest(7));

describe('a test', () => {
  it('when it opens, it requests the test', () => {
    expect(startTest(7).effects).toEqual([call('getTest', { testId: 7 })]);
  });

  it('given its links, open goes to the selected link', () => {
    expect(test.when(read, press('down'), press('open')).effects).toEqual([
      { type: 'go', to: { screen: 'link', testId: 7, testLinkId: 32 } },
    ]);
  });

  it('given the sections are shown, open does nothing, and the selected link stays selected', () => {
    const { state, effects } = test.when(read, press('down'), press('pane'), press('up'), press('open'));
    expect(effects).toEqual([]);
    expect(state).toMatchObject({ pane: 'sections', links: { id: 32 } });
  });

  it.each([
    ['invitations', { screen: 'invitations', testId: 7 }],
    ['new-link', { screen: 'link-form', testId: 7, link: null }],
    ['register', { screen: 'register', testId: 7, testLinkId: null }],
    ['import', { screen: 'import', testId: 7, testLinkId: null }],
    ['deliveries', { screen: 'deliveries', testId: 7 }],
  ] as const)('%s leads there', (id, to) => {
    expect(test.when(read, press(id)).effects).toEqual([{ type: 'go', to }]);
  });
});
