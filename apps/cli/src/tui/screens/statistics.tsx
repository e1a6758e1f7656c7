import { difficultyText, discriminationText, type QuestionStatistics, type TestStatistics } from '@assay/domain';
import { Box, Text } from 'ink';
import { noticedText, reliabilityWords, scoreWords, timeText } from '../../output/statistics-text.ts';
import { oneLine, wrap } from '../../output/text.ts';
import { linesLeft } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet, listKeys } from '../core/key-sets.ts';
import { defineScreen, type Env, go, orFault, type ScreenEvent, type ShownFault, type Step, step, without } from '../core/screen.ts';
import { firstSelected, move, reselect, type Selection } from '../core/selection.ts';
import type { ColumnSpec } from '../parts/columns.ts';
import { Body, Empty, Lines } from '../parts/Parts.tsx';
import { type Cell, Table, windowOf } from '../parts/Table.tsx';
import { Tone } from '../parts/Tone.tsx';
import { call } from '../services/services.ts';
import { questionScreen } from './question.tsx';

const keys = keySet({
  open: { keys: ['enter', 'right', 'l'], hint: 'question', help: 'Who chose what, and what to do about the question' },
});
type Id = IdOf<typeof keys>;

/** How a test and its questions work: figures, the distribution of scores, and a list of the questions. */
type StatisticsState = {
  readonly testId: number;
  readonly statistics: TestStatistics | null;
  readonly selection: Selection;
  readonly fault: ShownFault | null;
};

const start = ({ testId }: { readonly testId: number }): Step<StatisticsState> =>
  step({ testId, statistics: null, selection: firstSelected, fault: null }, call('readStatistics', { testId }));

const summaryLines = (statistics: TestStatistics, { columns }: Env): readonly string[] =>
  [scoreWords(statistics), reliabilityWords(statistics)].flatMap((text) => wrap(text, columns - 2));

/** Lines of the columns of the distribution, and whether empty lines stand around it. */
const plotOf = (state: StatisticsState, env: Env): { readonly height: number; readonly spaced: boolean } => {
  const lines = linesLeft(state, env, 0);
  return { height: lines >= 30 ? 8 : lines >= 18 ? 4 : 1, spaced: lines >= 18 };
};

export const listHeight = (state: StatisticsState, env: Env): number => {
  const { height, spaced } = plotOf(state, env);
  const summary = state.statistics === null ? 0 : summaryLines(state.statistics, env).length;
  // The axis, and the heading of the list.
  return Math.max(2, linesLeft(state, env, summary + height + (spaced ? 4 : 2)));
};

const idsOf = ({ statistics }: StatisticsState): number[] => (statistics?.questions ?? []).map((_, place) => place);

const reduce = (state: StatisticsState, event: ScreenEvent<Id>, env: Env): Step<StatisticsState> => {
  const { testId } = state;
  switch (event.type) {
    case 'refresh':
      return step(state, call('readStatistics', { testId }));
    case 'succeeded': {
      if (event.op !== 'readStatistics') return step(state);
      const read = { ...state, statistics: event.value, fault: without(state.fault, event.op) };
      return step({ ...read, selection: reselect(state.selection, idsOf(read), listHeight(read, env)) });
    }
    case 'command': {
      const question = state.statistics?.questions[state.selection.index];
      if (event.id === 'open') return question === undefined ? step(state) : step(state, go(questionScreen, { question }));
      const moved = move(state.selection, event.id, idsOf(state), listHeight(state, env));
      return step(moved === undefined ? state : { ...state, selection: moved });
    }
    default:
      return orFault(state, event);
  }
};

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

const View = ({ state, env }: { readonly state: StatisticsState; readonly env: Env }) => {
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

export const statisticsScreen = defineScreen({
  title: () => 'Statistics',
  keys,
  place: 'on the statistics of a test',
  active: () => [keys, listKeys, globalKeys],
  start,
  reduce,
  View,
});
