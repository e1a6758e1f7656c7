import { type CandidateReport, kindInWords, type ReportedQuestion, resultWords, talliesInWords } from '@assay/domain';
import { match } from 'ts-pattern';
import { drawText } from './draw.ts';
import { artifact, content, type Element, ensure, type Sheet } from './sheet.ts';
import { drawContinued, drawHeading } from './summary.ts';
import { beginningHeight, type Cell, type Column, drawTable, textCell } from './table.ts';
import { colors, contentWidth, page, styles } from './theme.ts';

type Outcome = ReportedQuestion['outcome'];

const columns = [
  { title: 'Question', width: 76, align: 'left' },
  { title: 'Kind', width: 150, align: 'left' },
  { title: 'Result', width: contentWidth - 76 - 150 - 140, align: 'left' },
  { title: 'Got', width: 70, align: 'right' },
  { title: 'Marks', width: 70, align: 'right' },
] as const satisfies readonly Column[];
const [numberColumn, kindColumn, resultColumn, gotColumn, marksColumn] = columns;

const radius = 3.4;
const markWidth = 16;

/** A shape per outcome, so that they differ without colour: disc, half disc, cross, ring. */
const drawMark = ({ doc }: Sheet, outcome: Outcome, x: number, y: number): void => {
  doc.lineWidth(1.1);
  match(outcome)
    .with('right', () => doc.circle(x, y, radius).fill(colors.accent))
    .with('partial', () => {
      doc.path(`M ${x} ${y - radius} A ${radius} ${radius} 0 0 0 ${x} ${y + radius} Z`).fill(colors.accent);
      doc.circle(x, y, radius - 0.55).stroke(colors.accent);
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
    .exhaustive();
};

const resultCell = (sheet: Sheet, question: ReportedQuestion): Cell => {
  const { outcome } = question;
  const words = sheet.typesetter.paragraph(resultWords(question), outcome === 'blank' ? styles.label : styles.body, resultColumn.width);
  return {
    height: words.height,
    draw: (cell, x, y) => {
      artifact(sheet, 'Layout', () => drawMark(sheet, outcome, x + radius, y + words.height / 2));
      content(sheet, cell, 'P', () => drawText(sheet, words, { x: x + markWidth, y }));
    },
  };
};

const rowOf = (sheet: Sheet, question: ReportedQuestion): readonly Cell[] => {
  const { typesetter } = sheet;
  const number = typesetter.paragraph(String(question.number), styles.body, numberColumn.width);
  const kind = typesetter.paragraph(kindInWords(question), styles.body, kindColumn.width);
  return [
    textCell(sheet, number, 'left', numberColumn.width),
    textCell(sheet, kind, 'left', kindColumn.width),
    resultCell(sheet, question),
    textCell(sheet, typesetter.decimal(question.score, styles.strong), 'right', gotColumn.width),
    textCell(sheet, typesetter.decimal(question.marks, styles.label), 'right', marksColumn.width),
  ];
};

const rowsOf = function* (sheet: Sheet, questions: readonly ReportedQuestion[]): Generator<readonly Cell[]> {
  for (const question of questions) yield rowOf(sheet, question);
};

/** Every question of every section, with its outcome and score. */
export const drawQuestions = async (sheet: Sheet, root: Element, report: CandidateReport): Promise<void> => {
  const tallies = sheet.typesetter.paragraph(talliesInWords(report), styles.label, contentWidth);
  const names = report.sections.map(({ sectionName }) => sheet.typesetter.paragraph(sectionName, styles.section, contentWidth));
  drawHeading(sheet, root, 'Questions', tallies.height + 12 + (names[0]?.height ?? 0) + beginningHeight);
  content(sheet, root, 'P', () => drawText(sheet, tallies, { x: page.left, y: sheet.y }));
  sheet.y += tallies.height + 12;

  for (const [index, { sectionName, questions }] of report.sections.entries()) {
    const name = names[index];
    if (name === undefined) continue;
    ensure(sheet, name.height + beginningHeight);
    content(sheet, root, 'H3', () => drawText(sheet, name, { x: page.left, y: sheet.y }));
    sheet.y += name.height + 2;
    await drawTable(sheet, root, columns, rowsOf(sheet, questions), () => drawContinued(sheet, sectionName));
    sheet.y += 20;
  }
};
