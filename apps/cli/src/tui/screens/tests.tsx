import type { ManagedTestSummary } from '@assay/domain';
import { linesLeft } from '../core/dialog.ts';
import { type IdOf, keySet } from '../core/key-sets.ts';
import {
  emptyPages,
  hasLoaded,
  isComplete,
  type PagedRows,
  type RowKeys,
  selectedRow,
  totalOf,
  withoutPending,
} from '../core/paged-rows.ts';
import { pagerOf } from '../core/paged-screen.ts';
import {
  type Command,
  defineScreen,
  type Effect,
  type Env,
  go,
  type ScreenEvent,
  type ShownFault,
  type Step,
  shown,
  step,
  without,
} from '../core/screen.ts';
import { notSearched, reduceSearch, type Searched, searchedActive } from '../core/search.ts';
import type { ColumnSpec } from '../parts/columns.ts';
import { ListHead, PagedTable } from '../parts/PagedTable.tsx';
import { Body, Empty } from '../parts/Parts.tsx';
import type { Cell } from '../parts/Table.tsx';
import { totalText } from '../parts/total-text.ts';
import { testCursors } from '../services/ranked-cursors.ts';
import { call } from '../services/services.ts';
import { quotasScreen } from './quotas.tsx';
import { testScreen } from './test.tsx';

const keys = keySet({
  open: { keys: ['enter', 'right', 'l'], hint: 'open', help: 'Open the test' },
  quotas: { keys: ['u'], help: 'Quotas of the account, and what it has used of them' },
});
type Id = IdOf<typeof keys>;

/** The tests of the account, a window of pages of them. */
type TestsState = Searched & {
  readonly list: PagedRows<ManagedTestSummary>;
  readonly fault: ShownFault | null;
};

const testKeys: RowKeys<ManagedTestSummary> = {
  id: (row) => row.testId,
  cursor: (row) => testCursors.of(row.status === 'Active' ? 'Active' : 'Inactive', row.testId),
  order: testCursors.order,
};

const testsHeight = (state: TestsState, env: Env): number => Math.max(3, linesLeft(state, env, 2));

const load = (state: TestsState, cursor: string | null): Effect => call('readTests', { search: state.query, cursor });

const pager = pagerOf<ManagedTestSummary, TestsState>({ keys: testKeys, height: testsHeight, load });

const start = (_: object, env: Env): Step<TestsState> => pager.fetch({ ...notSearched, list: emptyPages(), fault: null }, env);

const command = (state: TestsState, event: Command<Id>, env: Env): Step<TestsState> => {
  const moved = pager.move(state, event.id, env);
  if (moved !== undefined) return moved;
  if (event.id === 'quotas') return step(state, go(quotasScreen, {}));
  const test = selectedRow(state.list);
  return event.id === 'open' && test !== undefined ? step(state, go(testScreen, { testId: test.testId })) : step(state);
};

const reduce = (state: TestsState, event: ScreenEvent<Id>, env: Env): Step<TestsState> => {
  const inSearch = reduceSearch(state, event);
  if (inSearch !== undefined) return inSearch;
  switch (event.type) {
    case 'refresh':
      return pager.refresh(state, env);
    case 'due': {
      const query = state.search.text.trim();
      return query === state.query ? step(state) : pager.fetch({ ...state, query, list: emptyPages() }, env);
    }
    case 'succeeded': {
      // The response to an earlier search.
      if (event.op !== 'readTests' || event.input.search !== state.query) return step(state);
      const { tests, nextCursor, total } = event.value;
      const page = { from: event.input.cursor, rows: tests, next: nextCursor, total };
      return pager.addPage({ ...state, fault: without(state.fault, event.op) }, page, env);
    }
    case 'failed':
      if (event.op !== 'readTests' || event.input.search !== state.query) return step(state);
      return step({ ...state, fault: shown(event), list: withoutPending(state.list, event.input.cursor) });
    case 'command':
      return command(state, event, env);
    default:
      return step(state);
  }
};

const columns: readonly ColumnSpec[] = [
  { title: 'Test', share: 1 },
  { title: 'Status', width: 8 },
  { title: 'Questions', width: 9, align: 'right', from: 72 },
  { title: 'Invited', width: 7, align: 'right' },
  { title: 'Started', width: 7, align: 'right', from: 60 },
  { title: 'Completed', width: 9, align: 'right' },
];

const summary = ({ list, query }: TestsState): string => {
  if (!hasLoaded(list)) return 'Reading the tests…';
  return `${totalText(list, 'test')}${query === '' ? ', active first' : ' found'}`;
};

const cellsOf = (test: ManagedTestSummary): Cell[] => [
  test.testName,
  { text: test.status, tone: test.status === 'Active' ? 'good' : 'quiet' },
  String(test.questions),
  String(test.counts.invited),
  String(test.counts.started),
  String(test.counts.completed),
];

const View = ({ state, env }: { readonly state: TestsState; readonly env: Env }) => {
  const { list } = state;
  return (
    <Body env={env} fault={state.fault}>
      <ListHead summary={summary(state)} search={state.search} searching={state.searching} seekingEnd={list.seekingEnd} />
      <PagedTable list={list} height={testsHeight(state, env)} columns={columns} env={env} id={(row) => row.testId} cells={cellsOf} />
      {isComplete(list) && totalOf(list) === 0 ? (
        <Empty
          env={env}
          text={state.query === '' ? 'No tests yet. Make one from a file: assay tests import FILE.yaml' : 'No test has this in its name.'}
        />
      ) : null}
    </Body>
  );
};

export const testsScreen = defineScreen({
  title: () => 'Tests',
  keys,
  place: 'in the list of tests',
  active: searchedActive(keys),
  testIdOf: ({ list }) => selectedRow(list)?.testId,
  start,
  reduce,
  View,
});
