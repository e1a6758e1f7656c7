import { type CandidateReport, type Fact, factsOfAttempt, remarkInWords, remarksExplained } from '@assay/domain';
import { drawText } from './draw.ts';
import { artifact, content, type Element, ensure, group, type Sheet, widthOf } from './sheet.ts';
import { contentWidth, page, styles } from './theme.ts';
import type { Paragraph, TextStyle } from './typesetter.ts';

const labelWidth = 84;

/** The paragraph in the first style that meets the condition, else in the last style. */
const firstThat = (set: (style: TextStyle) => Paragraph, choices: readonly TextStyle[], holds: (one: Paragraph) => boolean): Paragraph =>
  choices.map(set).find((one, index) => holds(one) || index === choices.length - 1) ?? set(styles.body);

/** Who or what the document is about, in the largest letters that fit, with a quiet line below. */
export const drawTitle = (sheet: Sheet, root: Element, title: string, below: string): void => {
  const set = (style: TextStyle) => sheet.typesetter.paragraph(title, style, widthOf(sheet));
  const words = firstThat(set, styles.names, (one) => one.lines.length <= 2);
  const quiet = sheet.typesetter.paragraph(below, styles.quiet, widthOf(sheet));
  content(sheet, root, 'H1', () => drawText(sheet, words, { x: page.left, y: sheet.y }));
  sheet.y += words.height + 2;
  content(sheet, root, 'P', () => drawText(sheet, quiet, { x: page.left, y: sheet.y }));
  sheet.y += quiet.height + 18;
};

export const drawCandidate = (sheet: Sheet, root: Element, { candidate }: Pick<CandidateReport, 'candidate'>): void =>
  drawTitle(sheet, root, candidate.fullName, candidate.emailId);

/** Labels with their values, from `left` to the right margin, the first value strong. */
export const drawFacts = (sheet: Sheet, root: Element, facts: readonly Fact[], left: number = page.left): void => {
  const list = group(sheet, root, 'L');
  const width = page.right - left - labelWidth;
  for (const [index, [label, value, note]] of facts.entries()) {
    const name = sheet.typesetter.paragraph(label, styles.label, labelWidth);
    const body = sheet.typesetter.paragraph(value, index === 0 ? styles.strong : styles.body, width);
    const remark = note === undefined ? undefined : sheet.typesetter.paragraph(note, styles.label, width);
    const height = Math.max(name.height, body.height + (remark?.height ?? 0));
    ensure(sheet, height);
    const item = group(sheet, list, 'LI');
    const { y } = sheet;
    content(sheet, item, 'Lbl', () => drawText(sheet, name, { x: left, y }));
    content(sheet, item, 'LBody', () => {
      drawText(sheet, body, { x: left + labelWidth, y });
      if (remark !== undefined) drawText(sheet, remark, { x: left + labelWidth, y: y + body.height });
    });
    sheet.y += height + 4;
  }
};

/** Heading of a part of the report, on a page with space for another `following` points. */
export const drawHeading = (sheet: Sheet, root: Element, text: string, following: number): void => {
  const heading = sheet.typesetter.paragraph(text, styles.heading, widthOf(sheet));
  ensure(sheet, heading.height + 8 + following);
  content(sheet, root, 'H2', () => drawText(sheet, heading, { x: page.left, y: sheet.y }));
  sheet.y += heading.height + 8;
};

/** A sentence by itself. */
export const drawNote = (sheet: Sheet, parent: Element, text: string): void => {
  const words = sheet.typesetter.paragraph(text, styles.body, widthOf(sheet));
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

/** Test, times and proctoring. */
export const drawAttempt = (sheet: Sheet, root: Element, report: CandidateReport): void => {
  const facts = factsOfAttempt(report);
  drawHeading(sheet, root, 'Attempt', 5 * styles.body.size * 1.4);
  drawFacts(sheet, root, facts);
  sheet.y += 12;
};

/** What stands out in how the attempt went, all of it on one page; draws nothing if nothing does. */
export const drawRemarks = (sheet: Sheet, root: Element, { remarks }: CandidateReport): void => {
  if (remarks.length === 0) return;
  const [indent, gap] = [12, 2];
  const lead = sheet.typesetter.paragraph(remarksExplained, styles.label, contentWidth);
  const bullet = sheet.typesetter.paragraph('·', styles.label, indent);
  const texts = remarks.map((remark) => sheet.typesetter.paragraph(remarkInWords(remark), styles.body, contentWidth - indent));
  drawHeading(sheet, root, 'Remarks', lead.height + texts.reduce((total, { height }) => total + gap + height, 0));
  content(sheet, root, 'P', () => drawText(sheet, lead, { x: page.left, y: sheet.y }));
  sheet.y += lead.height;
  const list = group(sheet, root, 'L');
  for (const text of texts) {
    sheet.y += gap;
    const item = group(sheet, list, 'LI');
    content(sheet, item, 'Lbl', () => drawText(sheet, bullet, { x: page.left, y: sheet.y }));
    content(sheet, item, 'LBody', () => drawText(sheet, text, { x: page.left + indent, y: sheet.y }));
    sheet.y += text.height;
  }
  sheet.y += 22;
};
