import { type CandidateReport, err, ok, operations, type Refusal, type Result, refusal } from '@assay/domain';
import { invitations } from '@assay/store';
import { readRemarks } from '../statistics/read-signals.ts';
import type { Assay } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { readReportToken } from '../support/tokens.ts';
import { loadCandidateReport } from './candidate-report.ts';
import { loadGroup } from './load-group.ts';
import { reportGenerationOf, reportUrlEnd } from './report-generation.ts';
import { loadReportImages } from './report-images.ts';

type AttemptKey = { accountId: number; invitationId: number; attempt: number };
type Reported = AttemptKey & { readonly testId: number };

/** With the images, which are read outside the database read so that other reads do not wait for files, its group and its remarks. */
const loadDocument = async (assay: Assay, { testId, ...key }: Reported): Promise<Result<CandidateReport, Refusal<'resource.conflict'>>> => {
  const report = await assay.store.read(async (db) => {
    const loaded = await loadCandidateReport(assay, db, key);
    return loaded && { ...loaded, remarks: await readRemarks(assay, db, key) };
  });
  if (report === undefined) return conflict('The report is not generated yet; try again in a moment');
  const group = await loadGroup(assay, { accountId: key.accountId, testId }, report);
  return ok({ ...report, images: await loadReportImages(assay, key), group });
};

export const noReportYet = ({ status }: Pick<invitations.Invitation, 'status'>) =>
  conflict(`There is no report yet: the invitation is ${status}`);

/** The data of the PDF of a candidate's report (api-v2.md §4.13). */
export const exportReportPdf = operation(operations.exportReportPdf, async ({ assay, accountId }, { testInvitationId: invitationId }) => {
  const key = await assay.store.read(async (db) => {
    const row = await invitations.find(db, { accountId, invitationId });
    if (row === undefined) return notFound('invitation', invitationId);
    if (row.status !== 'Completed') return noReportYet(row);
    return ok({ accountId, invitationId, attempt: row.attempt, testId: row.test_id });
  });
  return key.ok ? loadDocument(assay, key.value) : key;
});

const unknownToken = err(refusal('resource.not-found', 'This report address is not valid; check that it was copied completely'));
const expired = err(refusal('report.link-expired', 'This report address has expired'));
const revoked = err(refusal('report.link-revoked', 'The address was revoked, or the attempt that it shows was reset'));

/** Why a report's signed URL does not open. */
export type ReportUrlRefusal = Refusal<'resource.not-found' | 'report.link-expired' | 'report.link-revoked' | 'resource.conflict'>;
type OpenedReport = Promise<Result<CandidateReport, ReportUrlRefusal>>;

/** The same data by a signed URL, which a browser opens without an API key. */
export const openReport = async ({ assay, token }: { assay: Assay; token: string }): OpenedReport => {
  const opened = readReportToken(token, assay.secret);
  if (opened === undefined) return unknownToken;
  const { row, now } = await assay.store.read(async (db) => ({ row: await invitations.find(db, opened), now: await db.now() }));
  // Another nonce: the id was another invitation's before a restore.
  if (row === undefined || row.nonce !== opened.nonce) return unknownToken;
  if (opened.generation !== reportGenerationOf(row)) return revoked;
  const end = reportUrlEnd(assay, opened);
  return end !== null && end <= now ? expired : loadDocument(assay, { ...opened, testId: row.test_id });
};
