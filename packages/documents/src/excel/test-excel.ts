import type { Readable } from 'node:stream';
import type { TestReport, TestReportCandidate } from '@assay/domain';
import { candidatesSheet, programsSheet, sectionsSheet } from './candidate-sheets.ts';
import { questionsSheet, questionTallies } from './questions-sheet.ts';
import { testSheet } from './test-sheet.ts';
import { workbookStream } from './workbook-stream.ts';

const asksForPrograms = ({ versions }: TestReport): boolean =>
  versions.some(({ sections }) => sections.some(({ questions }) => questions.some(({ kind }) => kind === 'coding' || kind === 'sql')));

type Limits = { /** Rows of a sheet, its header counted; Excel's own limit when absent. */ readonly mostRows?: number };

/**
 * The report of a test as the bytes of an xlsx file with the sheets Test, Candidates, Sections, Programs (if it asks for any) and
 * Questions. `candidates` is iterated once for Candidates and Questions and once for each of the others, a row at a time as the bytes are read.
 * An error that it throws destroys the stream; destroying the stream ends the iteration.
 */
export const testExcel = (
  report: TestReport,
  candidates: () => AsyncIterable<TestReportCandidate>,
  { mostRows }: Limits = {},
): Readable => {
  const tallies = questionTallies(report);
  const tallied = async function* () {
    for await (const candidate of candidates()) {
      tallies.add(candidate);
      yield candidate;
    }
  };
  const facts = { title: report.testName, creator: report.accountName, createdAt: report.exportedAt };
  const sheets = [
    testSheet(report),
    candidatesSheet(tallied),
    sectionsSheet(candidates),
    ...(asksForPrograms(report) ? [programsSheet(report, candidates)] : []),
    questionsSheet(tallies),
  ];
  return workbookStream(facts, sheets, mostRows);
};
