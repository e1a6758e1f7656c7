import { barOf, outcomeWords, type QuestionOutcome } from '@assay/domain';
import { clustersOf } from '../../fonts/clusters.ts';
import { drawBar, drawText } from './draw.ts';
import { drawMark, markWidth, radius } from './mark.ts';
import { content, type Element, type Sheet } from './sheet.ts';
import type { Cell } from './table.ts';
import { styles } from './theme.ts';
import type { TextStyle } from './typesetter.ts';

/** Something in a cell, with other things above and below it. */
export type Part = { readonly height: number; readonly draw: (cell: Element, x: number, y: number) => void };

export const stacked = (parts: readonly Part[]): Cell => ({
  height: parts.reduce((total, { height }) => total + height, 0),
  draw: (cell, x, y) => {
    let top = y;
    for (const part of parts) {
      part.draw(cell, x, top);
      top += part.height;
    }
  },
});

export const space = (height: number): Part => ({ height, draw: () => undefined });

export const text = (sheet: Sheet, words: string, style: TextStyle, width: number): Part => {
  const set = sheet.typesetter.paragraph(words, style, width);
  return { height: set.height, draw: (cell, x, y) => content(sheet, cell, 'P', () => drawText(sheet, set, { x, y })) };
};

/** One line with a minus sign where there is one. */
export const decimal = (sheet: Sheet, value: string, style: TextStyle): Part => {
  const set = sheet.typesetter.decimal(value, style);
  return { height: set.height, draw: (cell, x, y) => content(sheet, cell, 'P', () => drawText(sheet, set, { x, y })) };
};

/** `-0.5 of 2`, on two lines where one is too narrow. */
export const score = (sheet: Sheet, got: number, of: number, width: number, style: TextStyle = styles.tableStrong): Part => {
  const value = sheet.typesetter.decimal(String(got), style);
  const total = sheet.typesetter.paragraph(` of ${of}`, styles.small, width);
  const below = value.width + total.width > width;
  const rest = below ? sheet.typesetter.paragraph(`of ${of}`, styles.small, width) : total;
  return {
    height: value.height + (below ? rest.height : 0),
    draw: (cell, x, y) =>
      content(sheet, cell, 'P', () => {
        drawText(sheet, value, { x, y });
        const lower = (value.leading - rest.leading) / 2 + (value.style.size - rest.style.size) * 0.355;
        drawText(sheet, rest, below ? { x, y: y + value.height } : { x: x + value.width, y: y + lower });
      }),
  };
};

const barHeight = 5;

/** A score against its maximum, with its pass mark and the average. */
export const bar = (sheet: Sheet, shown: Parameters<typeof barOf>[0], width: number): Part => {
  const set = barOf(shown);
  return {
    height: barHeight + 6,
    draw: (cell, x, y) => {
      const top = y + 4;
      content(sheet, cell, 'Figure', () => drawBar(sheet, { x, y: top }, [width, barHeight], set), {
        alt: `Bar: ${set.words}`,
        bbox: [x, top, x + width, top + barHeight],
      });
    },
  };
};

/** Behind the mark of an outcome, so that the marks of a column stand in one line. */
export const marked = (sheet: Sheet, outcome: QuestionOutcome, part: Part): Part => ({
  height: part.height,
  draw: (cell, x, y) => {
    const middle = y + (styles.tableText.size * 1.4) / 2;
    content(sheet, cell, 'Figure', () => drawMark(sheet, outcome, x + radius, middle), {
      alt: outcomeWords[outcome],
      bbox: [x, middle - radius, x + 2 * radius, middle + radius],
    });
    part.draw(cell, x + markWidth, y);
  },
});

/** Clusters: more than a line of a cell holds, and fewer than it usually does. */
const [mostOfLine, fewOfLine] = [300, 16];

/** As much of the beginning of a text as takes so many lines, with an ellipsis where it is cut. */
export const upToLines = (sheet: Sheet, words: string, style: TextStyle, width: number, most: number): string => {
  const fits = (one: string): boolean => sheet.typesetter.paragraph(one, style, width).lines.length <= most;
  // No face was opened for a part of a cluster.
  const clusters = clustersOf(words.normalize('NFC')).map((one) => one.text);
  if (clusters.length <= most * mostOfLine && fits(words)) return words;
  const cutAt = (length: number): string => `${clusters.slice(0, length).join('').trimEnd()}…`;
  let [fitting, tooMany] = [0, fewOfLine * most];
  while (tooMany < clusters.length && fits(cutAt(tooMany))) [fitting, tooMany] = [tooMany, 2 * tooMany];
  tooMany = Math.min(tooMany, clusters.length);
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(cutAt(middle))) fitting = middle;
    else tooMany = middle;
  }
  return cutAt(fitting);
};
