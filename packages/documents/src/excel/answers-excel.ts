import type { Readable } from 'node:stream';
import {
  type AnsweringCandidate,
  type GivenGrade,
  gradeTypeWords,
  type KeyedQuestion,
  kindOf,
  levelsInWords,
  type QuestionOutcome,
  type TestAnswersReport,
} from '@assay/domain';
import { cutText, excelDate, longestText } from './cell.ts';
import { mostColumns } from './columns-of-versions.ts';
import { promptText } from './questions-sheet.ts';
import { type Column, type Sheet, tableSheet } from './sheet.ts';
import type { StyleName } from './styles.ts';
import { workbookStream } from './workbook-stream.ts';

const cutMark = ' … (cut: a cell holds no more)';

const fitCell = (text: string): string => (text.length <= longestText ? text : `${cutText(text, longestText - cutMark.length)}${cutMark}`);

const looks = {
  right: 'rightAnswer',
  partial: 'partialAnswer',
  wrong: 'wrongAnswer',
  blank: 'blankAnswer',
} as const satisfies Record<QuestionOutcome, StyleName>;

const factColumns: readonly Column<AnsweringCandidate>[] = [
  { title: 'Invitation id', width: 15, style: 'whole', value: (row) => row.testInvitationId },
  { title: 'Name', width: 28, style: 'plain', value: (row) => row.fullName },
  { title: 'Email', width: 32, style: 'plain', value: (row) => row.emailId },
  { title: 'Completed on (UTC)', width: 21, style: 'instant', value: (row) => excelDate(row.completedAt) },
  { title: 'Version', width: 11, style: 'whole', value: (row) => row.version },
  { title: 'Keys of version', width: 18, style: 'whole', value: (row) => row.keyVersion },
];

/** An empty cell: the candidate's version had no such question. */
const answerColumn = (id: string): Column<AnsweringCandidate> => ({
  title: id,
  width: Math.min(40, Math.max(20, id.length + 5)),
  style: 'quoted',
  look: ({ answers }) => {
    const answer = answers.get(id);
    if (answer === undefined || answer.text === null) return 'blankAnswer';
    return answer.outcome === null ? 'quoted' : looks[answer.outcome];
  },
  value: ({ answers }) => {
    const answer = answers.get(id);
    return answer === undefined ? null : fitCell(answer.text ?? 'Blank');
  },
});

/** One row per candidate; a question that keeps its id has one column for all versions. */
const answersSheet = ({ questions }: TestAnswersReport, candidates: () => AsyncIterable<AnsweringCandidate>): Sheet => {
  const ids = [...new Set(questions.map(({ id }) => id))].slice(0, mostColumns);
  return tableSheet({ name: 'Answers', place: 0, frozen: 2, columns: [...factColumns, ...ids.map(answerColumn)] }, candidates);
};

const questionColumns: readonly Column<KeyedQuestion>[] = [
  { title: 'Version', width: 11, style: 'whole', value: ({ version }) => version },
  { title: 'Keys of version', width: 18, style: 'whole', value: ({ keyVersion }) => keyVersion },
  { title: 'Number', width: 12, style: 'whole', value: ({ number }) => number },
  { title: 'Id', width: 22, style: 'plain', value: ({ id }) => id },
  { title: 'Section', width: 26, style: 'plain', value: ({ sectionName }) => sectionName },
  { title: 'Kind', width: 17, style: 'plain', value: ({ kind }) => kind },
  { title: 'Question', width: 60, style: 'wrapped', value: ({ prompt }) => fitCell(promptText(prompt)) },
  { title: 'Key', width: 40, style: 'plain', value: ({ keyText }) => (keyText === null ? null : fitCell(keyText)) },
  { title: 'Marks', width: 11, style: 'figure', value: ({ marks }) => Number(marks) },
];

const gradeColumns: readonly Column<GivenGrade>[] = [
  { title: 'Invitation id', width: 15, style: 'whole', value: (row) => row.testInvitationId },
  { title: 'Name', width: 28, style: 'plain', value: (row) => row.fullName },
  { title: 'Email', width: 32, style: 'plain', value: (row) => row.emailId },
  { title: 'Question', width: 22, style: 'plain', value: ({ id }) => id },
  { title: 'Grade', width: 15, style: 'plain', value: ({ grade }) => gradeTypeWords[grade.type] },
  { title: 'By', width: 24, style: 'plain', value: ({ grade }) => grade.keyName ?? 'the operator' },
  { title: 'Score', width: 11, style: 'figure', value: ({ grade }) => Number(grade.score) },
  { title: 'Levels', width: 60, style: 'wrapped', value: ({ rubric, grade }) => fitCell(levelsInWords(rubric, grade.marks).join('\n')) },
  { title: 'Comment', width: 40, style: 'quoted', value: ({ grade }) => grade.comment },
  { title: 'Reason', width: 30, style: 'quoted', value: ({ grade }) => grade.reason },
  { title: 'Given on (UTC)', width: 21, style: 'instant', value: ({ grade }) => excelDate(Date.parse(grade.at)) },
];

/** Where people grade nothing there is none. */
const gradeSheets = ({ questions }: TestAnswersReport, grades: () => AsyncIterable<GivenGrade>): readonly Sheet[] =>
  questions.some((question) => kindOf(question).gradedBy === 'people')
    ? [tableSheet({ name: 'Grades', place: 2, frozen: 2, columns: gradeColumns }, grades)]
    : [];

type Rows = {
  readonly candidates: () => AsyncIterable<AnsweringCandidate>;
  readonly grades: () => AsyncIterable<GivenGrade>;
  readonly questions: () => AsyncIterable<KeyedQuestion>;
};

/**
 * What candidates answered to a test, as the bytes of an xlsx file with the sheets Answers and Questions, and Grades where people gave some.
 * Rows are iterated once, one at a time as the bytes are read, those of the questions after the candidates. An error that they throw destroys the stream; destroying the stream ends the
 * iteration.
 */
export const answersExcel = (report: TestAnswersReport, { candidates, grades, questions }: Rows): Readable =>
  workbookStream({ title: `${report.testName}: answers`, creator: report.accountName, createdAt: report.exportedAt }, [
    answersSheet(report, candidates),
    tableSheet({ name: 'Questions', place: 1, columns: questionColumns }, questions),
    ...gradeSheets(report, grades),
  ]);
