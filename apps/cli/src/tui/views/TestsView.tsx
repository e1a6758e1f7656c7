import { Box, Text } from 'ink';
import type { Env } from '../screen.ts';
import { type TestsState, testsHeight } from '../screens/tests.ts';
import { count } from '../text.ts';
import type { ColumnWish } from './columns.ts';
import { Empty, FaultBox, Line } from './Parts.tsx';
import { Table, windowOf } from './Table.tsx';
import { Tone } from './Tone.tsx';

const columns: readonly ColumnWish[] = [
  { title: 'Test', share: 1 },
  { title: 'Status', width: 8 },
  { title: 'Questions', width: 9, align: 'right', from: 72 },
  { title: 'Invited', width: 7, align: 'right' },
  { title: 'Started', width: 7, align: 'right', from: 60 },
  { title: 'Completed', width: 9, align: 'right' },
];

const summary = ({ tests, more, search }: TestsState): string => {
  if (tests === null) return 'Reading the tests…';
  const active = tests.filter((test) => test.status === 'Active').length;
  return `${count(tests.length, 'test')}${more ? ' and more: search to narrow' : ''}${search.text.trim() === '' ? `, ${active} active` : ' found'}`;
};

export const TestsView = ({ state, env }: { readonly state: TestsState; readonly env: Env }) => {
  const tests = state.tests ?? [];
  const { rows, selected } = windowOf(tests, state.selection, testsHeight(state, env));
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">
        <Tone tone="quiet">{summary(state)}</Tone>
        {state.searching || state.search.text !== '' ? (
          <Text>
            {'   / '}
            <Line line={state.search} active={state.searching} />
          </Text>
        ) : null}
      </Text>
      <Table
        columns={columns}
        env={env}
        selected={selected}
        rows={rows.map((test) => ({
          key: test.testId,
          cells: [
            test.testName,
            { text: test.status, tone: test.status === 'Active' ? 'good' : 'quiet' },
            String(test.questions),
            String(test.counts.invited),
            String(test.counts.started),
            String(test.counts.completed),
          ],
        }))}
      />
      {state.tests !== null && tests.length === 0 ? (
        <Empty
          text={
            state.search.text === '' ? 'No tests yet. Make one from a file: assay tests import FILE.yaml' : 'No test has this in its name.'
          }
        />
      ) : null}
      <FaultBox fault={state.fault} />
    </Box>
  );
};
