import {
  belowZeroInWords,
  type CandidateReport,
  kindInWords,
  kindsDiffer,
  markedOutcome,
  type ReportedQuestion,
  resultWords,
  talliesInWords,
} from '@assay/domain';
import { match } from 'ts-pattern';
import { drawText } from './draw.ts';
import { drawGrid, sideWidth } from './grid.ts';
import { artifact, content, type Element, ensure, type Sheet } from './sheet.ts';
import { drawContinued, drawHeading } from './summary.ts';
import { beginningHeight, type Cell, type Column, textCell } from './table.ts';
import { colors, contentWidth, page, styles } from './theme.ts';

type Outcome = ReportedQuestion['outcome'];

const column = (title: string, width: number, align: Column['align'] = 'left'): Column => ({ title, width, align });

const columnsOf = (report: CandidateReport) => {
  const [number, kind, score] = [24, kindsDiffer(report) ? 80 : 0, 60];
  return { number, kind, score, result: sideWidth - number - kind - score };
};
type Widths = ReturnType<typeof columnsOf>;

const radius = 3.2;
const markWidth = 13;

/** A shape per outcome, so that they differ without colour: disc, half disc, cross, ring; none for a void question. */
const drawMark = ({ doc, accent }: Sheet, outcome: Outcome | null, x: number, y: number): void => {
  doc.lineWidth(1.1);
  match(outcome)
    .with('right', () => doc.circle(x, y, radius).fill(accent))
    .with('partial', () => {
      doc.path(`M ${x} ${y - radius} A ${radius} ${radius} 0 0 0 ${x} ${y + radius} Z`).fill(accent);
      doc.circle(x, y, radius - 0.55).stroke(accent);
    })
    .with('wrong', () => {
      const arm = radius * 0.8;
      doc
        .moveTo(x - arm, y - arm)
        .lineTo(x + arm, y + arm)
        .moveTo(x - arm, y + arm)
        .lineTo(x + arm, y - arm)
        .stroke(colors.ink);
    })
    .with('blank', () => doc.circle(x, y, radius - 0.55).stroke(colors.muted))
    .with(null, () => undefined)
    .exhaustive();
};

const resultCell = (sheet: Sheet, question: ReportedQuestion, width: number): Cell => {
  const outcome = markedOutcome(question);
  const style = outcome === 'blank' || outcome === null ? styles.small : styles.tableText;
  const words = sheet.typesetter.paragraph(resultWords(question), style, width - markWidth - 4);
  return {
    height: words.height,
    draw: (cell, x, y) => {
      artifact(sheet, 'Layout', () => drawMark(sheet, outcome, x + radius, y + words.leading / 2));
      content(sheet, cell, 'P', () => drawText(sheet, words, { x: x + markWidth, y }));
    },
  };
};

const scoreCell = (sheet: Sheet, { score, marks }: ReportedQuestion, width: number): Cell => {
  const got = sheet.typesetter.decimal(score, styles.tableStrong);
  const of = sheet.typesetter.decimal(` of ${marks}`, styles.small);
  return {
    height: got.height,
    draw: (cell, x, y) =>
      content(sheet, cell, 'P', () => {
        drawText(sheet, got, { x: x + width - of.width, y }, 'right');
        drawText(sheet, of, { x: x + width, y }, 'right');
      }),
  };
};

const rowOf = (sheet: Sheet, question: ReportedQuestion, { number, kind, result, score }: Widths): readonly Cell[] => {
  const text = (words: string, width: number): Cell =>
    textCell(sheet, sheet.typesetter.paragraph(words, styles.tableText, width - 4), 'left', width);
  return [
    text(String(question.number), number),
    ...(kind === 0 ? [] : [text(kindInWords(question), kind)]),
    resultCell(sheet, question, result),
    scoreCell(sheet, question, score),
  ];
};

const rowsOf = function* (sheet: Sheet, questions: readonly ReportedQuestion[], widths: Widths): Generator<readonly Cell[]> {
  for (const question of questions) yield rowOf(sheet, question, widths);
};

/** Every question of every section, with its outcome and score. */
export const drawQuestions = async (sheet: Sheet, root: Element, report: CandidateReport): Promise<void> => {
  const widths = columnsOf(report);
  const columns = [
    column('No.', widths.number),
    ...(widths.kind === 0 ? [] : [column('Kind', widths.kind)]),
    column('Result', widths.result),
    column('Score', widths.score, 'right'),
  ];
  const below = belowZeroInWords(report);
  const words = [talliesInWords(report), ...(below === undefined ? [] : [below])];
  const notes = words.map((one) => sheet.typesetter.paragraph(one, styles.label, contentWidth));
  const names = report.sections.map(({ sectionName }) => sheet.typesetter.paragraph(sectionName, styles.section, contentWidth));
  const notesHeight = notes.reduce((total, { height }) => total + height, 0);
  drawHeading(sheet, root, 'Questions', notesHeight + 12 + (names[0]?.height ?? 0) + beginningHeight);
  for (const note of notes) {
    content(sheet, root, 'P', () => drawText(sheet, note, { x: page.left, y: sheet.y }));
    sheet.y += note.height;
  }
  sheet.y += 12;

  for (const [index, { sectionName, questions }] of report.sections.entries()) {
    const name = names[index];
    if (name === undefined) continue;
    ensure(sheet, name.height + beginningHeight);
    content(sheet, root, 'H3', () => drawText(sheet, name, { x: page.left, y: sheet.y }));
    sheet.y += name.height + 2;
    await drawGrid(sheet, root, columns, rowsOf(sheet, questions, widths), () => drawContinued(sheet, sectionName));
    sheet.y += 18;
  }
};
