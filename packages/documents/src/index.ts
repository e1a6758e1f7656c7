import type { Readable } from 'node:stream';
import type { AnswersReport, CandidateReport, ComparisonReport, ProgramsReport, StatisticsReport } from '@assay/domain';

export { answersExcel } from './excel/answers-excel.ts';
export { testExcel } from './excel/test-excel.ts';
export { drawnFor } from './pause.ts';

// The documents are loaded with the first PDF, because pdfkit and fontkit would add a tenth of a second to each start.

export const candidatePdf = async (report: CandidateReport): Promise<Readable> =>
  (await import('./pdf/candidate/candidate-pdf.ts')).candidatePdf(report);

export const programsPdf = async (report: ProgramsReport): Promise<Readable> =>
  (await import('./pdf/programs/programs-pdf.ts')).programsPdf(report);

export const answersPdf = async (report: AnswersReport): Promise<Readable> =>
  (await import('./pdf/answers/answers-pdf.ts')).answersPdf(report);

export const comparisonPdf = async (report: ComparisonReport): Promise<Readable> =>
  (await import('./pdf/comparison/comparison-pdf.ts')).comparisonPdf(report);

export const statisticsPdf = async (report: StatisticsReport): Promise<Readable> =>
  (await import('./pdf/statistics/statistics-pdf.ts')).statisticsPdf(report);
