import type { Readable } from 'node:stream';
import type { CandidateReport } from '@assay/domain';

export { testExcel } from './excel/test-excel.ts';

/** See `pdf/candidate-pdf.ts`, which is loaded with the first PDF: pdfkit and fontkit would add a tenth of a second to every start. */
export const candidatePdf = async (report: CandidateReport): Promise<Readable> => {
  const pdf = await import('./pdf/candidate-pdf.ts');
  return pdf.candidatePdf(report);
};
