import { type CandidateReport, type Fact, factsOfAttempt, passMarksNeeded, percentInWords, shareOf } from '@assay/domain';
import { drawBar, drawText, hairline } from './draw.ts';
import { artifact, content, type Element, ensure, group, type Sheet } from './sheet.ts';
import { colors, contentWidth, page, styles } from './theme.ts';
import type { Paragraph, TextStyle } from './typesetter.ts';

const labelWidth = 84;

/** The paragraph in the first style that meets the condition, else in the last style. */
const firstThat = (set: (style: TextStyle) => Paragraph, choices: readonly TextStyle[], holds: (one: Paragraph) => boolean): Paragraph =>
  choices.map(set).find((one, index) => holds(one) || index === choices.length - 1) ?? set(styles.body);

/** Account and kind of the document on top of the first page. */
export const drawMasthead = (sheet: Sheet, root: Element, { accountName }: Pick<CandidateReport, 'accountName'>, title: string): void => {
  const kind = sheet.typesetter.paragraph(title, styles.overline, contentWidth);
  const account = sheet.typesetter.paragraph(accountName, styles.account, contentWidth - kind.width - 32);
  content(sheet, root, 'P', () => drawText(sheet, account, { x: page.left, y: page.top }));
  content(sheet, root, 'P', () => drawText(sheet, kind, { x: page.right, y: page.top + 0.5 }, 'right'));
  sheet.y = page.top + account.height + 9;
  artifact(sheet, 'Layout', () => hairline(sheet, sheet.y));
  sheet.y += 24;
};

export const drawCandidate = (sheet: Sheet, root: Element, { candidate }: Pick<CandidateReport, 'candidate'>): void => {
  const set = (style: TextStyle) => sheet.typesetter.paragraph(candidate.fullName, style, contentWidth);
  const name = firstThat(set, styles.names, (one) => one.lines.length <= 2);
  const email = sheet.typesetter.paragraph(candidate.emailId, styles.quiet, contentWidth);
  content(sheet, root, 'H1', () => drawText(sheet, name, { x: page.left, y: sheet.y }));
  sheet.y += name.height + 2;
  content(sheet, root, 'P', () => drawText(sheet, email, { x: page.left, y: sheet.y }));
  sheet.y += email.height + 18;
};

/** A figure that decides, with its name above and what it is measured by below. */
type Figure = { readonly label: string; readonly value: string; readonly note: string; readonly color?: string };

const resultColors = { Pass: colors.pass, Fail: colors.fail } as const;

const figuresOf = (report: CandidateReport): readonly Figure[] => {
  const { score, totalScore, testResult } = report;
  const percent = percentInWords(score, totalScore);
  return [
    ...(testResult === null
      ? []
      : [{ label: 'Result', value: testResult, note: passMarksNeeded(report), color: resultColors[testResult] }]),
    { label: 'Score', value: score, note: `of ${totalScore}` },
    ...(percent === undefined ? [] : [{ label: 'Share of the maximum', value: percent, note: '' }]),
  ];
};

/** Where a bar shows a pass mark. */
export const marksOn = (passPercent: string | null | undefined): readonly number[] =>
  passPercent == null ? [] : [Number(passPercent) / 100];

const panelPadding = 16;
const panelBar = 7;

/** The figures that decide, side by side over a bar of the score, on a panel. */
const drawFigures = (sheet: Sheet, root: Element, report: CandidateReport): void => {
  const { typesetter } = sheet;
  const { score, totalScore } = report;
  const figures = figuresOf(report);
  const gap = 16;
  const width = (contentWidth - 2 * panelPadding - (figures.length - 1) * gap) / figures.length;
  const fits = (style: TextStyle): boolean => figures.every(({ value }) => typesetter.decimal(value, style).width <= width);
  const style = styles.scores.find(fits) ?? styles.scores[2];
  const set = figures.map(({ label, value, note, color = colors.ink }) => ({
    label: typesetter.paragraph(label, styles.label, width),
    value: typesetter.decimal(value, { ...style, color }),
    note: typesetter.paragraph(note, styles.label, width),
  }));
  const rows = ['label', 'value', 'note'] as const;
  const heights = rows.map((row) => Math.max(...set.map((one) => one[row].height)));
  const textHeight = heights.reduce((total, height) => total + height, 0);
  const top = sheet.y;
  const height = textHeight + 2 * panelPadding + panelBar + 8;
  artifact(sheet, 'Layout', () => sheet.doc.roundedRect(page.left, top, contentWidth, height, 8).fill(colors.panel));
  for (const [index, one] of set.entries()) {
    content(sheet, root, 'P', () => {
      let y = top + panelPadding;
      for (const [row, name] of rows.entries()) {
        drawText(sheet, one[name], { x: page.left + panelPadding + index * (width + gap), y });
        y += heights[row] ?? 0;
      }
    });
  }
  const percent = percentInWords(score, totalScore);
  const [x, y, barWidth] = [page.left + panelPadding, top + panelPadding + textHeight + 8, contentWidth - 2 * panelPadding];
  const alt = `Bar: ${score} of ${totalScore}${percent === undefined ? '' : `, ${percent}`}`;
  const bbox = [x, y, x + barWidth, y + panelBar] as const;
  const draw = (): void => drawBar(sheet, { x, y }, [barWidth, panelBar], shareOf(score, totalScore), marksOn(report.passPercent));
  content(sheet, root, 'Figure', draw, { alt, bbox });
  sheet.y = top + height + 22;
};

/** Labels with their values, from `left` to the right margin, the first value strong. */
export const drawFacts = (sheet: Sheet, root: Element, facts: readonly Fact[], left: number = page.left): void => {
  const list = group(sheet, root, 'L');
  const width = page.right - left - labelWidth;
  for (const [index, [label, value, note]] of facts.entries()) {
    const name = sheet.typesetter.paragraph(label, styles.label, labelWidth);
    const body = sheet.typesetter.paragraph(value, index === 0 ? styles.strong : styles.body, width);
    const remark = note === undefined ? undefined : sheet.typesetter.paragraph(note, styles.label, width);
    const height = body.height + (remark?.height ?? 0);
    ensure(sheet, height);
    const item = group(sheet, list, 'LI');
    const { y } = sheet;
    content(sheet, item, 'Lbl', () => drawText(sheet, name, { x: left, y }));
    content(sheet, item, 'LBody', () => {
      drawText(sheet, body, { x: left + labelWidth, y });
      if (remark !== undefined) drawText(sheet, remark, { x: left + labelWidth, y: y + body.height });
    });
    sheet.y += height + 6;
  }
};

/** Heading of a part of the report, on a page with space for another `following` points. */
export const drawHeading = (sheet: Sheet, root: Element, text: string, following: number): void => {
  const heading = sheet.typesetter.paragraph(text, styles.heading, contentWidth);
  ensure(sheet, heading.height + 8 + following);
  content(sheet, root, 'H2', () => drawText(sheet, heading, { x: page.left, y: sheet.y }));
  sheet.y += heading.height + 8;
};

/** A sentence by itself. */
export const drawNote = (sheet: Sheet, parent: Element, text: string): void => {
  const words = sheet.typesetter.paragraph(text, styles.body, contentWidth);
  ensure(sheet, words.height);
  content(sheet, parent, 'P', () => drawText(sheet, words, { x: page.left, y: sheet.y }));
  sheet.y += words.height;
};

/** The heading again, on a further page of what is under it. */
export const drawContinued = (sheet: Sheet, text: string): void => {
  const continued = sheet.typesetter.paragraph('continued', styles.label, contentWidth);
  const again = sheet.typesetter.oneLine(text, styles.section, contentWidth - continued.width - 8);
  artifact(sheet, 'Pagination', () => {
    drawText(sheet, again, { x: page.left, y: sheet.y });
    drawText(sheet, continued, { x: page.left + again.width + 8, y: sheet.y + 0.7 });
  });
  sheet.y += again.height;
};

/** Who, and the figures that decide. */
export const drawSummary = (sheet: Sheet, root: Element, report: CandidateReport): void => {
  drawMasthead(sheet, root, report, 'CANDIDATE REPORT');
  drawCandidate(sheet, root, report);
  drawFigures(sheet, root, report);
};

/** Test, times and proctoring. */
export const drawAttempt = (sheet: Sheet, root: Element, report: CandidateReport): void => {
  const facts = factsOfAttempt(report);
  drawHeading(sheet, root, 'Attempt', 5 * styles.body.size * 1.4);
  drawFacts(sheet, root, facts);
  sheet.y += 18;
};
