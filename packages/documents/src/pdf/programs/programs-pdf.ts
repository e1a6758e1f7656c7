import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  acceptedInWords,
  type CodeSubmission,
  type CodeToken,
  dateInWords,
  earlierRoundsInWords,
  engineInWords,
  type Fact,
  languageNames,
  limitsInWords,
  marksInWords,
  outcomeWords,
  type ProgramsReport,
  placeInWords,
  revealed,
  sidesOf,
  submissionWords,
  typingInWords,
  verdictInWords,
  verdictsInWords,
} from '@assay/domain';
import { openTypefaces, type Typefaces } from '../../fonts/typefaces.ts';
import { drawDocument } from '../drawing/document.ts';
import { drawText } from '../drawing/draw.ts';
import { artifact, content, type Element, ensure, group, type Sheet } from '../drawing/sheet.ts';
import { drawCandidate, drawContinued, drawFacts, drawHeading, drawNote } from '../drawing/summary.ts';
import { beginningHeight, type Cell, type Column, drawTable, textCell } from '../drawing/table.ts';
import { codeLeading, contentWidth, page, styles } from '../drawing/theme.ts';
import { type CodeRow, type CodeSetter, makeCodeSetter } from './code-rows.ts';
import { drawFrames, drawSpans, placed } from './code-spans.ts';
import { drawProgram } from './program.ts';

/** Rows of a program and its cases, and of the document: 30 and 100 pages, the latter in some 3 s of processor time. */
const mostRows = { program: 2000, document: 6000 };
/** As many rows as the facts of a question take. */
const factsRows = 20;
/** Of most facts, in points. */
const factHeight = 20;
/** Fonts of words, and of programs. */
const mostFaces = 64;

const differenceWidth = contentWidth - 84 - 106 - 40 - 30 - 40 - 14;
const columns = [
  { title: 'Case', width: 84, align: 'left' },
  { title: 'Verdict', width: 106, align: 'left' },
  { title: 'Seconds', width: 40, align: 'right' },
  { title: 'MB', width: 30, align: 'right' },
  { title: 'Weight', width: 40, align: 'right' },
  // A left-aligned column begins at its left edge.
  { title: '', width: 14, align: 'left' },
  { title: 'What differs', width: differenceWidth, align: 'left' },
] as const satisfies readonly Column[];

type Case = CodeSubmission['cases'][number];

const longestName = 120;
/** Of each side of a difference: an excerpt without hidden characters has five. */
const mostSideRows = 8;

const nameOf = ({ name }: Case): string => {
  const characters = [...revealed(name)];
  return characters.length <= longestName ? characters.join('') : `${characters.slice(0, longestName - 1).join('')}…`;
};

const figuresOf = (one: Case): readonly string[] => [
  nameOf(one),
  verdictInWords(one),
  one.leftOut ? '–' : one.seconds.toFixed(3),
  one.memory === null ? '–' : String(Math.ceil(one.memory)),
  String(one.weight),
  '',
];

const sidesIn = ({ difference }: Case): readonly string[] => {
  if (difference === undefined) return [];
  const { expected, actual } = sidesOf(difference);
  return [`expected ${expected}`, `not      ${actual}`];
};

const lineOf = (text: string): readonly CodeToken[] => [{ kind: 'name', text }];

const sideRows = (setter: CodeSetter, side: string, width: number): readonly CodeRow[] => {
  const rows: CodeRow[] = [];
  for (const row of setter.rows(side, [lineOf(side)], width - 3 * setter.characterWidth)) {
    const last = rows[mostSideRows - 1];
    if (last !== undefined) return [...rows.slice(0, -1), { ...last, spans: [...last.spans, setter.ellipsis()] }];
    rows.push(row);
  }
  return rows;
};

const differenceCell = (sheet: Sheet, setter: CodeSetter, one: Case, width: number): Cell => {
  const place = placeInWords(one);
  const where = place === '' ? undefined : sheet.typesetter.paragraph(place, styles.tableText, width);
  const rows = sidesIn(one).flatMap((side) => sideRows(setter, side, width));
  const whereHeight = where?.height ?? 0;
  return {
    height: whereHeight + rows.length * codeLeading,
    draw: (cell, x, y) => {
      if (where !== undefined) content(sheet, cell, 'P', () => drawText(sheet, where, { x, y }));
      const spans = placed(rows, x, y + whereHeight);
      if (spans.length === 0) return;
      artifact(sheet, 'Layout', () => drawFrames(sheet, spans));
      content(sheet, cell, 'Code', () => drawSpans(sheet, spans));
    },
  };
};

const rowsOf = function* (sheet: Sheet, setter: CodeSetter, cases: readonly Case[]): Generator<readonly Cell[]> {
  for (const one of cases) {
    const strong = one.verdict === 'accepted' ? styles.tableText : styles.tableStrong;
    const figures = figuresOf(one).map((text, index) => {
      const { align = 'left', width = 0 } = columns[index] ?? {};
      const cell = sheet.typesetter.paragraph(text, index < 2 ? strong : styles.tableText, index < 2 ? width - 8 : width);
      return textCell(sheet, cell, align, width);
    });
    yield [...figures, differenceCell(sheet, setter, one, differenceWidth)];
  }
};

const titleOf = ({ questionId, prompt }: CodeSubmission): string =>
  `Question ${questionId}: ${revealed(prompt).replace(/^#{1,6}\s+/, '')}`.normalize('NFC');

const resultOf = (one: CodeSubmission): string => {
  const words = one.status === 'waiting' ? 'Waiting to be graded' : acceptedInWords(one);
  if (one.outcome === null) return words;
  return one.status === 'waiting' ? `${outcomeWords[one.outcome]} so far. ${words}` : `${outcomeWords[one.outcome]}, ${words}`;
};

const factsOf = (one: CodeSubmission): readonly Fact[] => {
  const { language, rounds } = one;
  const verdicts = verdictsInWords(rounds.findLast(({ gradedAt }) => gradedAt !== null) ?? { verdicts: {} });
  const limits = limitsInWords(one);
  const typed: Fact = ['Typed', typingInWords(one)];
  if (language === null) return [['Answer', 'Blank: there is no program'], ['Marks', marksInWords(one)], typed];
  return [
    ['Result', resultOf(one)],
    ['Marks', marksInWords(one)],
    ['Language', `${languageNames[language]} ${engineInWords(one)}`.trimEnd()],
    ...(verdicts === '' ? [] : [['Verdicts', verdicts] as const]),
    ...(limits === null ? [] : [['Limits', limits] as const]),
    typed,
    ...earlierRoundsInWords(one).map((text): Fact => ['Earlier', text]),
  ];
};

type Drawing = { readonly sheet: Sheet; readonly root: Element; readonly words: Typefaces; readonly setter: CodeSetter };

const drawPart = (sheet: Sheet, parent: Element, text: string, following: number): void => {
  const title = sheet.typesetter.paragraph(text, styles.section, contentWidth);
  ensure(sheet, title.height + 4 + following);
  content(sheet, parent, 'H3', () => drawText(sheet, title, { x: page.left, y: sheet.y }));
  sheet.y += title.height + 4;
};

/** Returns the rows that were drawn. */
const drawSubmission = async (
  { sheet, root, words, setter }: Drawing,
  { testInvitationId }: ProgramsReport,
  one: CodeSubmission,
  most: number,
): Promise<number> => {
  const { language, source, cases } = one;
  const facts = factsOf(one);
  const title = titleOf(one);
  await words.open(
    [title, ...facts.flat(), ...cases.flatMap((one) => [...figuresOf(one), placeInWords(one)])].map((text = '') => text.normalize('NFC')),
  );
  const section = group(sheet, root, 'Sect');
  drawHeading(sheet, section, title, facts.length * factHeight + (language === null ? 0 : beginningHeight + 40));
  drawFacts(sheet, section, facts);
  sheet.y += 10;
  const onNewPage = (): void => drawContinued(sheet, title);
  if (cases.length > 0) {
    for (const side of cases.flatMap(sidesIn)) await setter.open(side, [lineOf(side)]);
    drawPart(sheet, section, 'Cases', beginningHeight);
    await drawTable(sheet, section, columns, rowsOf(sheet, setter, cases), onNewPage);
    sheet.y += 16;
  }
  let drawn = 0;
  if (language !== null && source !== null) {
    drawPart(sheet, section, 'Program', 4 * codeLeading);
    drawn = await drawProgram(
      sheet,
      section,
      setter,
      { language, source },
      {
        most,
        named: new Set(cases.flatMap(({ line }) => line ?? [])),
        onNewPage: () => {
          onNewPage();
          sheet.y += 6;
        },
        elsewhere: `assay report code ${testInvitationId} --question ${one.questionId} prints all of it.`,
      },
    );
  }
  sheet.y += 30;
  return drawn + cases.length + factsRows;
};

const factsOfAttempt = (report: ProgramsReport): readonly Fact[] => [
  ['Test', report.testName],
  ['Invitation', `${report.testInvitationId}, attempt ${report.attempt}`],
  ['Started', dateInWords(report.attemptedOn, report.zone)],
  ['Completed', dateInWords(report.completedAt, report.zone), submissionWords[report.completedBy]],
  ['This file', `${dateInWords(report.generatedAt, report.zone)}; grading after that is not in it`],
  ['Time zone', report.zone],
];

/**
 * A candidate's programs as a tagged A4 PDF in English. Everything is drawn before the stream is returned; between some rows the event loop
 * runs. What is beyond the bounds is left out, and the document says where it is.
 */
export const programsPdf = async (report: ProgramsReport): Promise<Readable> => {
  const texts = [report.accountName, report.candidate.fullName, report.candidate.emailId, ...factsOfAttempt(report).flat()].map(
    (text = '') => text,
  );
  const words = await openTypefaces([...texts, '–'], { mostFaces });
  const setter = makeCodeSetter(await openTypefaces([], { setting: 'code', mostFaces }));
  const about = {
    title: `${report.candidate.fullName}: programs, ${report.testName}`,
    subject: "A candidate's programs",
    kind: 'PROGRAMS',
    name: report.candidate.fullName,
    typefaces: words,
  };
  return drawDocument(report, about, async (sheet, root) => {
    drawCandidate(sheet, root, report);
    drawFacts(sheet, root, factsOfAttempt(report));
    sheet.y += 20;
    if (report.questions === 0) drawNote(sheet, root, 'The test asks for no programs.');
    let left = mostRows.document;
    let shown = 0;
    for await (const one of report.submissions()) {
      if (left <= 0) break;
      left -= await drawSubmission({ sheet, root, words, setter }, report, one, Math.min(mostRows.program, left));
      shown += 1;
      await setImmediate();
    }
    if (shown < report.questions) {
      drawNote(sheet, root, `${report.questions - shown} of ${report.questions} programs are left out here.`);
      drawNote(sheet, root, `assay report code ${report.testInvitationId} prints all of them.`);
    }
  });
};
