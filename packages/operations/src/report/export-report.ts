import { type CandidateReport, err, ok, operations, type Refusal, type Result, refusal } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { readReportToken } from '../support/tokens.ts';
import { loadCandidateReport } from './candidate-report.ts';
import { loadReportImages } from './report-images.ts';

type AttemptKey = { accountId: number; invitationId: number; attempt: number };

// Files are read outside the database's read, which other reads wait for.
const loadOrRefuse = async (assay: Assay, key: Result<AttemptKey, Refusal>): Promise<Result<CandidateReport, Refusal>> => {
  if (!key.ok) return key;
  const report = await assay.store.read((db) => loadCandidateReport(assay, db, key.value));
  if (report === undefined) return conflict('The report is not generated yet; try again in a moment');
  return ok({ ...report, images: await loadReportImages(assay, key.value) });
};

/** The data of the PDF of a candidate's report (api-v2.md §4.13). */
export const exportReportPdf = operation(operations.exportReportPdf, async ({ assay, accountId }, { testInvitationId: invitationId }) => {
  const key = await assay.store.read(async (db) => {
    const row = await invitations.find(db, { accountId, invitationId });
    if (row === undefined) return notFound('invitation', invitationId);
    if (row.status !== 'Completed') return conflict(`There is no report yet: the invitation is ${row.status}`);
    return ok({ accountId, invitationId, attempt: row.attempt });
  });
  return loadOrRefuse(assay, key);
});

const unknownToken = err(refusal('resource.not-found', 'This report address is not valid; check that it was copied completely'));
const expired = err(refusal('report.link-expired', 'This report address has expired'));

/** The same by a signed URL, which a browser opens without a key. */
export const openReport = async ({ assay, token }: { assay: Assay; token: string }): Outcome<CandidateReport> => {
  const opened = readReportToken(token, assay.secret);
  if (opened === undefined) return unknownToken;
  const now = await assay.store.read((db) => db.now());
  return opened.expiresAt <= now ? expired : loadOrRefuse(assay, ok(opened));
};
