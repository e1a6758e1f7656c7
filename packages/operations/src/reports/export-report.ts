import { type CandidateReport, err, ok, type Refusal, type Result, refusal } from '@assay/domain';
import { type Db, invitations } from '@assay/store';
import type { Assay, Context, Outcome } from '../support/context.ts';
import { conflict, notFound, pathId, requireScope } from '../support/refusals.ts';
import { readReportToken } from '../support/tokens.ts';
import { loadCandidateReport } from './candidate-report.ts';

const loadOrRefuse = async (
  assay: Assay,
  db: Db,
  key: { accountId: number; invitationId: number; attempt: number },
): Promise<Result<CandidateReport, Refusal>> => {
  const report = await loadCandidateReport(assay, db, key);
  return report === undefined ? conflict('The report is not generated yet; try again in a moment') : ok(report);
};

/** What the PDF of a candidate's report is made from (api-v2.md §4.13). */
export const exportReportPdf = async ({ ctx, input }: { ctx: Context; input: { testInvitationId: string } }): Outcome<CandidateReport> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const parsed = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!parsed.ok) return parsed;
  const { assay, accountId } = ctx;
  const invitationId = parsed.value;
  return assay.store.read(async (db) => {
    const row = await invitations.find(db, { accountId, invitationId });
    if (row === undefined) return notFound('invitation', invitationId);
    if (row.status !== 'Completed') return conflict(`There is no report yet: the invitation is ${row.status}`);
    return loadOrRefuse(assay, db, { accountId, invitationId, attempt: row.attempt });
  });
};

const unknownToken = err(refusal('resource.not-found', 'This report address is not valid; check that it was copied completely'));
const expired = err(refusal('report.link-expired', 'This report address has expired'));

/** The same by a signed URL, which a browser opens without a key. */
export const openReport = async ({ assay, token }: { assay: Assay; token: string }): Outcome<CandidateReport> => {
  const opened = readReportToken(token, assay.secret);
  if (opened === undefined) return unknownToken;
  return assay.store.read(async (db) => {
    if (opened.expiresAt <= (await db.now())) return expired;
    return loadOrRefuse(assay, db, opened);
  });
};
