import { describe, expect, it } from 'vitest';
import { answered, call, failed, fault, given, press, typed } from '../testing/given.ts';
import { test } from '../testing/samples.ts';
import { reduceTests, startTests } from './tests.ts';

const three = [test(), test({ testId: 8, testName: 'Numeracy' }), test({ testId: 9, testName: 'Writing' })];
const listed = answered('listTests', { search: '' }, { tests: three, more: false });
const tests = given(reduceTests, startTests());

describe('tests', () => {
  it('given the list, when it is refreshed, the marked test stays marked though others come before it', () => {
    const longer = { tests: [test({ testId: 10 }), ...three], more: false };
    const { state } = tests.when(listed, press('down'), answered('listTests', { search: '' }, longer));
    expect(state.selection).toMatchObject({ id: 8, index: 2 });
  });

  it('given a list, when it cannot be read again, the list stays with the fault; a success takes it away', () => {
    const { state } = tests.when(listed, failed('listTests', { search: '' }));
    expect(state.tests).toHaveLength(3);
    expect(state.fault).toEqual({ ...fault, op: 'listTests' });
    expect(tests.when(failed('listTests', { search: '' }), listed).state.fault).toBeNull();
  });

  it('when someone types a search, it is asked once they pause, and late answers to what it was before are not taken', () => {
    const paused = tests.when(listed, press('search'), typed('n'), typed('um'));
    expect(paused.effects).toEqual([{ type: 'after', milliseconds: 150 }]);
    const asked = given(reduceTests, paused).when({ type: 'due' });
    expect(asked.effects).toEqual([call('listTests', { search: 'num' })]);
    expect(given(reduceTests, asked).when(answered('listTests', { search: 'n' }, { tests: [], more: false })).state.tests).toHaveLength(3);
  });

  it('when a test is opened, it goes to that test', () => {
    expect(tests.when(listed, press('down'), press('open')).effects).toEqual([{ type: 'go', to: { screen: 'test', testId: 8 } }]);
  });
});
