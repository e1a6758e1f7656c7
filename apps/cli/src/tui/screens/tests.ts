import type { ManagedTestSummary } from '@assay/domain';
import type { Scope } from '../bindings.ts';
import { editLine, type LineInput, lineOf, typeInto } from '../line-input.ts';
import {
  bodyHeight,
  type Effect,
  type Env,
  faultHeight,
  go,
  type ScreenEvent,
  type ShownFault,
  type Step,
  shown,
  step,
  without,
} from '../screen.ts';
import { firstSelected, move, type Selection, settle } from '../selection.ts';
import { call } from '../services.ts';

/** The tests of the account. `tests` is null until the first answer. */
export type TestsState = {
  readonly screen: 'tests';
  readonly tests: readonly ManagedTestSummary[] | null;
  readonly more: boolean;
  readonly search: LineInput;
  readonly searching: boolean;
  readonly selection: Selection;
  readonly fault: ShownFault | null;
};

const typingPause = 150;

const load = (state: TestsState): Effect => call('listTests', { search: state.search.text.trim() });
const soon: Effect = { type: 'after', milliseconds: typingPause };

export const testsHeight = (state: TestsState, env: Env): number => Math.max(3, bodyHeight(env) - 2 - faultHeight(state.fault));

export const startTests = (): Step<TestsState> => {
  const state: TestsState = {
    screen: 'tests',
    tests: null,
    more: false,
    search: lineOf(''),
    searching: false,
    selection: firstSelected,
    fault: null,
  };
  return step(state, load(state));
};

export const testsScopes = (state: TestsState): readonly Scope[] => (state.searching ? ['search'] : ['tests', 'list', 'pages', 'global']);

const ids = (state: TestsState): number[] => (state.tests ?? []).map((test) => test.testId);

export const reduceTests = (state: TestsState, event: ScreenEvent, env: Env): Step<TestsState> => {
  switch (event.type) {
    case 'refresh':
    case 'due':
      return step(state, load(state));
    case 'typed':
      return step({ ...state, search: typeInto(state.search, event.text) }, soon);
    case 'edit':
      return step({ ...state, search: editLine(state.search, event.edit) }, soon);
    case 'answered': {
      if (event.op !== 'listTests' || event.input.search !== state.search.text.trim()) return step(state);
      const next = { ...state, ...event.value, fault: without(state.fault, event.op) };
      return step({ ...next, selection: settle(state.selection, ids(next), testsHeight(next, env)) });
    }
    case 'failed':
      return step(event.op === 'listTests' ? { ...state, fault: shown(event) } : state);
    case 'command': {
      const moved = move(state.selection, event.id, ids(state), testsHeight(state, env));
      if (moved !== undefined) return step({ ...state, selection: moved });
      if (event.id === 'search') return step({ ...state, searching: true });
      if (event.id === 'submit') return step({ ...state, searching: false });
      if (event.id === 'leave') return step({ ...state, searching: false, search: lineOf('') }, soon);
      const test = state.tests?.[state.selection.index];
      return event.id === 'open' && test !== undefined ? step(state, go({ screen: 'test', testId: test.testId })) : step(state);
    }
  }
};
