import { Box, Text } from 'ink';
import { bar, count, percent } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { paneHeight, type TestState } from '../screens/test.ts';
import type { TestOverview } from '../services/services.ts';
import type { ColumnSpec } from './columns.ts';
import { modeLabel, stateText, windowText } from './link-text.ts';
import { Body, Empty } from './Parts.tsx';
import { Table, type TableRow, windowOf } from './Table.tsx';
import { Tone } from './Tone.tsx';

const linkColumns: readonly ColumnSpec[] = [
  { title: 'Test link', share: 1 },
  { title: 'State', width: 8 },
  { title: 'Access', width: 12 },
  { title: 'Window, in its zone', width: 35, from: 72 },
];

const sectionColumns: readonly ColumnSpec[] = [
  { title: 'Section', share: 1 },
  { title: 'Type', width: 18 },
  { title: 'Questions', width: 9, align: 'right' },
  { title: 'Minutes', width: 7, align: 'right' },
];

const Funnel = ({ overview, env }: { readonly overview: TestOverview; readonly env: Env }) => {
  const { invited, started, completed } = overview.test.counts;
  const width = Math.max(10, env.columns - 30);
  const steps = [
    ['Invited', invited],
    ['Started', started],
    ['Completed', completed],
  ] as const;
  return (
    <Box flexDirection="column" marginTop={1}>
      {steps.map(([label, amount]) => (
        <Text key={label} wrap="truncate">
          {`  ${label.padEnd(10)}${String(amount).padStart(7)}  `}
          <Tone tone="good">{bar(invited === 0 ? 0 : amount / invited, width)}</Tone>
          {invited === 0 ? '' : ` ${percent(amount / invited)}`}
        </Text>
      ))}
    </Box>
  );
};

const rowsOf = (overview: TestOverview, pane: TestState['pane']): TableRow[] =>
  pane === 'links'
    ? overview.links.map((link) => ({
        key: link.testLinkId,
        cells: [
          link.testLinkName,
          { text: stateText(link), tone: link.active ? 'good' : 'quiet' },
          modeLabel[link.accessTime],
          windowText(link),
        ],
      }))
    : overview.sections.map((section, place) => ({
        key: place,
        cells: [
          section.sectionName,
          section.sectionType.toLowerCase(),
          String(section.questions),
          section.duration === 0 ? '–' : String(section.duration),
        ],
      }));

export const TestView = ({ state, env }: { readonly state: TestState; readonly env: Env }) => {
  const { overview, pane } = state;
  if (overview === null) return <Body env={env} fault={state.fault} reading="Reading the test…" />;
  const { test } = overview;
  const all = rowsOf(overview, pane);
  const { rows, selected } = windowOf(all, state[pane], paneHeight(state, env));
  return (
    <Body env={env} fault={state.fault}>
      <Text wrap="truncate">
        <Tone tone={test.status === 'Active' ? 'good' : 'quiet'}>{test.status}</Tone>
        {` · version ${test.version} · ${test.duration} min · ${count(test.questions, 'question')} · ${test.totalScore} marks${test.key === null ? '' : ` · ${test.key}`}`}
      </Text>
      <Funnel overview={overview} env={env} />
      <Box marginTop={1}>
        <Text wrap="truncate">
          <Text bold underline={pane === 'links'}>{`Test links ${overview.links.length}`}</Text>
          {'   '}
          <Text bold underline={pane === 'sections'}>{`Sections ${overview.sections.length}`}</Text>
          <Tone tone="quiet">{'   tab changes'}</Tone>
        </Text>
      </Box>
      <Table columns={pane === 'links' ? linkColumns : sectionColumns} env={env} rows={rows} selected={selected} />
      {all.length === 0 ? <Empty env={env} text="No test links yet: n makes one, and a registers a candidate without one." /> : null}
    </Body>
  );
};
