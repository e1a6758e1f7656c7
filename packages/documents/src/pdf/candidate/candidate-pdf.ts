import type { Readable } from 'node:stream';
import type { CandidateReport } from '@assay/domain';
import { openTypefaces } from '../../fonts/typefaces.ts';
import { drawDocument } from '../drawing/document.ts';
import { drawFigures } from '../drawing/figures.ts';
import { drawAttempt, drawCandidate, drawRemarks } from '../drawing/summary.ts';
import { drawCamera } from './camera.ts';
import { drawQuestions } from './questions.ts';
import { drawSections } from './sections.ts';

const textsOf = (report: CandidateReport): readonly string[] => [
  report.accountName,
  report.candidate.fullName,
  report.candidate.emailId,
  report.testName,
  report.zone,
  ...report.sections.flatMap((section) => [section.sectionName, section.sectionType, ...section.questions.flatMap(({ skills }) => skills)]),
];

/** A candidate's report. */
export const candidatePdf = async (report: CandidateReport): Promise<Readable> => {
  const about = {
    title: `${report.candidate.fullName}: ${report.testName}`,
    subject: 'Candidate report',
    kind: 'CANDIDATE REPORT',
    name: report.candidate.fullName,
    madeOn: 'Report made on',
    typefaces: await openTypefaces(textsOf(report)),
  };
  return drawDocument(report, about, async (sheet, root) => {
    drawCandidate(sheet, root, report);
    drawFigures(sheet, root, report);
    await drawSections(sheet, root, report);
    drawAttempt(sheet, root, report);
    drawRemarks(sheet, root, report);
    drawCamera(sheet, root, report);
    await drawQuestions(sheet, root, report);
  });
};
