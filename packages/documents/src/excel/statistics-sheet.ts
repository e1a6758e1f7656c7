import type { Cell, CellValue } from './cell.ts';
import type { ShareTallies } from './share-tallies.ts';
import type { Sheet } from './sheet.ts';

const fact = (label: string, style: Cell['style'], value: CellValue): readonly Cell[] => [
  { style: 'label', value: label },
  { style, value },
];

const labelOf = (tenth: number): string =>
  tenth === 0 ? 'below 10%' : tenth === 9 ? '90% to 100%' : `${tenth * 10}% to below ${tenth * 10 + 10}%`;

/** Where the rows of the histogram are. */
const [firstBar, lastBar] = [9, 18];

/** Figures of all scores as shares of the maximum, and how they are distributed. Read when it is written, after all were added. */
export const statisticsSheet = (tallies: ShareTallies): Sheet => ({
  name: 'Statistics',
  place: 6,
  frozen: 0,
  wraps: null,
  widths: [32, 40],
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
    const { count, mean, deviation, lowest, median, highest, tenths } = tallies.statistics();
    yield fact('Candidates with a report', 'fact', count);
    yield fact('Mean share of the maximum', 'share', mean);
    yield fact('Standard deviation', 'share', deviation);
    yield fact('Lowest', 'share', lowest);
    yield fact('Median', 'share', median);
    yield fact('Highest', 'share', highest);
    yield [];
    yield [
      { style: 'header', value: 'Share of the maximum' },
      { style: 'header', value: 'Candidates' },
    ];
    for (const [tenth, candidates] of tenths.entries())
      yield [
        { style: 'plain', value: labelOf(tenth) },
        { style: 'fact', value: candidates },
      ];
  },
});
