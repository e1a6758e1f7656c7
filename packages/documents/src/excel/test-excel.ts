import type { Readable } from 'node:stream';
import { kindOf, type TestReport, type TestReportCandidate } from '@assay/domain';
import { candidatesSheet, programsSheet, sectionsSheet } from './candidate-sheets.ts';
import { questionsSheet, questionTallies } from './questions-sheet.ts';
import { resultsSheet } from './results-sheet.ts';
import { shareTallies } from './share-tallies.ts';
import { questionStatisticsSheet, statisticsSheet } from './statistics-sheet.ts';
import { testSheet } from './test-sheet.ts';
import { workbookStream } from './workbook-stream.ts';

const asksForPrograms = ({ versions }: TestReport): boolean =>
  versions.some(({ sections }) => sections.some(({ questions }) => questions.some((question) => kindOf(question).gradedBy === 'program')));

type Limits = { /** Rows of a sheet, its header counted; Excel's own limit when absent. */ readonly mostRows?: number };

/**
 * The report of a test as the bytes of an xlsx file with the sheets Test, Candidates, Results, Sections, Programs (if it asks for any),
 * Questions, Statistics and Question statistics. `candidates` is iterated once for each sheet that has them, a row at a time as the bytes are read; the sheet
 * with ranks is written after another one, from which they are counted. An error that it throws destroys the stream; destroying the
 * stream ends the iteration.
 */
export const testExcel = (
  report: TestReport,
  candidates: () => AsyncIterable<TestReportCandidate>,
  { mostRows }: Limits = {},
): Readable => {
  const tallies = questionTallies(report);
  const shares = shareTallies();
  const tallied = async function* () {
    for await (const candidate of candidates()) {
      tallies.add(candidate);
      shares.add(candidate);
      yield candidate;
    }
  };
  const facts = { title: report.testName, creator: report.accountName, createdAt: report.exportedAt };
  const sheets = [
    testSheet(report),
    resultsSheet(report, tallied),
    candidatesSheet(report, shares, candidates),
    sectionsSheet(candidates),
    ...(asksForPrograms(report) ? [programsSheet(report, candidates)] : []),
    questionsSheet(tallies),
    statisticsSheet(report, shares),
    ...(report.statistics === null ? [] : [questionStatisticsSheet(report.statistics.questions)]),
  ];
  return workbookStream(facts, sheets, mostRows);
};
