import { difficultyText, discriminationText, type QuestionStatistics, type TestStatistics } from '@assay/domain';
import { Box, Text } from 'ink';
import { noticedText, timeText } from '../../output/statistics-text.ts';
import { oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { listHeight, plotOf, type StatisticsState, summaryLines } from '../screens/statistics.ts';
import type { ColumnSpec } from './columns.ts';
import { Body, Empty, Lines } from './Parts.tsx';
import { type Cell, Table, windowOf } from './Table.tsx';
import { Tone } from './Tone.tsx';

const columns: readonly ColumnSpec[] = [
  { title: 'No', width: 4, align: 'right' },
  { title: 'Question', share: 3 },
  { title: 'Diff.', width: 5, align: 'right' },
  { title: 'Discr.', width: 6, align: 'right' },
  { title: 'Time', width: 8, align: 'right', from: 70 },
  { title: 'Look at', share: 2 },
];

const cellsOf = (question: QuestionStatistics): readonly Cell[] => [
  String(question.questionId),
  oneLine(question.prompt),
  difficultyText(question) ?? '–',
  discriminationText(question) ?? '–',
  timeText(question) ?? '–',
  { text: noticedText(question), tone: 'busy' },
];

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const columnWidth = 5;

/** A column for each tenth of the maximum, from its top line to its lowest one. */
export const plotLines = ({ distribution }: Pick<TestStatistics, 'distribution'>, height: number): readonly string[] => {
  const most = Math.max(1, ...distribution.map(({ candidates }) => candidates));
  return Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * 8;
    return distribution
      .map(({ candidates }) => {
        // One candidate shows, however many there are elsewhere.
        const filled = candidates === 0 ? 0 : Math.max(1, Math.round((candidates / most) * height * 8));
        return `${(eighths[Math.max(0, Math.min(8, filled - below))] ?? ' ').repeat(columnWidth - 1)} `;
      })
      .join('');
  });
};

const axisOf = ({ distribution }: TestStatistics): string =>
  `${distribution.map(({ from }) => String(from).padEnd(columnWidth)).join('')}100%`;

const Plot = ({
  statistics,
  height,
  spaced,
}: {
  readonly statistics: TestStatistics;
  readonly height: number;
  readonly spaced: boolean;
}) => (
  <Box flexDirection="column" marginTop={spaced ? 1 : 0} marginBottom={spaced ? 1 : 0}>
    <Lines texts={plotLines(statistics, height)} tone="good" />
    <Text wrap="truncate">
      <Tone tone="quiet">{`  ${axisOf(statistics)}`}</Tone>
    </Text>
  </Box>
);

export const StatisticsView = ({ state, env }: { readonly state: StatisticsState; readonly env: Env }) => {
  const { statistics, selection, fault } = state;
  if (statistics === null) return <Body env={env} fault={fault} reading="Counting the attempts…" />;
  if (statistics.candidates === 0)
    return (
      <Body env={env} fault={fault}>
        <Empty env={env} text="Nobody has finished this test yet." />
      </Body>
    );
  const { rows, selected, top } = windowOf(statistics.questions, selection, listHeight(state, env));
  return (
    <Body env={env} fault={fault}>
      <Lines texts={summaryLines(statistics, env)} />
      <Plot statistics={statistics} {...plotOf(state, env)} />
      <Table
        columns={columns}
        rows={rows.map((question, place) => ({ key: top + place, cells: cellsOf(question) }))}
        selected={selected}
        env={env}
      />
    </Body>
  );
};
