import type { Readable } from 'node:stream';
import { answersExcel, answersPdf, candidatePdf, comparisonPdf, programsPdf, statisticsPdf, testExcel } from '@assay/documents';
import type { AnswersReport, CandidateReport, ComparisonReport, ProgramsReport, StatisticsReport } from '@assay/domain';
import type { TestAnswersExport, TestReportExport } from '@assay/operations';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { Slices } from '../responses/slices.ts';
import { createTurn } from './documents.ts';

/** A file that is sent instead of an envelope. */
export type Download = { readonly fileName: string; readonly stream: Readable };

const longestName = 120;

/** A file name made of names that people entered, without characters that are special in file systems or headers. */
const fileNameOf = (parts: readonly string[], extension: string): string => {
  const safe = parts
    .join(' - ')
    .replace(/[\\/:*?"<>|\p{C}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const name = [...safe].slice(0, longestName).join('').trim();
  return `${name === '' ? 'report' : name}.${extension}`;
};

/** A report takes 50 ms. */
const reportInTurn = createTurn();
/** Programs may take seconds, with pauses, and reports do not wait for them. */
const programsInTurn = createTurn();

export const pdfDownload = async (report: CandidateReport): Promise<Download> => ({
  fileName: fileNameOf([report.candidate.fullName, report.testName], 'pdf'),
  stream: await reportInTurn(() => candidatePdf(report)),
});

export const programsDownload = async (report: ProgramsReport): Promise<Download> => ({
  fileName: fileNameOf([report.candidate.fullName, report.testName, 'programs'], 'pdf'),
  stream: await programsInTurn(() => programsPdf(report)),
});

export const answersDownload = async (report: AnswersReport): Promise<Download> => ({
  fileName: fileNameOf([report.candidate.fullName, report.testName, 'answers'], 'pdf'),
  stream: await programsInTurn(() => answersPdf(report)),
});

export const comparisonDownload = async (report: ComparisonReport): Promise<Download> => ({
  fileName: fileNameOf([report.testName, 'comparison'], 'pdf'),
  stream: await programsInTurn(() => comparisonPdf(report)),
});

export const statisticsDownload = async (report: StatisticsReport): Promise<Download> => ({
  fileName: fileNameOf([report.testName, 'statistics'], 'pdf'),
  stream: await programsInTurn(() => statisticsPdf(report)),
});

export const excelDownload = ({ report, candidates }: TestReportExport): Download => ({
  fileName: fileNameOf([report.testName], 'xlsx'),
  stream: testExcel(report, candidates),
});

export const answersExcelDownload = ({ report, ...rows }: TestAnswersExport): Download => ({
  fileName: fileNameOf([report.testName, 'answers'], 'xlsx'),
  stream: answersExcel(report, rows),
});

export const bundleDownload = ({ invitationId, file }: { invitationId: number; file: readonly Buffer[] }): Download => ({
  fileName: `report-${invitationId}.assay.json`,
  stream: new Slices(file),
});

export const imageDownload = ({ imageId, bytes }: { imageId: number; bytes: Uint8Array }): Download => ({
  fileName: `image-${imageId}.jpg`,
  stream: new Slices(bytes),
});

export const logoDownload = (bytes: Uint8Array): Download => ({ fileName: 'logo.jpg', stream: new Slices(bytes) });

/** A file as a candidate uploaded it, under the name that it was given when it came. */
export const fileDownload = ({ name, bytes }: { name: string; bytes: Uint8Array }): Download => ({
  fileName: name,
  stream: new Slices(bytes),
});

/** What somebody else made is saved and never shown: should a browser show it all the same, it runs nothing and loads nothing. */
const ofOthers = { 'content-security-policy': "sandbox; default-src 'none'", 'x-content-type-options': 'nosniff' } as const;

/** The name for clients that support only ASCII: `Nunez` for `Núñez`. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_');

/** Sends a file. Browsers show it if `disposition` is `inline` and save it if it is `attachment`. */
export const sendDownload = (
  reply: FastifyReply,
  mediaType: string,
  { fileName, stream }: Download,
  disposition: 'inline' | 'attachment' = 'attachment',
): FastifyReply =>
  reply
    .headers({
      'content-type': mediaType,
      'content-disposition': contentDisposition(fileName, { type: disposition, fallback: asciiOf(fileName) }),
      'cache-control': 'private, no-store',
      ...(mediaType === 'application/octet-stream' ? ofOthers : {}),
    })
    .send(stream);
