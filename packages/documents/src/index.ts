export { testExcel } from './excel/test-excel.ts';
export { candidatePdf } from './pdf/candidate-pdf.ts';
