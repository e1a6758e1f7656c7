import { correctionInWords, otherKeyInWords, type QuestionStatistics, type TestReport } from '@assay/domain';
import type { Cell, CellValue } from './cell.ts';
import { beginning } from './questions-sheet.ts';
import type { ShareTallies } from './share-tallies.ts';
import { type Column, type Sheet, tableSheet } from './sheet.ts';

type Statistics = TestReport['statistics'];

const fact = (label: string, style: Cell['style'], value: CellValue): readonly Cell[] => [
  { style: 'label', value: label },
  { style, value },
];

const labelOf = (tenth: number): string =>
  tenth === 0 ? 'below 10%' : tenth === 9 ? '90% to 100%' : `${tenth * 10}% to below ${tenth * 10 + 10}%`;

const shareOf = (percent: number | null | undefined): number | null => (percent == null ? null : percent / 100);
const notCounted = 'More attempts wait to be counted than one export counts: export again';

/** The figures that the management API has, then those of the candidates in the file. */
const factsOf = (statistics: Statistics, tallies: ShareTallies): readonly (readonly Cell[])[] => {
  const reliability = statistics?.reliability;
  const { lowest, median, highest } = tallies.extremes();
  return [
    fact('Finished attempts, reset ones too', 'fact', statistics?.candidates ?? notCounted),
    fact('Mean share of the maximum', 'share', shareOf(statistics?.meanPercent)),
    fact('Standard deviation', 'share', shareOf(statistics?.standardDeviationPercent)),
    fact('Cronbach’s alpha', 'fact', reliability?.alpha ?? null),
    fact('Its 95% interval, from', 'fact', reliability?.lower ?? null),
    fact('to', 'fact', reliability?.upper ?? null),
    fact('Attempts that alpha is of', 'fact', reliability?.candidates ?? null),
    fact('Standard error of measurement', 'fact', reliability?.standardError ?? null),
    fact('Lowest in this file', 'share', lowest),
    fact('Median in this file', 'share', median),
    fact('Highest in this file', 'share', highest),
  ];
};

/** Where the rows of the histogram are. */
const [firstBar, lastBar] = [14, 23];

/** Figures of all scores as shares of the maximum, and how they are distributed. Read when it is written, after all were added. */
export const statisticsSheet = ({ statistics }: Pick<TestReport, 'statistics'>, tallies: ShareTallies): Sheet => ({
  name: 'Statistics',
  place: 6,
  frozen: 0,
  wraps: null,
  widths: [34, 40],
  header: null,
  bars: [{ column: 1, from: firstBar, to: lastBar }],
  chart: {
    title: 'Distribution of scores',
    names: { column: 0, title: 'Share of the maximum' },
    numbers: { column: 1, title: 'Candidates' },
    from: firstBar,
    to: lastBar,
    place: 2,
  },
  rows: async function* () {
    yield* factsOf(statistics, tallies);
    yield [];
    yield [
      { style: 'header', value: 'Share of the maximum' },
      { style: 'header', value: 'Candidates' },
    ];
    for (let tenth = 0; tenth < 10; tenth += 1)
      yield [
        { style: 'plain', value: labelOf(tenth) },
        { style: 'fact', value: statistics?.distribution[tenth]?.candidates ?? null },
      ];
  },
});

const lookAt = ({ flags, void: voided }: QuestionStatistics): string | null =>
  voided === null ? flags.map(({ flag }) => flag.replaceAll('-', ' ')).join(', ') || null : 'void';

/** What became of its key. */
const keyWords = (question: QuestionStatistics): string | null =>
  [correctionInWords(question), otherKeyInWords(question)].filter((one) => one !== null).join('. ') || null;

const columns: readonly Column<QuestionStatistics>[] = [
  { title: 'Number', width: 12, style: 'whole', value: ({ questionId }) => questionId },
  { title: 'Id', width: 22, style: 'plain', value: ({ id }) => id },
  { title: 'Question', width: 44, style: 'plain', value: ({ prompt }) => beginning(prompt) },
  { title: 'Versions', width: 14, style: 'plain', value: ({ versions }) => versions.join(', ') },
  { title: 'Attempts', width: 14, style: 'figure', value: ({ candidates }) => candidates },
  { title: 'Difficulty', width: 15, style: 'percent', bar: true, value: ({ difficulty }) => difficulty },
  { title: 'Discrimination', width: 18, style: 'average', value: ({ discrimination }) => discrimination },
  { title: 'Median time (s)', width: 19, style: 'figure', value: ({ medianSeconds }) => medianSeconds },
  { title: 'Timed', width: 12, style: 'figure', value: ({ timed }) => timed },
  { title: 'Look at', width: 30, style: 'plain', value: lookAt },
  { title: 'Key', width: 60, style: 'plain', value: keyWords },
  { title: 'What to do', width: 90, style: 'wrapped', value: ({ flags }) => flags.map(({ advice }) => advice).join(' ') || null },
];

/** How each question works over all versions. It has no options: the file reaches every key that may read results. */
export const questionStatisticsSheet = (questions: readonly QuestionStatistics[]): Sheet =>
  tableSheet({ name: 'Question statistics', place: 7, frozen: 2, columns }, () => questions);
