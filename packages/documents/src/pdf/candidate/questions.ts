import {
  type CandidateReport,
  gridColumns,
  gridNotes,
  kindInWords,
  markedOutcome,
  outcomeWords,
  type ReportedQuestion,
  resultWords,
  secondsOnClock,
  sharedSkills,
} from '@assay/domain';
import { drawText } from '../drawing/draw.ts';
import { drawMark, markWidth, radius } from '../drawing/mark.ts';
import { artifact, content, type Element, ensure, type Sheet } from '../drawing/sheet.ts';
import { drawContinued, drawHeading } from '../drawing/summary.ts';
import { beginningHeight, type Cell, type Column, drawTable, leastHeight, textCell } from '../drawing/table.ts';
import { contentWidth, page, styles } from '../drawing/theme.ts';
import type { Paragraph, TextStyle } from '../drawing/typesetter.ts';
import { drawGrid, sideWidth } from './grid.ts';

const column = (title: string, width: number, align: Column['align'] = 'left'): Column => ({ title, width, align });

const longestOf = (texts: readonly string[]): string => texts.reduce((found, one) => (one.length > found.length ? one : found), '');

/**
 * Widths of the columns; 0 for one that is left out. Two rows stand side by side, unless there are skills or results would take more than
 * two lines.
 */
const layoutOf = ({ typesetter }: Sheet, report: CandidateReport) => {
  const { kind, skills, time } = gridColumns(report);
  const questions = report.sections.flatMap((section) => section.questions);
  // Scores have no break: the longest one sets the width of their column.
  const longestScore = typesetter.decimal(longestOf(questions.map(({ score, marks }) => `${score} of ${marks}`)), styles.tableStrong);
  const widthsIn = (isWide: boolean) => {
    const fixed = { number: 21, kind: kind ? (isWide ? 96 : 68) : 0, skills: skills ? 140 : 0, time: time ? 30 : 0 };
    const score = Math.max(isWide ? 60 : 44, longestScore.width + 8);
    const taken = Object.values(fixed).reduce((total, one) => total + one, score);
    return { ...fixed, score, result: (isWide ? contentWidth : sideWidth) - taken };
  };
  const narrow = widthsIn(false);
  const linesOf = (words: string): number => typesetter.paragraph(words, styles.tableText, narrow.result - markWidth - 4).lines.length;
  const isWide = skills || linesOf(longestOf(questions.map(resultWords))) > 2 || linesOf(outcomeWords.partial) > 1;
  return { isWide, widths: isWide ? widthsIn(true) : narrow };
};
type Widths = ReturnType<typeof layoutOf>['widths'];

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

const columnsOf = ({ number, kind, skills, result, time, score }: Widths): readonly Column[] =>
  [
    column('No.', number),
    column('Kind', kind),
    column('Skills', skills),
    column('Result', result),
    column('Time', time, 'right'),
    column('Score', score, 'right'),
  ].filter(({ width }) => width > 0);

const rowOf = (sheet: Sheet, question: ReportedQuestion, { number, kind, skills, result, time, score }: Widths): readonly Cell[] => {
  const text = (words: string, width: number, align: Column['align'] = 'left'): Cell =>
    textCell(sheet, sheet.typesetter.paragraph(words, styles.tableText, width - 4), align, width);
  const { seconds } = question;
  return [
    text(String(question.number), number),
    ...(kind === 0 ? [] : [text(kindInWords(question), kind)]),
    ...(skills === 0 ? [] : [text(question.skills.join(', '), skills - 8)]),
    resultCell(sheet, question, result),
    ...(time === 0 ? [] : [text(seconds === null ? '' : secondsOnClock(seconds), time, 'right')]),
    scoreCell(sheet, question, score),
  ];
};

const rowsOf = function* (sheet: Sheet, questions: readonly ReportedQuestion[], widths: Widths): Generator<readonly Cell[]> {
  for (const question of questions) yield rowOf(sheet, question, widths);
};

const drawParagraphs = (sheet: Sheet, root: Element, paragraphs: readonly Paragraph[], tag = 'P'): void => {
  for (const one of paragraphs) {
    content(sheet, root, tag, () => drawText(sheet, one, { x: page.left, y: sheet.y }));
    sheet.y += one.height;
  }
};

const heightOf = (paragraphs: readonly Paragraph[]): number => paragraphs.reduce((total, { height }) => total + height, 0);

/** Every question of every section, with its outcome and score. */
export const drawQuestions = async (sheet: Sheet, root: Element, report: CandidateReport): Promise<void> => {
  const { isWide, widths } = layoutOf(sheet, report);
  const columns = columnsOf(widths);
  const set = (text: string | undefined, style: TextStyle): readonly Paragraph[] =>
    text === undefined ? [] : [sheet.typesetter.paragraph(text, style, contentWidth)];
  const notes = gridNotes(report).flatMap((one) => set(one, styles.label));
  const parts = report.sections.map((section) => ({
    section,
    name: set(section.sectionName, styles.section),
    under: set(widths.skills > 0 ? undefined : sharedSkills(section), styles.small),
  }));
  // All on the page of the summary, or on pages of their own.
  const least = parts.reduce(
    (total, { section, name, under }) =>
      total + heightOf([...name, ...under]) + 20 + leastHeight(isWide ? section.questions.length : Math.ceil(section.questions.length / 2)),
    0,
  );
  drawHeading(sheet, root, 'Questions', heightOf(notes) + 12 + least);
  drawParagraphs(sheet, root, notes);
  sheet.y += 12;

  for (const { section, name, under } of parts) {
    ensure(sheet, heightOf([...name, ...under]) + beginningHeight);
    drawParagraphs(sheet, root, name, 'H3');
    drawParagraphs(sheet, root, under);
    sheet.y += 2;
    const rows = rowsOf(sheet, section.questions, widths);
    const onNewPage = (): void => drawContinued(sheet, section.sectionName);
    await (isWide ? drawTable(sheet, root, columns, rows, onNewPage) : drawGrid(sheet, root, columns, rows, onNewPage));
    sheet.y += 18;
  }
};
