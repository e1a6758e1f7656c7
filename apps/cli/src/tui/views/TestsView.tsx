import type { ManagedTestSummary } from '@assay/domain';
import { hasLoaded, isComplete, totalOf } from '../core/paged-rows.ts';
import type { Env } from '../core/screen.ts';
import { type TestsState, testsHeight } from '../screens/tests.ts';
import type { ColumnSpec } from './columns.ts';
import { ListHead, PagedTable } from './PagedTable.tsx';
import { Body, Empty } from './Parts.tsx';
import type { Cell } from './Table.tsx';
import { totalText } from './total-text.ts';

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

export const TestsView = ({ state, env }: { readonly state: TestsState; readonly env: Env }) => {
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
