import type { Readable } from 'node:stream';
import type { CandidateReport } from '@assay/domain';
import PDFDocument from 'pdfkit';
import { openTypefaces } from '../fonts/typefaces.ts';
import { drawCamera } from './camera.ts';
import { drawPageFrames } from './page-frame.ts';
import { drawQuestions } from './questions.ts';
import { drawSections } from './sections.ts';
import type { Sheet } from './sheet.ts';
import { drawSummary } from './summary.ts';
import { page } from './theme.ts';
import { makeTypesetter } from './typesetter.ts';

const textsOf = (report: CandidateReport): readonly string[] => [
  report.accountName,
  report.candidate.fullName,
  report.candidate.emailId,
  report.testName,
  report.zone,
  ...report.sections.flatMap((section) => [section.sectionName, section.sectionType]),
];

const inXml = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const;

/** pdfkit writes these texts twice: as a PDF string, and by `toString` into XML, which it does not escape. */
const documentWords = (text: string): string => {
  const words = Object(text);
  words.toString = () => text.replace(/[&<>]/g, (one) => inXml[one as keyof typeof inXml]);
  return words;
};

/**
 * A candidate's report as a tagged A4 PDF in English; the same report gives the same bytes. Everything is drawn before the stream is
 * returned, so that a rejection (an unreadable font file, an unknown zone, a bug) never leaves half a document.
 */
export const candidatePdf = async (report: CandidateReport): Promise<Readable> => {
  const typefaces = await openTypefaces(textsOf(report));
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: documentWords(`${report.candidate.fullName}: ${report.testName}`),
      Author: documentWords(report.accountName),
      Subject: 'Candidate report',
      Creator: 'Assay',
      CreationDate: new Date(report.generatedAt),
      ModDate: new Date(report.generatedAt),
    },
  });
  const sheet: Sheet = { doc, typesetter: makeTypesetter(typefaces), y: page.top };
  const root = doc.struct('Document');
  doc.addStructure(root);
  drawSummary(sheet, root, report);
  drawCamera(sheet, root, report);
  await drawSections(sheet, root, report);
  await drawQuestions(sheet, root, report);
  drawPageFrames(sheet, report);
  doc.end();
  return doc;
};
