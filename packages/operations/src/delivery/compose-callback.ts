import { CallbackBody } from '@assay/domain';
import { type deliveries, invitations, reports } from '@assay/store';
import { reportUrl } from '../report/report-url.ts';
import type { Assay } from '../support/context.ts';
import type { OutgoingCallback } from '../support/outbound.ts';
import { signingSecrets } from './callback-secrets.ts';
import type { Undeliverable } from './compose-emails.ts';
import { messageIdOf } from './managed-delivery.ts';

/** The callback of a completed attempt. Body and destination are read when it is sent. */
export const composeCallback = async (assay: Assay, row: deliveries.InvitationDelivery): Promise<OutgoingCallback | Undeliverable> => {
  const key = { accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt };
  const secrets = await signingSecrets(assay, row.account_id);
  if (!secrets.ok) throw new Error(secrets.error.message);
  return assay.store.read(async (db) => {
    const invitation = await invitations.find(db, key);
    const report = await reports.find(db, key);
    if (invitation === undefined || invitation.callback_url === null) return { reason: 'the invitation has no callbackURL any more' };
    if (report?.figures == null) return { reason: 'the report no longer exists' };
    const body = CallbackBody.encode({
      CandidateEmailId: invitation.email,
      AttemptedOn: report.started_at,
      TotalScore: Number(report.figures.totalScore),
      CandidateScore: Number(report.figures.score),
      ReportPDFUrl: reportUrl(assay, invitation, row.attempt, await db.now()).url,
      TestInvitationId: invitation.invitation_id,
    });
    return { url: invitation.callback_url, body: JSON.stringify(body), webhookId: messageIdOf(row), secrets: secrets.value };
  });
};
