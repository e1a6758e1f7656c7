import { readFile, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Client } from '@assay/client';
import type { InviteOutcome } from '@assay/domain';
import { type CsvCells, faultyCsv, type ReadCandidates, type RowFault, readCandidates } from '../../files/read-candidates.ts';
import { holdsContent, placeOf, saveFile } from '../../files/save-file.ts';
import { completePath, pathOf } from '../../files/typed-path.ts';
import { Failure } from '../../support/failures.ts';
import { type DocumentId, documentName, type PdfId } from './documents.ts';

type Options = { readonly signal: AbortSignal };

/** What the screens need of the desktop: a program that opens a file, and a directory whose files are removed at the end. */
export type Desktop = { readonly open: (target: string) => Promise<void>; readonly temporary: () => Promise<string> };

/** What a row would come to or came to; `error` says why the candidate is not invited. */
export type Foreseen = { readonly outcome: InviteOutcome; readonly error: string | null };

/** `foreseen`: what becomes of each candidate, in their order, if nobody is revived. */
export type CandidateFile = ReadCandidates & { readonly foreseen: readonly Foreseen[] };

/** `path` is absolute. Not saved: there is a file with content. */
type SavedFile = { readonly path: string } & ({ readonly saved: true; readonly bytes: number } | { readonly saved: false });

/** As many as one request may have. */
const mostAtOnce = 500;

const download = (client: Client, of: DocumentId, options: Options) => {
  if (of.document === 'file') return client.getReviewFile({ reviewId: of.reviewId }, options);
  if (of.document === 'comparison') {
    const { testId, invitations, by } = of;
    return client.exportComparisonPdf({ testId, invitations: invitations.join(','), ...(by === null ? {} : { by }) }, options);
  }
  const { testInvitationId } = of;
  return of.document === 'report'
    ? client.exportReportPdf({ testInvitationId }, options)
    : client.exportSubmissionsPdf({ testInvitationId }, options);
};

/** What needs the files and the desktop of this machine. */
export const filesOf = (client: Client, desktop: Desktop) => ({
  /** Opens the PDF with the desktop's program for it, from a copy that is removed when the screens are left. */
  openDocument: async (of: PdfId, options: Options): Promise<object> => {
    const pdf = await download(client, of, options);
    const path = join(await desktop.temporary(), documentName(of));
    await saveFile(path, pdf.stream, options);
    try {
      await desktop.open(path);
    } catch (error) {
      await rm(path, { force: true });
      throw new Failure(`No program here opens a PDF: ${error instanceof Error ? error.message : String(error)}`, 'p saves it as a file.');
    }
    return {};
  },

  /** Saves the PDF or the file. A file with content is overwritten only if `overwrite` says so. */
  exportDocument: async (
    { path: typed, overwrite, ...of }: DocumentId & { readonly path: string; readonly overwrite: boolean },
    options: Options,
  ): Promise<SavedFile> => {
    const path = await placeOf(pathOf(typed), documentName(of));
    if (!overwrite && (await holdsContent(path))) return { saved: false, path };
    const { stream } = await download(client, of, options);
    return { saved: true, path, bytes: await saveFile(path, stream, options) };
  },

  /** Completes a path of this machine. */
  completePath: ({ text }: { readonly text: string }, _: Options) => completePath(text),

  /** Reads a CSV file, and looks up who of it is invited already. */
  readCandidates: async (
    { path, testId, testLinkId }: { readonly path: string; readonly testId: number; readonly testLinkId: number | null },
    options: Options,
  ): Promise<CandidateFile> => {
    const link = testLinkId === null ? {} : { testLinkId };
    const file = readCandidates(await readFile(pathOf(path), options), { sendEmail: true, ...link });
    const foreseen: Foreseen[] = [];
    for (let from = 0; from < file.candidates.length; from += mostAtOnce) {
      const candidates = file.candidates.slice(from, from + mostAtOnce).map(({ line: _, ...row }) => ({ ...row, revive: false }));
      const { results } = await client.inviteCandidates({ testId, candidates, dryRun: true }, options);
      foreseen.push(...results.map(({ outcome, error }) => ({ outcome, error })));
    }
    return { ...file, foreseen };
  },

  /** Writes the faulty rows beside the file; returns their path. */
  writeFaulty: async (
    { path, cells, faults }: { readonly path: string; readonly cells: CsvCells; readonly faults: readonly RowFault[] },
    options: Options,
  ) => {
    const { dir, name, ext } = parse(pathOf(path));
    let beside = join(dir, `${name}-faulty${ext}`);
    // An earlier one may have been mended and not imported yet.
    for (let number = 2; await holdsContent(beside); number += 1) beside = join(dir, `${name}-faulty-${number}${ext}`);
    await saveFile(beside, [faultyCsv(cells, faults)], options);
    return { path: beside };
  },
});
