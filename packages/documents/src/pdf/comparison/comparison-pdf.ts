import type { Readable } from 'node:stream';
import {
  belowZero,
  type ComparisonReport,
  comparedQuestions,
  comparedSections,
  dateInWords,
  lateAnswersInWords,
  legendOf,
  minutesInWords,
  outcomeWords,
  passMarksNeeded,
  percentInWords,
  questionOutcomes,
  timeTakenInWords,
  violationsInWords,
} from '@assay/domain';
import { openTypefaces } from '../../fonts/typefaces.ts';
import { bar, decimal, marked, type Part, score, space, stacked, text, upToLines } from '../drawing/cells.ts';
import { drawDocument } from '../drawing/document.ts';
import { drawText } from '../drawing/draw.ts';
import { drawLegend, resultColors, setLegend } from '../drawing/figures.ts';
import { drawMark, markWidth, radius } from '../drawing/mark.ts';
import { content, type Element, type Sheet, widthOf } from '../drawing/sheet.ts';
import { drawHeading, drawNote, drawTitle } from '../drawing/summary.ts';
import { beginningHeight, beginningHeightOf, type Cell, type Column, drawTable } from '../drawing/table.ts';
import { page, styles } from '../drawing/theme.ts';

type Compared = ComparisonReport['candidates'][number];

/** More stand side by side only on pages that lie across. */
const mostUpright = 4;
/** Questions of all versions together; a page has some thirty. */
const mostQuestions = 1_000;
const mostNameLines = 4;
const gap = 10;
const absent = '–';

type Layout = { readonly label: number; readonly column: number; readonly columns: readonly Column[] };

const layoutOf = (sheet: Sheet, { candidates }: ComparisonReport): Layout => {
  const label = candidates.length > mostUpright ? 116 : 104;
  const column = (widthOf(sheet) - label) / candidates.length;
  const nameOf = ({ fullName }: Compared): string => upToLines(sheet, fullName, styles.tableHead, column - gap, mostNameLines);
  return {
    label,
    column,
    columns: [
      { title: 'Candidate', width: label, align: 'left' },
      ...candidates.map((one) => ({ title: nameOf(one), width: column, align: 'left' as const, gap })),
    ],
  };
};

type Row = { readonly label: string; readonly note?: string; readonly parts: (one: Compared, width: number) => readonly Part[] };

const plain = (sheet: Sheet, label: string, words: (one: Compared) => string): Row => ({
  label,
  parts: (one, width) => [text(sheet, words(one), styles.tableText, width)],
});

const rankRow = (sheet: Sheet, { by }: ComparisonReport): Row => ({
  label: 'Rank',
  ...(by === null ? {} : { note: `by ${by}` }),
  parts: ({ rank }, width) => [text(sheet, rank === null ? absent : String(rank), styles.section, width)],
});

const resultRow = (sheet: Sheet): Row => ({
  label: 'Result',
  parts: ({ testResult, passPercent, sections }, width) => {
    const needed = passMarksNeeded({ passPercent, sections });
    return [
      testResult === null
        ? text(sheet, absent, styles.tableText, width)
        : text(sheet, testResult, { ...styles.section, color: resultColors[testResult] }, width),
      ...(needed === '' ? [] : [text(sheet, needed, styles.small, width)]),
    ];
  },
});

type Marks = { readonly passPercent: string | null; readonly meanPercent: number | null };

const scoreParts = (sheet: Sheet, got: number, of: number, marks: Marks, width: number): readonly Part[] => {
  const shown = { score: String(got), maximum: String(of), ...marks };
  return [decimal(sheet, percentInWords(shown.score, shown.maximum) ?? '', styles.small), bar(sheet, shown, width)];
};

const scoreRow = (sheet: Sheet, { candidates }: ComparisonReport): Row => ({
  label: 'Score',
  ...onAverage(candidates.map(({ meanPercent }) => meanPercent)),
  parts: (one, width) => [
    score(sheet, one.score, one.totalScore, width, styles.section),
    ...scoreParts(sheet, one.score, one.totalScore, one, width),
  ],
});

/** The group of all candidates is the same. */
const onAverage = (means: readonly (number | null)[]): Pick<Row, 'note'> => {
  const mean = means.find((one) => one !== null);
  return mean == null ? {} : { note: `${mean}% on average` };
};

const sectionRow = (sheet: Sheet, { candidates }: ComparisonReport, name: string): Row => {
  const means = candidates.flatMap(({ sections }) => sections.flatMap((one) => (one.sectionName === name ? [one.meanPercent] : [])));
  return {
    label: name,
    ...onAverage(means),
    parts: ({ sections }, width) => {
      const section = sections.find(({ sectionName }) => sectionName === name);
      if (section === undefined) return [text(sheet, absent, styles.tableText, width)];
      const { candidateScore, sectionScore, result } = section;
      return [
        score(sheet, candidateScore, sectionScore, width),
        ...scoreParts(sheet, candidateScore, sectionScore, section, width),
        ...(result === null
          ? []
          : [text(sheet, `${result}: ${section.passPercent}% needed`, { ...styles.small, color: resultColors[result] }, width)]),
      ];
    },
  };
};

/** How much time there was is said once where all had the same. */
const timeRow = (sheet: Sheet, { candidates }: ComparisonReport): Row => {
  const of = (duration: number): string => `of ${minutesInWords(duration)}`;
  const [first] = candidates;
  if (first !== undefined && candidates.every(({ duration }) => duration === first.duration))
    return { ...plain(sheet, 'Time taken', timeTakenInWords), note: of(first.duration) };
  return plain(sheet, 'Time taken', (one) => `${timeTakenInWords(one)} ${of(one.duration)}`);
};

const remarksOf = (one: Compared): readonly string[] => [
  ...(one.lateAnswers === 0 ? [] : [lateAnswersInWords(one)]),
  ...one.remarks.map((words) => `${words}.`),
];

const rowsOf = (sheet: Sheet, report: ComparisonReport): readonly Row[] => {
  const { candidates } = report;
  const some = (has: (one: Compared) => boolean, row: Row): readonly Row[] => (candidates.some(has) ? [row] : []);
  return [
    rankRow(sheet, report),
    ...some(({ testResult }) => testResult !== null, resultRow(sheet)),
    scoreRow(sheet, report),
    ...some(
      ({ percentile }) => percentile !== null,
      plain(sheet, 'Above', ({ percentile }) => (percentile === null ? absent : `${percentile} of 100 candidates`)),
    ),
    ...comparedSections(candidates).map((name) => sectionRow(sheet, report, name)),
    timeRow(sheet, report),
    plain(sheet, 'Proctoring', violationsInWords),
    ...some(
      (one) => remarksOf(one).length > 0,
      plain(sheet, 'Remarks', (one) => (remarksOf(one).length === 0 ? 'none' : `${remarksOf(one).length}, below`)),
    ),
  ];
};

/** Over the whole width: in a narrow column one candidate's sentences would be longer than a page. */
const drawRemarks = async (sheet: Sheet, root: Element, { candidates }: ComparisonReport): Promise<void> => {
  const remarked = candidates.filter((one) => remarksOf(one).length > 0);
  if (remarked.length === 0) return;
  const name = 130;
  const width = widthOf(sheet) - name;
  drawHeading(sheet, root, 'Remarks', beginningHeight);
  const columns = [
    { title: 'Candidate', width: name, align: 'left' },
    { title: 'To look at; these are no verdicts', width, align: 'left' },
  ] as const;
  const rows = remarked.map((one) => [
    stacked([text(sheet, upToLines(sheet, one.fullName, styles.tableStrong, name - gap, mostNameLines), styles.tableStrong, name - gap)]),
    stacked(remarksOf(one).map((words) => text(sheet, words, styles.tableText, width))),
  ]);
  await drawTable(sheet, root, columns, rows);
  sheet.y += 24;
};

const drawMarks = (sheet: Sheet, root: Element, { candidates }: ComparisonReport): void => {
  const scores = candidates.flatMap((one) => [one, ...one.sections]);
  const legend = setLegend(
    sheet,
    legendOf({ passMark: scores.some((one) => one.passPercent !== null), average: scores.some((one) => one.meanPercent !== null) }),
  );
  if (legend.entries.length === 0) return;
  drawLegend(sheet, root, legend, { x: page.left, y: sheet.y });
  sheet.y += legend.height + 8;
};

const drawFigures = async (sheet: Sheet, root: Element, report: ComparisonReport, { label, column, columns }: Layout): Promise<void> => {
  const cells = ({ label: name, note, parts }: Row): readonly Cell[] => [
    stacked([
      text(sheet, name, styles.tableStrong, label - gap),
      ...(note === undefined ? [] : [text(sheet, note, styles.small, label - gap)]),
    ]),
    ...report.candidates.map((one) => stacked(parts(one, column - gap))),
  ];
  await drawTable(sheet, root, columns, rowsOf(sheet, report).map(cells));
  sheet.y += 24;
};

const numberWidth = 24;

type Asked = ReturnType<typeof comparedQuestions>[number];

const questionLabel = (sheet: Sheet, { number, id }: Asked, width: number): Part => {
  const position = text(sheet, String(number), styles.tableStrong, numberWidth);
  const name = text(sheet, upToLines(sheet, id, styles.small, width - numberWidth, 1), styles.small, width - numberWidth);
  return {
    height: position.height,
    draw: (cell, x, y) => {
      position.draw(cell, x, y);
      name.draw(cell, x + numberWidth, y);
    },
  };
};

/** One row for each question of all versions; the first of a section has its name above it, over the whole width. */
const questionRows = function* (
  sheet: Sheet,
  candidates: readonly Compared[],
  asked: readonly Asked[],
  { label, column }: Layout,
): Generator<readonly Cell[]> {
  const results = candidates.map(({ questions }) => new Map(questions.map((one) => [one.id, one])));
  let section: string | undefined;
  for (const question of asked) {
    const name = question.sectionName === section ? [] : [text(sheet, question.sectionName, styles.strong, widthOf(sheet)), space(4)];
    const above = name.map(({ height }) => space(height));
    section = question.sectionName;
    yield [
      stacked([...name, questionLabel(sheet, question, label - gap)]),
      ...results.map((of) => {
        const result = of.get(question.id);
        const width = column - gap;
        if (result === undefined) return stacked([...above, text(sheet, absent, styles.small, width)]);
        if (result.void !== null) return stacked([...above, text(sheet, 'Void', styles.small, width)]);
        return stacked([...above, marked(sheet, result.outcome, score(sheet, result.score, result.marks, width))]);
      }),
    ];
  }
};

const outcomesHeight = styles.small.size * 1.4 + 8;

const drawOutcomes = (sheet: Sheet, root: Element): void => {
  let x = page.left;
  content(sheet, root, 'P', () => {
    for (const outcome of questionOutcomes) {
      const words = sheet.typesetter.paragraph(outcomeWords[outcome], styles.small, widthOf(sheet));
      drawMark(sheet, outcome, x + radius, sheet.y + words.height / 2);
      drawText(sheet, words, { x: x + markWidth, y: sheet.y });
      x += markWidth + words.width + 16;
    }
  });
  sheet.y += outcomesHeight;
};

const drawQuestions = async (sheet: Sheet, root: Element, { candidates }: ComparisonReport, layout: Layout): Promise<void> => {
  const asked = comparedQuestions(candidates);
  const shown = asked.slice(0, mostQuestions);
  drawHeading(sheet, root, 'Questions', outcomesHeight + beginningHeightOf(sheet, layout.columns) + styles.strong.size * 2);
  drawOutcomes(sheet, root);
  const columns = layout.columns.map((column, index) => (index === 0 ? { ...column, title: 'Question' } : column));
  await drawTable(sheet, root, columns, questionRows(sheet, candidates, shown, layout));
  sheet.y += 10;
  const below = candidates.some(({ questions }) => questions.some(({ score }) => score < 0));
  if (below) drawNote(sheet, root, belowZero);
  if (shown.length < asked.length)
    drawNote(sheet, root, `${asked.length - shown.length} more questions are left out here. assay report compare shows all of them.`);
  sheet.y += 18;
};

/** Names in full, and what tells people of one name apart. */
const drawCandidates = async (sheet: Sheet, root: Element, { candidates, zone }: ComparisonReport): Promise<void> => {
  const [invitation, version, completed] = [80, 60, 130];
  const name = widthOf(sheet) - invitation - version - completed;
  drawHeading(sheet, root, 'Candidates', beginningHeight);
  const columns = [
    { title: 'Candidate', width: name, align: 'left' },
    { title: 'Invitation', width: invitation, align: 'left' },
    { title: 'Version', width: version, align: 'left' },
    { title: 'Completed', width: completed, align: 'left' },
  ] as const;
  const cell = (words: string, width: number): Cell => stacked([text(sheet, words, styles.tableText, width)]);
  const rows = candidates.map((one) => [
    stacked([text(sheet, one.fullName, styles.tableStrong, name - gap), text(sheet, one.emailId, styles.small, name - gap)]),
    cell(String(one.testInvitationId), invitation),
    cell(String(one.testVersion), version),
    cell(dateInWords(one.completedAt, zone), completed),
  ]);
  await drawTable(sheet, root, columns, rows);
};

const textsOf = ({ accountName, testName, zone, by, candidates }: ComparisonReport): readonly string[] => [
  ...[accountName, testName, zone, by ?? '', absent],
  ...candidates.flatMap(({ fullName, emailId, remarks }) => [fullName, emailId, ...remarks]),
  ...comparedSections(candidates),
];

/**
 * Chosen candidates of a test side by side, the best first, as a tagged A4 PDF in English. It opens for everybody who may read reports, so it
 * has no answers, keys or prompts: questions are named by their ids.
 */
export const comparisonPdf = async (report: ComparisonReport): Promise<Readable> => {
  const { testName, candidates } = report;
  const many = candidates.length === 1 ? '1 candidate' : `${candidates.length} candidates`;
  const about = {
    title: `${many}: ${testName}`,
    subject: 'Candidates side by side',
    kind: 'COMPARISON',
    name: many,
    typefaces: await openTypefaces(textsOf(report).map((one) => one.normalize('NFC'))),
    across: candidates.length > mostUpright,
  };
  return drawDocument(report, about, async (sheet, root) => {
    drawTitle(sheet, root, testName, `${many} side by side, the best first`);
    const layout = layoutOf(sheet, report);
    drawMarks(sheet, root, report);
    await drawFigures(sheet, root, report, layout);
    await drawRemarks(sheet, root, report);
    await drawQuestions(sheet, root, report, layout);
    await drawCandidates(sheet, root, report);
  });
};
