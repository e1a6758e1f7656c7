import type { ScoreBar } from '@assay/domain';
import type { Face } from '../../fonts/typefaces.ts';
import type { SetRun } from './shaper.ts';
import { rightOf, type Sheet } from './sheet.ts';
import { colors, page } from './theme.ts';
import type { Line, Paragraph } from './typesetter.ts';

type Size = readonly [width: number, height: number];
export type Place = { readonly x: number; readonly y: number };

// pdfkit accepts an open font; its types do not say so.
const asSource = ({ font }: Face) => font as unknown as Uint8Array;

type Font = {
  readonly id: string;
  readonly ref: () => unknown;
  readonly encode: (text: string, features: readonly string[]) => readonly [glyphs: readonly string[], positions: unknown];
};
type Inside = { readonly _font: Font; readonly page: { readonly fonts: Record<string, unknown> } };

// Properties of pdfkit's documents that its types lack.
const inside = (doc: Sheet['doc']): Inside => doc as unknown as Inside;
const currentFontId = (doc: Sheet['doc']): string => inside(doc)._font.id;

/** Marks drawn content as standing for `text`. */
const standingFor = ({ doc }: Sheet, text: string, size: number, draw: () => void): void => {
  doc.markContent('Span', { actual: text });
  draw();
  // Poppler places replaced text by the transformation and font at the end of the span. pdfkit has restored those of the page by then,
  // which would move the text to the other end of the page.
  doc.save().transform(1, 0, 0, -1, 0, doc.page.height);
  doc.addContent(`BT /${currentFontId(doc)} ${size} Tf () Tj ET`);
  doc.endMarkedContent().restore();
};

const drawRun = ({ doc }: Sheet, { face, text }: SetRun, size: number, x: number, baseline: number): void => {
  doc.registerFont(face.key, asSource(face));
  doc.font(face.key, size).text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', features: [] });
};

/** Draws one line in the current colour. */
export const drawRuns = (sheet: Sheet, { runs }: Pick<Line, 'runs'>, size: number, x: number, baseline: number): void => {
  let left = x;
  for (const run of runs) {
    const draw = () => drawRun(sheet, run, size, left, baseline);
    if (run.actual === undefined) draw();
    else standingFor(sheet, run.actual, size, draw);
    left += run.width;
  }
};

type Mono = { readonly font: Font; readonly glyphs: Map<string, string> };
const monos = new WeakMap<Sheet['doc'], Map<Face, Mono>>();

const monoOf = ({ doc }: Sheet, face: Face): Mono => {
  const ofDocument = monos.get(doc) ?? new Map<Face, Mono>();
  monos.set(doc, ofDocument);
  const known = ofDocument.get(face);
  if (known !== undefined) return known;
  doc.registerFont(face.key, asSource(face));
  doc.font(face.key);
  const mono: Mono = { font: inside(doc)._font, glyphs: new Map() };
  ofDocument.set(face, mono);
  return mono;
};

/**
 * Draws ASCII of a monospaced face in a text block that `inTextBlock` opened. pdfkit's own method shapes each text and writes ten
 * operators for it, which takes ten times as long; no glyph of these depends on its neighbours.
 */
export const drawMono = (sheet: Sheet, { face, text }: SetRun, size: number, x: number, baseline: number): void => {
  const { doc } = sheet;
  const { font, glyphs } = monoOf(sheet, face);
  inside(doc).page.fonts[font.id] ??= font.ref();
  let codes = '';
  for (const character of text) {
    let code = glyphs.get(character);
    if (code === undefined) {
      code = font.encode(character, [])[0].join('');
      glyphs.set(character, code);
    }
    codes += code;
  }
  doc.addContent(`/${font.id} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${(doc.page.height - baseline).toFixed(2)} Tm <${codes}> Tj`);
};

/** Draws what `drawMono` draws, and sets colours. */
export const inTextBlock = ({ doc }: Sheet, draw: () => void): void => {
  doc.save().transform(1, 0, 0, -1, 0, doc.page.height);
  doc.addContent('BT');
  draw();
  doc.addContent('ET');
  doc.restore();
};

/** Draws from the top of the first line; with `right` the lines end at `x`. */
export const drawText = (sheet: Sheet, { lines, style, leading }: Paragraph, { x, y }: Place, align: 'left' | 'right' = 'left'): void => {
  sheet.doc.fillColor(style.color);
  for (const [index, line] of lines.entries()) {
    const baseline = y + index * leading + leading / 2 + style.size * 0.355;
    drawRuns(sheet, line, style.size, align === 'right' ? x - line.width : x, baseline);
  }
};

export const hairline = (sheet: Sheet, y: number, { from = page.left, to = rightOf(sheet) }: { from?: number; to?: number } = {}): void => {
  sheet.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).stroke(colors.hairline);
};

/** The mark of an average: a diamond with a light edge, so that it shows on a filled bar. */
export const drawAverage = ({ doc }: Sheet, { x, y }: Place, radius: number): void => {
  doc
    .polygon([x, y - radius], [x + radius, y], [x, y + radius], [x - radius, y])
    .lineWidth(1)
    .fillAndStroke(colors.ink, colors.paper);
};

/** The mark of a pass mark: a line that is higher than the bar. */
export const drawPassMark = ({ doc }: Sheet, { x, y }: Place, height: number): void => {
  doc
    .moveTo(x, y - height / 2)
    .lineTo(x, y + height / 2)
    .lineWidth(1.25)
    .stroke(colors.ink);
};

/** A bar filled to its share, with its marks. */
export const drawBar = (sheet: Sheet, { x, y }: Place, [width, height]: Size, { share, passMark, average }: ScoreBar): void => {
  const { doc, accent } = sheet;
  doc.roundedRect(x, y, width, height, height / 2).fill(colors.track);
  // At least as wide as high: a narrower bar would bulge at its rounded ends.
  if (share > 0) doc.roundedRect(x, y, Math.max(height, width * share), height, height / 2).fill(accent);
  const middle = y + height / 2;
  if (passMark !== undefined) drawPassMark(sheet, { x: x + width * passMark, y: middle }, height + 5);
  if (average !== undefined) drawAverage(sheet, { x: x + width * average, y: middle }, height / 2 + 1.5);
};
