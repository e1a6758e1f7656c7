import { barOfTest, type CandidateReport, type DecidingFigure, decidingFigures, type Legend, legendOfBars } from '@assay/domain';
import { drawAverage, drawBar, drawPassMark, drawText, type Place } from './draw.ts';
import { artifact, content, type Element, type Sheet } from './sheet.ts';
import { colors, contentWidth, page, styles } from './theme.ts';
import type { TextStyle } from './typesetter.ts';

export const resultColors = { Pass: colors.pass, Fail: colors.fail } as const;

const padding = 16;
const inner = { left: page.left + padding, width: contentWidth - 2 * padding };
const gap = 16;
const barHeight = 7;
const legendGap = 5;

/** Notes that are longer take a second line before a figure gets smaller. */
const longestNote = 104;

/** Sets the figures side by side, in the largest size that fits, with the space that is left spread evenly. */
const setFigures = ({ typesetter }: Sheet, figures: readonly DecidingFigure[]) => {
  const widthsIn = (style: TextStyle): readonly number[] =>
    figures.map(({ label, value, note }) =>
      Math.max(
        typesetter.paragraph(label, styles.label, inner.width).width,
        typesetter.decimal(value, style).width,
        Math.min(longestNote, typesetter.paragraph(note, styles.label, inner.width).width),
      ),
    );
  const spare = (widths: readonly number[]): number =>
    inner.width - widths.reduce((total, width) => total + width, (figures.length - 1) * gap);
  const style = styles.scores.find((one) => spare(widthsIn(one)) >= 0) ?? styles.scores[2];
  const natural = widthsIn(style);
  const more = Math.max(0, spare(natural)) / figures.length;
  let x = inner.left;
  const columns = figures.map(({ label, value, note, result }, index) => {
    const width = (natural[index] ?? 0) + more;
    const column = {
      x,
      rows: [
        typesetter.paragraph(label, styles.label, width),
        typesetter.decimal(value, { ...style, color: result === undefined ? colors.ink : resultColors[result] }),
        typesetter.paragraph(note, styles.label, width),
      ],
    };
    x += width + gap;
    return column;
  });
  const heights = [0, 1, 2].map((row) => Math.max(...columns.map(({ rows }) => rows[row]?.height ?? 0)));
  return { columns, heights, height: heights.reduce((total, one) => total + one, 0) };
};

/** What the marks on the bars mean, side by side. */
export const setLegend = ({ typesetter }: Sheet, legend: Legend) => {
  const entries = legend.map(({ mark, words }) => ({ mark, name: typesetter.oneLine(words, styles.small, inner.width / 2) }));
  const height = entries[0]?.name.height;
  return { entries, height: height === undefined ? 0 : legendGap + height };
};

export const drawLegend = (sheet: Sheet, root: Element, { entries }: ReturnType<typeof setLegend>, { x: start, y }: Place): void => {
  let x = start;
  for (const { mark, name } of entries) {
    const middle = { x: x + 4, y: y + name.height / 2 };
    artifact(sheet, 'Layout', () => (mark === 'average' ? drawAverage(sheet, middle, 4) : drawPassMark(sheet, middle, 9)));
    const left = x + 13;
    content(sheet, root, 'P', () => drawText(sheet, name, { x: left, y }));
    x = left + name.width + 18;
  }
};

/** The figures that decide, side by side over a bar of the score, on a panel. */
export const drawFigures = (sheet: Sheet, root: Element, report: CandidateReport): void => {
  const figures = setFigures(sheet, decidingFigures(report));
  const legend = setLegend(sheet, legendOfBars(report));
  const top = sheet.y;
  const barTop = top + padding + figures.height + 8;
  const height = barTop - top + barHeight + legend.height + padding;
  artifact(sheet, 'Layout', () => sheet.doc.roundedRect(page.left, top, contentWidth, height, 8).fill(colors.panel));
  for (const { x, rows } of figures.columns) {
    content(sheet, root, 'P', () => {
      let y = top + padding;
      for (const [row, text] of rows.entries()) {
        drawText(sheet, text, { x, y });
        y += figures.heights[row] ?? 0;
      }
    });
  }
  const bar = barOfTest(report);
  content(sheet, root, 'Figure', () => drawBar(sheet, { x: inner.left, y: barTop }, [inner.width, barHeight], bar), {
    alt: `Bar: ${bar.words}`,
    bbox: [inner.left, barTop, inner.left + inner.width, barTop + barHeight],
  });
  drawLegend(sheet, root, legend, { x: inner.left, y: barTop + barHeight + legendGap });
  sheet.y = top + height + 20;
};
