import type { Readable } from 'node:stream';
import type { CandidateReport } from '@assay/domain';
import { openTypefaces } from '../fonts/typefaces.ts';
import { drawCamera } from './camera.ts';
import { endDocument, openDocument } from './document.ts';
import { drawFigures } from './figures.ts';
import { drawMasthead } from './masthead.ts';
import { drawPageFrames } from './page-frame.ts';
import { drawQuestions } from './questions.ts';
import { drawSections } from './sections.ts';
import type { Sheet } from './sheet.ts';
import { drawAttempt, drawCandidate, drawRemarks } from './summary.ts';
import { colors, page } from './theme.ts';
import { makeTypesetter } from './typesetter.ts';

const textsOf = (report: CandidateReport): readonly string[] => [
  report.accountName,
  report.candidate.fullName,
  report.candidate.emailId,
  report.testName,
  report.zone,
  ...report.sections.flatMap((section) => [section.sectionName, section.sectionType, ...section.questions.flatMap(({ skills }) => skills)]),
];

/**
 * A candidate's report as a tagged A4 PDF in English; the same report gives the same bytes. Everything is drawn before the stream is
 * returned, so that a rejection (an unreadable font file, an unknown zone, a bug) never leaves half a document.
 */
export const candidatePdf = async (report: CandidateReport): Promise<Readable> => {
  const typefaces = await openTypefaces(textsOf(report));
  const doc = openDocument({
    title: `${report.candidate.fullName}: ${report.testName}`,
    author: report.accountName,
    subject: 'Candidate report',
    at: report.generatedAt,
  });
  const sheet: Sheet = { doc, typesetter: makeTypesetter(typefaces), accent: report.brand.color ?? colors.accent, y: page.top };
  const root = doc.struct('Document');
  doc.addStructure(root);
  drawMasthead(sheet, root, report, 'CANDIDATE REPORT');
  drawCandidate(sheet, root, report);
  drawFigures(sheet, root, report);
  await drawSections(sheet, root, report);
  drawAttempt(sheet, root, report);
  drawRemarks(sheet, root, report);
  drawCamera(sheet, root, report);
  await drawQuestions(sheet, root, report);
  await drawPageFrames(sheet, report, 'Report made on');
  await endDocument(doc);
  return doc;
};
