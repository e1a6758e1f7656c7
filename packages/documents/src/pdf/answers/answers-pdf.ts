import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  type AnsweredQuestion,
  type AnswersReport,
  dateInWords,
  type Fact,
  gradesInWords,
  gradingInWords,
  outcomeWords,
  picturesInWords,
  revealed,
  rubricInWords,
  secondsInWords,
  submissionWords,
  type Titled,
  timesInWords,
} from '@assay/domain';
import { openTypefaces, type Typefaces } from '../../fonts/typefaces.ts';
import { pause } from '../../pause.ts';
import { plainPrompt } from '../../prompt.ts';
import { drawDocument } from '../drawing/document.ts';
import { drawText } from '../drawing/draw.ts';
import { content, type Element, ensure, group, type Sheet } from '../drawing/sheet.ts';
import { drawCandidate, drawContinued, drawFacts, drawHeading, drawNote } from '../drawing/summary.ts';
import { contentWidth, page, styles } from '../drawing/theme.ts';
import { type TextStyle, withMinus } from '../drawing/typesetter.ts';

/** Lines of one text, and of the document: ten and a hundred pages. */
const mostLines = { text: 500, document: 5_000 };
/** Lines that the facts of a question take. */
const linesOfFacts = 14;
const mostFaces = 64;

const count = (amount: number, one: string): string => `${amount.toLocaleString('en-US')} ${one}${amount === 1 ? '' : 's'}`;

type Runs = NonNullable<AnsweredQuestion['runs']>;

const acceptedOf = (runs: Runs): string => `${runs.filter(({ verdict }) => verdict === 'accepted').length} of ${runs.length}`;

/** Samples apart from hidden cases, where there are both: the candidate had seen the samples. */
const casesInWords = (runs: Runs): string => {
  const all = `${acceptedOf(runs)} accepted${timesInWords(runs)}`;
  const [samples, hidden] = [runs.filter(({ sample }) => sample), runs.filter(({ sample }) => !sample)];
  return samples.length === 0 || hidden.length === 0 ? all : `${all}: ${acceptedOf(samples)} samples, ${acceptedOf(hidden)} hidden`;
};

const factsOf = (one: AnsweredQuestion): readonly Fact[] => {
  const { outcome, score, marks, late, secondsShown, timesShown, revisions, pasted, runs = [], decidedBy, review } = one;
  const result = outcome === null ? 'Not graded yet' : `${outcomeWords[outcome]}: ${withMinus(score ?? 0)} of ${marks}`;
  return [
    ['Result', late ? `${result}; arrived after the deadline and counts` : result],
    ['On the screen', secondsShown === null ? 'not recorded' : `${secondsInWords(secondsShown)}, in ${count(timesShown, 'visit')}`],
    ['Changes', count(revisions.length, 'change')],
    ...(pasted === null ? [] : [['Pasted', count(pasted, 'character')] as const]),
    ...(runs.length === 0 ? [] : [['Cases', casesInWords(runs)] as const]),
    ...(decidedBy === null ? [] : [['Decided by', revealed(decidedBy).normalize('NFC')] as const]),
    ...(review === undefined ? [] : [['Grading', gradingInWords(review)] as const]),
  ];
};

/** `apart`: with a gap above. */
type Line = { readonly text: string; readonly strong?: boolean; readonly apart?: boolean };
type Part = { readonly title: string; readonly lines: readonly Line[] };

/** A line of a text is set in pieces that end between words if there are some: 49,000 characters at once take seconds. */
const pieces = /.{1,2000}(?:\s|$)|.{1,300}/gsu;

const plain = (text: string): Part['lines'] =>
  text.split(/\r?\n/).flatMap((line) => (revealed(line).normalize('NFC').match(pieces) ?? ['']).map((piece) => ({ text: piece })));

const titled = (parts: readonly Titled[]): Part['lines'] =>
  parts.flatMap(({ title, lines }, index) => [
    ...plain(title).map((line) => ({ ...line, strong: true, apart: index > 0 })),
    ...lines.flatMap(plain),
  ]);

const reviewParts = ({ review }: AnsweredQuestion, zone: string): readonly Part[] => {
  if (review === undefined) return [];
  const grades = gradesInWords(review, (at) => dateInWords(Date.parse(at), zone));
  return [
    ...(grades.length === 0 ? [] : [{ title: 'Grades', lines: titled(grades) }]),
    { title: 'Rubric', lines: titled(rubricInWords(review)) },
  ];
};

/** Picked and right in words, because colour alone says nothing on paper. */
const optionLines = ({ options = [], answer }: AnsweredQuestion): Part['lines'] => {
  const picked = Array.isArray(answer) ? answer : [answer];
  return options.flatMap(({ optionId, text, correct }) => {
    const notes = [...(picked.includes(optionId) ? ['picked'] : []), ...(correct ? ['right'] : [])];
    const note = notes.length === 0 ? '' : `   (${notes.join(', ')})`;
    return plain(`${optionId}   ${picturesInWords(text).replace(/\s+/g, ' ')}${note}`).map((line) => ({
      ...line,
      strong: notes.length > 0,
    }));
  });
};

const partsOf = (one: AnsweredQuestion, zone: string): readonly Part[] => {
  const prompt: Part = { title: 'Prompt', lines: plain(plainPrompt(one.prompt)) };
  if (one.options !== undefined) return [prompt, { title: 'Options', lines: optionLines(one) }];
  const answer: Part = { title: 'Answer', lines: one.answerText === null ? [{ text: 'Blank' }] : plain(one.answerText) };
  return [prompt, answer, ...(one.keyText === null ? [] : [{ title: 'Key', lines: plain(one.keyText) }]), ...reviewParts(one, zone)];
};

type Drawing = { readonly sheet: Sheet; readonly words: Typefaces; readonly elsewhere: string; readonly zone: string };

/** Draws a part line by line, over as many pages as it needs. Returns the lines that it took. */
const drawPart = async ({ sheet, elsewhere }: Drawing, parent: Element, { title, lines }: Part, again: string): Promise<number> => {
  const head = sheet.typesetter.paragraph(title, styles.section, contentWidth);
  ensure(sheet, head.height + 34);
  content(sheet, parent, 'H3', () => drawText(sheet, head, { x: page.left, y: sheet.y }));
  sheet.y += head.height + 3;
  let drawn = 0;
  for (const { text, strong = false, apart = false } of lines) {
    await pause();
    const style: TextStyle = strong ? styles.strong : styles.body;
    const whole = sheet.typesetter.paragraph(text, style, contentWidth);
    if (apart) sheet.y += 5;
    for (const line of whole.lines.length === 0 ? [undefined] : whole.lines) {
      if (drawn >= mostLines.text) {
        drawNote(sheet, parent, `The rest is left out here. ${elsewhere}`);
        return drawn;
      }
      if (ensure(sheet, whole.leading)) {
        drawContinued(sheet, again);
        sheet.y += 8;
      }
      if (line !== undefined)
        content(sheet, parent, 'P', () =>
          drawText(sheet, { ...whole, lines: [line], width: line.width, height: whole.leading }, { x: page.left, y: sheet.y }),
        );
      sheet.y += whole.leading;
      drawn += 1;
    }
  }
  sheet.y += 10;
  return drawn;
};

const drawQuestion = async (drawing: Drawing, root: Element, one: AnsweredQuestion): Promise<number> => {
  const { sheet, words, zone } = drawing;
  const title = `Question ${one.questionId} · ${one.section}`.normalize('NFC');
  const parts = partsOf(one, zone);
  const facts = factsOf(one);
  await words.open([title, ...facts.flat(), ...parts.flatMap(({ lines }) => lines.map(({ text }) => text))].map((text = '') => text));
  const section = group(sheet, root, 'Sect');
  drawHeading(sheet, section, title, facts.length * 20 + 40);
  drawFacts(sheet, section, facts);
  sheet.y += 8;
  let lines = linesOfFacts;
  for (const part of parts) lines += await drawPart(drawing, section, part, title);
  sheet.y += 14;
  return lines;
};

const factsOfAttempt = (report: AnswersReport): readonly Fact[] => [
  ['Test', report.testName],
  ['Invitation', `${report.testInvitationId}, attempt ${report.attempt}`],
  ['Started', dateInWords(report.attemptedOn, report.zone)],
  ['Completed', dateInWords(report.completedAt, report.zone), submissionWords[report.completedBy]],
  ['Time zone', report.zone],
  ...report.signals.map(({ text }, index): Fact => [index === 0 ? 'To look at' : '', text, 'no verdict']),
];

/**
 * What a candidate answered, question by question with prompt and key, as a tagged A4 PDF in English. Everything is drawn before the stream is
 * returned; what is beyond the bounds is left out, and the document says where it is.
 */
export const answersPdf = async (report: AnswersReport): Promise<Readable> => {
  const texts = [report.accountName, report.candidate.fullName, report.candidate.emailId, ...factsOfAttempt(report).flat()];
  const words = await openTypefaces(
    texts.map((text = '') => text.normalize('NFC')),
    { mostFaces },
  );
  const about = {
    title: `${report.candidate.fullName}: answers, ${report.testName}`,
    subject: "A candidate's answers",
    kind: 'ANSWERS',
    name: report.candidate.fullName,
    typefaces: words,
  };
  const elsewhere = `assay answers ${report.testInvitationId} --question N shows all of it.`;
  return drawDocument(report, about, async (sheet, root) => {
    drawCandidate(sheet, root, report);
    drawFacts(sheet, root, factsOfAttempt(report));
    sheet.y += 20;
    let left = mostLines.document;
    for (const one of report.questions) {
      if (left <= 0) {
        drawNote(sheet, root, `Questions from ${one.questionId} on are left out here. ${elsewhere}`);
        break;
      }
      left -= await drawQuestion({ sheet, words, elsewhere, zone: report.zone }, root, one);
      await setImmediate();
    }
  });
};
