import type { ManagedTestSummary } from '@assay/domain';
import type { Scope } from '../core/bindings.ts';
import { linesLeft } from '../core/dialog.ts';
import { editLine, type LineInput, lineOf, typeInto } from '../core/line-input.ts';
import { emptyPages, type PagedRows, type RowKeys, selectedRow, withoutPending } from '../core/paged-rows.ts';
import { pagerOf } from '../core/paged-screen.ts';
import { type Effect, type Env, go, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { testCursors } from '../services/ranked-cursors.ts';
import { call } from '../services/services.ts';

/** The tests of the account, a window of pages of them. */
export type TestsState = {
  readonly screen: 'tests';
  readonly list: PagedRows<ManagedTestSummary>;
  readonly search: LineInput;
  /** The search that the rows are of; `search` may be ahead of it while the person types. */
  readonly query: string;
  readonly searching: boolean;
  readonly fault: ShownFault | null;
};

const testKeys: RowKeys<ManagedTestSummary> = {
  id: (row) => row.testId,
  cursor: (row) => testCursors.of(row.status === 'Active' ? 'Active' : 'Inactive', row.testId),
  order: testCursors.order,
};

const typingPause = 150;

export const testsHeight = (state: TestsState, env: Env): number => Math.max(3, linesLeft(state, env, 2));

const load = (state: TestsState, cursor: string | null): Effect => call('listTests', { search: state.query, cursor });

const pager = pagerOf<ManagedTestSummary, TestsState>({ keys: testKeys, height: testsHeight, load });

const soon: Effect = { type: 'after', milliseconds: typingPause };

export const startTests = (env: Env): Step<TestsState> =>
  pager.fetch({ screen: 'tests', list: emptyPages(), search: lineOf(''), query: '', searching: false, fault: null }, env);

export const testsScopes = (state: TestsState): readonly Scope[] =>
  state.searching ? ['search'] : [...(state.search.text === '' ? [] : (['searched'] as const)), 'tests', 'list', 'pages', 'global'];

const command = (state: TestsState, event: ScreenEvent & { type: 'command' }, env: Env): Step<TestsState> => {
  const moved = pager.move(state, event.id, env);
  if (moved !== undefined) return moved;
  if (event.id === 'search') return step({ ...state, searching: true });
  if (event.id === 'submit') return step({ ...state, searching: false });
  if (event.id === 'leave') return step({ ...state, searching: false, search: lineOf('') }, soon);
  if (event.id === 'quotas') return step(state, go({ screen: 'quotas' }));
  const test = selectedRow(state.list);
  return event.id === 'open' && test !== undefined ? step(state, go({ screen: 'test', testId: test.testId })) : step(state);
};

export const reduceTests = (state: TestsState, event: ScreenEvent, env: Env): Step<TestsState> => {
  switch (event.type) {
    case 'refresh':
      return pager.refresh(state, env);
    case 'due': {
      const query = state.search.text.trim();
      return query === state.query ? step(state) : pager.fetch({ ...state, query, list: emptyPages() }, env);
    }
    case 'typed':
      return step({ ...state, search: typeInto(state.search, event.text) }, soon);
    case 'edit':
      return step({ ...state, search: editLine(state.search, event.edit) }, soon);
    case 'succeeded': {
      // The response to an earlier search.
      if (event.op !== 'listTests' || event.input.search !== state.query) return step(state);
      const { tests, nextCursor, total } = event.value;
      const page = { from: event.input.cursor, rows: tests, next: nextCursor, total };
      return pager.addPage({ ...state, fault: without(state.fault, event.op) }, page, env);
    }
    case 'failed':
      if (event.op !== 'listTests' || event.input.search !== state.query) return step(state);
      return step({ ...state, fault: shown(event), list: withoutPending(state.list, event.input.cursor) });
    case 'command':
      return command(state, event, env);
  }
};
