import { type CodeSubmission, codeLines } from '@assay/domain';
import { pause } from '../../pause.ts';
import { drawMono, inTextBlock } from '../drawing/draw.ts';
import { artifact, content, type Element, fits, group, newPage, type Sheet } from '../drawing/sheet.ts';
import { drawNote } from '../drawing/summary.ts';
import { codeLeading, codeSize, colors, page } from '../drawing/theme.ts';
import type { CodeRow, CodeSetter } from './code-rows.ts';
import { baseline, drawFrames, drawSpans, placed } from './code-spans.ts';

const gap = 8;

type Program = { readonly language: NonNullable<CodeSubmission['language']>; readonly source: string };
type Options = {
  readonly most: number;
  /** Lines that verdicts name. */
  readonly named: ReadonlySet<number>;
  /** Draws what is above the first row of a further page. */
  readonly onNewPage: () => void;
  /** Where all of it is. */
  readonly elsewhere: string;
};

/** A bent arrow: the row goes on with the line above. */
const drawWrapSign = ({ doc }: Sheet, right: number, y: number): void => {
  const middle = y + codeLeading / 2 + 1;
  doc
    .lineWidth(0.6)
    .moveTo(right - 7, middle - 4)
    .lineTo(right - 7, middle)
    .lineTo(right - 1, middle)
    .stroke(colors.muted);
  doc
    .moveTo(right - 3, middle - 1.8)
    .lineTo(right - 1, middle)
    .lineTo(right - 3, middle + 1.8)
    .stroke(colors.muted);
};

const drawNamed = ({ doc }: Sheet, y: number): void => {
  const middle = y + codeLeading / 2;
  doc.path(`M ${page.left - 9} ${middle - 3} L ${page.left - 4} ${middle} L ${page.left - 9} ${middle + 3} Z`).fill(colors.ink);
};

/** A program with the numbers of its lines, over as many pages as it needs and at most `most` rows; returns how many it drew. */
export const drawProgram = async (
  sheet: Sheet,
  parent: Element,
  setter: CodeSetter,
  { language, source }: Program,
  { most, named, onNewPage, elsewhere }: Options,
): Promise<number> => {
  const all = codeLines(language, source.replace(/\r?\n$/, ''));
  const lines = all.slice(0, most);
  const right = page.left + String(lines.length).length * setter.characterWidth;
  const left = right + 2 * gap;
  await setter.open(source, lines);
  const element = group(sheet, parent, 'P');
  let waiting: CodeRow[] = [];

  // All rows of a page are one element, and their numbers none: a reader hears and copies the program.
  const drawRows = (): void => {
    if (waiting.length === 0) return;
    const rows = waiting;
    const top = sheet.y;
    waiting = [];
    const at = (index: number): number => top + index * codeLeading;
    const spans = placed(rows, left, top);
    const first = rows.flatMap(({ line, wrapped }, index) => (wrapped ? [] : [{ line, y: at(index) }]));
    artifact(sheet, 'Layout', () => {
      inTextBlock(sheet, () => {
        for (const { line, y } of first) {
          sheet.doc.fillColor(named.has(line) ? colors.ink : colors.muted);
          const number = setter.set(String(line), named.has(line) ? 600 : 400);
          drawMono(sheet, number, codeSize, right - number.width, y + baseline);
        }
      });
      for (const { line, y } of first) if (named.has(line)) drawNamed(sheet, y);
      for (const [index, { wrapped }] of rows.entries()) if (wrapped) drawWrapSign(sheet, right, at(index));
      const rule = right + gap;
      sheet.doc.moveTo(rule, top).lineTo(rule, at(rows.length)).lineWidth(0.75).stroke(colors.hairline);
      drawFrames(sheet, spans);
    });
    content(sheet, element, 'Code', () => drawSpans(sheet, spans));
    sheet.y = at(rows.length);
  };

  let drawn = 0;
  let rest = all.length > lines.length ? `From line ${lines.length + 1} on` : undefined;
  for (const row of setter.rows(source, lines, page.right - left)) {
    if (drawn === most) {
      rest = `From ${row.wrapped ? 'the middle of ' : ''}line ${row.line} on`;
      break;
    }
    if (!fits(sheet, (waiting.length + 1) * codeLeading)) {
      drawRows();
      newPage(sheet);
      onNewPage();
    }
    waiting.push(row);
    drawn += 1;
    await pause();
  }
  drawRows();
  if (rest !== undefined) {
    sheet.y += 6;
    drawNote(sheet, parent, `${rest}, the program is left out here. It has ${all.length.toLocaleString('en-US')} lines.`);
    drawNote(sheet, parent, elsewhere);
  }
  return drawn;
};
