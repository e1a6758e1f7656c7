import { describe, expect, it } from 'vitest';
import { rowsBetween, selectedRow, totalOf } from '../core/paged-rows.ts';
import { go } from '../core/screen.ts';
import { call, failed, fault, opened, press, succeeded, typed } from '../testing/given.ts';
import { test } from '../testing/samples.ts';
import { testScreen } from './test.tsx';
import { testsScreen } from './tests.tsx';

const first = { search: '', cursor: null };
const three = [test({ testId: 9 }), test({ testId: 8, testName: 'Numeracy' }), test({ testId: 7, testName: 'Writing' })];
const listed = succeeded('readTests', first, { tests: three, nextCursor: null });
const tests = opened(testsScreen, {});

describe('tests', () => {
  it('given the list, when a refresh adds tests before the selected one, it stays selected', () => {
    const longer = { tests: [test({ testId: 10 }), ...three], nextCursor: null };
    const { state } = tests.when(listed, press('down'), succeeded('readTests', first, longer));
    expect(state.list).toMatchObject({ id: 8, index: 2 });
  });

  it('active tests are loaded page by page, then the inactive ones, however new these are', () => {
    const actives = Array.from({ length: 100 }, (_, place) => test({ testId: 400 - place }));
    const page = succeeded('readTests', first, { tests: actives, nextCursor: '0:301' });
    expect(tests.when(page).effects).toEqual([call('readTests', { search: '', cursor: '0:301' })]);
    const lastActive = succeeded('readTests', { search: '', cursor: '0:301' }, { tests: [test({ testId: 300 })], nextCursor: '1:' });
    const inactive = test({ testId: 900, status: 'Inactive' });
    const whole = succeeded('readTests', { search: '', cursor: '1:' }, { tests: [inactive], nextCursor: null });
    const { state } = tests.when(page, lastActive, whole);
    expect(totalOf(state.list)).toBe(102);
    expect(rowsBetween(state.list, 99, 102).map(({ row }) => row?.testId)).toEqual([301, 300, 900]);
  });

  it('given a list, when a refresh fails, the list stays and the fault is shown until a refresh succeeds', () => {
    const { state } = tests.when(listed, failed('readTests', first));
    expect(totalOf(state.list)).toBe(3);
    expect(state.fault).toEqual({ ...fault, op: 'readTests' });
    expect(tests.when(failed('readTests', first), listed).state.fault).toBeNull();
  });

  it('a typed search is requested after a pause, and late responses to the former search are ignored', () => {
    const paused = tests.when(listed, press('search'), typed('n'), typed('um'));
    expect(paused.effects).toEqual([{ type: 'after', milliseconds: 150 }]);
    const requested = paused.when({ type: 'due' });
    expect(requested.effects).toEqual([call('readTests', { search: 'num', cursor: null })]);
    expect(totalOf(requested.when(listed).state.list)).toBe(0);
    const found = succeeded('readTests', { search: 'num', cursor: null }, { tests: three.slice(1, 2), nextCursor: null });
    expect(selectedRow(requested.when(listed, found).state.list)?.testName).toBe('Numeracy');
  });

  it('when a test is opened, it goes to that test', () => {
    expect(tests.when(listed, press('down'), press('open')).effects).toEqual([go(testScreen, { testId: 8 })]);
  });
});
