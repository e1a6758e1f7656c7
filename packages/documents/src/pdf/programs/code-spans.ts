import { drawMono, drawRuns, inTextBlock } from '../drawing/draw.ts';
import type { Sheet } from '../drawing/sheet.ts';
import { codeLeading, codeSize, colors } from '../drawing/theme.ts';
import type { CodeRow, CodeSpan } from './code-rows.ts';

/** From the top of a row. */
export const baseline = codeLeading / 2 + codeSize * 0.355;

export type Placed = CodeSpan & { readonly x: number; readonly y: number };

/** Where the spans of rows stand, the first row at `top`. */
export const placed = (rows: readonly CodeRow[], left: number, top: number): readonly Placed[] =>
  rows.flatMap(({ spans }, index) => {
    let x = left;
    return spans.map((span) => {
      const one = { ...span, x, y: top + index * codeLeading };
      x += span.width;
      return one;
    });
  });

/** In reading order: as much as possible in one text block. */
export const drawSpans = (sheet: Sheet, spans: readonly Placed[]): void => {
  const { doc } = sheet;
  for (let from = 0; from < spans.length; ) {
    let to = from;
    while (spans[to]?.mono === true) to += 1;
    inTextBlock(sheet, () => {
      let color = '';
      for (const span of spans.slice(from, to)) {
        if (span.color !== color) doc.fillColor(span.color);
        color = span.color;
        for (const run of span.runs) drawMono(sheet, run, codeSize, span.x, span.y + baseline);
      }
    });
    const other = spans[to];
    if (other !== undefined) {
      doc.fillColor(other.color);
      drawRuns(sheet, other, codeSize, other.x, other.y + baseline);
    }
    from = to + 1;
  }
};

/** The frames of what would not be seen. */
export const drawFrames = ({ doc }: Sheet, spans: readonly Placed[]): void => {
  for (const { framed, x, y, width } of spans) if (framed) doc.rect(x, y + 0.75, width, codeLeading - 1.5);
  doc.lineWidth(0.5).stroke(colors.ink);
};
