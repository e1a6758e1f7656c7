import type { Readable } from 'node:stream';
import type { AnswersReport, CandidateReport, ComparisonReport, ProgramsReport, StatisticsReport } from '@assay/domain';

export { answersExcel } from './excel/answers-excel.ts';
export { testExcel } from './excel/test-excel.ts';
export { drawnFor } from './pause.ts';

/** See `pdf/candidate-pdf.ts`. It is loaded with the first PDF, because pdfkit and fontkit would add a tenth of a second to each start. */
export const candidatePdf = async (report: CandidateReport): Promise<Readable> => {
  const pdf = await import('./pdf/candidate-pdf.ts');
  return pdf.candidatePdf(report);
};

/** See `pdf/programs-pdf.ts`. */
export const programsPdf = async (report: ProgramsReport): Promise<Readable> => {
  const pdf = await import('./pdf/programs-pdf.ts');
  return pdf.programsPdf(report);
};

/** See `pdf/answers-pdf.ts`. */
export const answersPdf = async (report: AnswersReport): Promise<Readable> => {
  const pdf = await import('./pdf/answers-pdf.ts');
  return pdf.answersPdf(report);
};

/** See `pdf/comparison-pdf.ts`. */
export const comparisonPdf = async (report: ComparisonReport): Promise<Readable> => {
  const pdf = await import('./pdf/comparison-pdf.ts');
  return pdf.comparisonPdf(report);
};

/** See `pdf/statistics-pdf.ts`. */
export const statisticsPdf = async (report: StatisticsReport): Promise<Readable> => {
  const pdf = await import('./pdf/statistics-pdf.ts');
  return pdf.statisticsPdf(report);
};
