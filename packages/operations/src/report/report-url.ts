import type { invitations } from '@assay/store';
import type { Services } from '../support/operation.ts';
import { reportPdfUrl } from '../support/tokens.ts';
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
