import type { invitations } from '@assay/store';
import type { Services } from '../support/operation.ts';
import { readReportToken, reportPdfUrl } from '../support/tokens.ts';
import { reportGenerationOf, reportUrlEnd } from './report-generation.ts';

/** The signed URL of the PDF of an attempt's report that goes out in callbacks and mails, and when it ends by age (null: never). */
export const reportUrl = (
  assay: Services,
  invitation: invitations.Invitation,
  attempt: number,
  now: number,
): { url: string; expiresAt: number | null } => {
  const { account_id: accountId, invitation_id: invitationId, nonce } = invitation;
  const token = { accountId, invitationId, nonce, attempt, generation: reportGenerationOf(invitation), issuedAt: now };
  return { url: reportPdfUrl(assay, token), expiresAt: reportUrlEnd(assay, token) };
};

/** Whether a report URL that was sent still opens: not after a reset or a revoke, nor after its end by age. */
export const isReportUrlOpen = (assay: Services, invitation: invitations.Invitation, url: string, now: number): boolean => {
  const token = readReportToken(url.slice(url.lastIndexOf('/') + 1), assay.secret);
  if (token === undefined || token.generation !== reportGenerationOf(invitation)) return false;
  const end = reportUrlEnd(assay, token);
  return end === null || end > now;
};
