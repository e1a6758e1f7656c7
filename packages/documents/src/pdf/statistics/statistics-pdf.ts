import type { Readable } from 'node:stream';
import {
  correctionInWords,
  difficultyText,
  discriminationText,
  otherKeyInWords,
  type QuestionStatistics,
  resultsInWords,
  type StatisticsReport,
  secondsInWords,
  secondsOnClock,
  statisticsFacts,
} from '@assay/domain';
import { openTypefaces } from '../../fonts/typefaces.ts';
import { bar, type Part, stacked, text, upToLines } from '../drawing/cells.ts';
import { drawDocument } from '../drawing/document.ts';
import { drawText, hairline } from '../drawing/draw.ts';
import { artifact, content, type Element, ensure, type Sheet } from '../drawing/sheet.ts';
import { drawFacts, drawHeading, drawNote, drawTitle } from '../drawing/summary.ts';
import { beginningHeight, type Cell, drawTable } from '../drawing/table.ts';
import { contentWidth, page, styles } from '../drawing/theme.ts';
import { withMinus } from '../drawing/typesetter.ts';

/** A page has some thirty questions, or two that are to be looked at. */
const most = { questions: 1_000, toLookAt: 60, options: 20 };
const mostFaces = 64;
const gap = 10;
const unknown = '–';

const plotHeight = 84;

/** A column for each tenth of the maximum, with how many candidates reached it. */
const drawScores = (sheet: Sheet, root: Element, { distribution }: StatisticsReport['statistics']): void => {
  const { doc, accent, typesetter } = sheet;
  const label = styles.small.size * 1.4;
  drawHeading(sheet, root, 'Scores', plotHeight + 3 * label);
  const top = sheet.y;
  const bottom = top + label + plotHeight;
  const width = contentWidth / distribution.length;
  const highest = Math.max(1, ...distribution.map(({ candidates }) => candidates));
  const words = distribution.map(({ from, to, candidates }) => `${from} to ${to} per cent: ${candidates}`);
  const draw = (): void => {
    for (const [index, { from, to, candidates }] of distribution.entries()) {
      const left = page.left + index * width;
      // One candidate shows, however many there are elsewhere.
      const height = candidates === 0 ? 0 : Math.max(1.5, (candidates / highest) * plotHeight);
      if (height > 0) doc.rect(left + 3, bottom - height, width - 6, height).fill(accent);
      const many = typesetter.oneLine(candidates.toLocaleString('en-US'), styles.small, width);
      drawText(sheet, many, { x: left + (width - many.width) / 2, y: bottom - height - label });
      const band = typesetter.oneLine(`${from}–${to}%`, styles.small, width);
      drawText(sheet, band, { x: left + (width - band.width) / 2, y: bottom + 3 });
    }
  };
  content(sheet, root, 'Figure', draw, {
    alt: `Candidates by score. ${words.join('; ')}.`,
    bbox: [page.left, top, page.right, bottom + label + 3],
  });
  artifact(sheet, 'Layout', () => hairline(sheet, bottom));
  sheet.y = bottom + label + 22;
};

const lookAtText = ({ flags, void: voided, corrected }: QuestionStatistics): string =>
  voided === null
    ? [...(corrected === null ? [] : ['key corrected']), ...flags.map(({ flag }) => flag.replaceAll('-', ' '))].join(', ')
    : 'void';

const ends = (sheet: Sheet, words: string, width: number): Cell => {
  const set = sheet.typesetter.decimal(words, styles.tableText);
  return {
    height: set.height,
    draw: (cell, x, y) => content(sheet, cell, 'P', () => drawText(sheet, set, { x: x + width, y }, 'right')),
  };
};

const numberOf = (sheet: Sheet, { questionId }: QuestionStatistics, width: number): Part =>
  text(sheet, String(questionId), styles.tableStrong, width);

const drawQuestions = async (sheet: Sheet, root: Element, questions: readonly QuestionStatistics[]): Promise<void> => {
  const widths = { number: 26, difficulty: 56, discrimination: 68, time: 46, look: 104 };
  const prompt = contentWidth - Object.values(widths).reduce((sum, width) => sum + width, 0);
  drawHeading(sheet, root, 'Questions', 3 * styles.body.size * 1.4 + 10 + beginningHeight);
  drawNote(
    sheet,
    root,
    'Difficulty is the mean share of the marks: 1 when everybody is right. Discrimination is the correlation with the rest of the test: above 0.2 a question does its work. Time is the median on the screen, in minutes and seconds.',
  );
  sheet.y += 10;
  const columns = [
    { title: 'No.', width: widths.number, align: 'left' },
    { title: 'Question', width: prompt, align: 'left' },
    { title: 'Difficulty', width: widths.difficulty, align: 'right' },
    { title: 'Discrimination', width: widths.discrimination, align: 'right' },
    { title: 'Time', width: widths.time - gap, align: 'right' },
    { title: '', width: gap, align: 'left' },
    { title: 'Look at', width: widths.look, align: 'left' },
  ] as const;
  const rows = function* (): Generator<readonly Cell[]> {
    for (const question of questions.slice(0, most.questions)) {
      const { medianSeconds } = question;
      yield [
        stacked([numberOf(sheet, question, widths.number)]),
        stacked([text(sheet, upToLines(sheet, question.prompt, styles.tableText, prompt - gap, 2), styles.tableText, prompt - gap)]),
        ends(sheet, difficultyText(question) ?? unknown, widths.difficulty),
        ends(sheet, discriminationText(question) ?? unknown, widths.discrimination),
        ends(sheet, medianSeconds === null ? unknown : secondsOnClock(medianSeconds), widths.time - gap),
        stacked([]),
        stacked([text(sheet, lookAtText(question), styles.tableStrong, widths.look)]),
      ];
    }
  };
  await drawTable(sheet, root, columns, rows());
  sheet.y += 10;
  const left = questions.length - most.questions;
  if (left > 0) drawNote(sheet, root, `Questions that are left out here: ${left}. assay tests statistics shows all of them.`);
  sheet.y += 14;
};

const sentencesOf = (question: QuestionStatistics): readonly string[] => {
  const { medianSeconds, timed } = question;
  const numbers = [
    `Difficulty ${withMinus(difficultyText(question) ?? 'not known')}`,
    `discrimination ${withMinus(discriminationText(question) ?? 'not known')}`,
    medianSeconds === null ? 'time not recorded' : `${secondsInWords(medianSeconds)} (median of ${timed.toLocaleString('en-US')})`,
  ];
  const key = [correctionInWords(question), otherKeyInWords(question)].flatMap((one) => (one === null ? [] : [`${one}.`]));
  return [`${resultsInWords(question)}.`, `${numbers.join(', ')}.`, ...key];
};

/** Who chose what: each option with its share of the candidates and the mean score of those. */
const drawOptions = async (sheet: Sheet, root: Element, { options, candidates }: QuestionStatistics): Promise<void> => {
  const widths = { letter: 26, right: 40, chosen: 110, mean: 80 };
  const words = contentWidth - Object.values(widths).reduce((sum, width) => sum + width, 0);
  const columns = [
    { title: '', width: widths.letter, align: 'left' },
    { title: 'Option', width: words, align: 'left' },
    { title: 'Key', width: widths.right, align: 'left' },
    { title: 'Chosen by', width: widths.chosen, align: 'left' },
    { title: 'Their mean', width: widths.mean, align: 'right' },
  ] as const;
  const rows = options
    .slice(0, most.options)
    .map(({ optionId, text: option, correct, candidates: chosen, meanPercent }) => [
      stacked([text(sheet, optionId, styles.tableStrong, widths.letter)]),
      stacked([text(sheet, upToLines(sheet, option, styles.tableText, words - gap, 2), styles.tableText, words - gap)]),
      stacked([text(sheet, correct ? 'right' : '', styles.tableStrong, widths.right)]),
      stacked([
        text(sheet, `${chosen.toLocaleString('en-US')} of ${candidates.toLocaleString('en-US')}`, styles.tableText, widths.chosen - gap),
        bar(sheet, { score: String(chosen), maximum: String(candidates), passPercent: null, meanPercent: null }, widths.chosen - gap),
      ]),
      ends(sheet, meanPercent === null ? unknown : `${meanPercent.toFixed(1)}%`, widths.mean),
    ]);
  await drawTable(sheet, root, columns, rows);
  if (options.length > most.options) {
    sheet.y += 6;
    drawNote(sheet, root, `Options that are left out here: ${options.length - most.options}.`);
  }
};

/** What to do about a question, with what it is said from, and the points that its beginning takes. */
const adviceOf = (sheet: Sheet, question: QuestionStatistics) => {
  const { typesetter } = sheet;
  const title = upToLines(sheet, `Question ${question.questionId}: ${question.prompt}`, styles.section, contentWidth, 2);
  const name = typesetter.paragraph(title, styles.section, contentWidth);
  const paragraphs = [
    ...sentencesOf(question).map((words) => typesetter.paragraph(words, styles.label, contentWidth)),
    ...question.flags.map(({ advice }) => typesetter.paragraph(advice, styles.body, contentWidth)),
  ];
  const height = paragraphs.reduce((sum, one) => sum + one.height + 3, name.height + 6);
  return { question, name, paragraphs, height: height + (question.options.length === 0 ? 0 : beginningHeight + 20) };
};

const drawAdvice = async (
  sheet: Sheet,
  root: Element,
  { question, name, paragraphs, height }: ReturnType<typeof adviceOf>,
): Promise<void> => {
  ensure(sheet, height);
  content(sheet, root, 'H3', () => drawText(sheet, name, { x: page.left, y: sheet.y }));
  sheet.y += name.height + 3;
  for (const one of paragraphs) {
    content(sheet, root, 'P', () => drawText(sheet, one, { x: page.left, y: sheet.y }));
    sheet.y += one.height + 3;
  }
  sheet.y += 3;
  if (question.options.length > 0) await drawOptions(sheet, root, question);
  sheet.y += 20;
};

const drawToLookAt = async (sheet: Sheet, root: Element, questions: readonly QuestionStatistics[]): Promise<void> => {
  const flagged = questions.filter(({ flags, corrected }) => flags.length > 0 || corrected !== null);
  const [first] = flagged;
  drawHeading(sheet, root, 'What to do', first === undefined ? styles.body.size * 2.8 : adviceOf(sheet, first).height);
  if (first === undefined) {
    drawNote(sheet, root, 'No question stands out. With fewer than 20 candidates none is flagged: it would be chance.');
    return;
  }
  for (const question of flagged.slice(0, most.toLookAt)) await drawAdvice(sheet, root, adviceOf(sheet, question));
  const left = flagged.length - most.toLookAt;
  if (left > 0) drawNote(sheet, root, `Questions to look at that are left out here: ${left}. assay tests statistics shows all of them.`);
};

const textsOf = ({ accountName, testName, zone, statistics }: StatisticsReport): readonly string[] => [
  ...[accountName, testName, zone, unknown],
  ...statisticsFacts(statistics).flat(),
  ...statistics.questions
    .slice(0, most.questions)
    .flatMap(({ prompt, options }) => [prompt, ...options.slice(0, most.options).map((one) => one.text)]),
];

/** How a test and its questions work, as a tagged A4 PDF in English for its author: it says which options are right. */
export const statisticsPdf = async (report: StatisticsReport): Promise<Readable> => {
  const { testName, statistics } = report;
  const texts = textsOf(report).map((one) => one.normalize('NFC'));
  const about = {
    title: `Statistics: ${testName}`,
    subject: 'How a test and its questions work',
    kind: 'STATISTICS',
    name: 'Statistics',
    typefaces: await openTypefaces(texts, { mostFaces }),
  };
  return drawDocument(report, about, async (sheet, root) => {
    drawTitle(sheet, root, testName, `Test ${statistics.testId}, all versions, for its authors: it says which answers are right`);
    drawFacts(sheet, root, statisticsFacts(statistics));
    sheet.y += 20;
    if (statistics.candidates === 0) return;
    drawScores(sheet, root, statistics);
    await drawQuestions(sheet, root, statistics.questions);
    await drawToLookAt(sheet, root, statistics.questions);
  });
};
