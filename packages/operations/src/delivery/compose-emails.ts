import { timeZoneName } from '@assay/domain';
import { accounts, type deliveries, invitations, reports, testLinks } from '@assay/store';
import { accessText } from '../link/access-text.ts';
import { loadCandidateReport } from '../report/candidate-report.ts';
import type { Assay } from '../support/context.ts';
import { countAnswered } from '../support/count-answered.ts';
import type { InvitationEmail, ReceiptEmail, StakeholderEmail } from '../support/outbound.ts';
import { takeUrl } from '../support/tokens.ts';
import { messageIdOf } from './managed-delivery.ts';
import { reportUrl } from './report-url.ts';

/** Why a delivery cannot be sent, in words for the list of deliveries. */
export type Undeliverable = { readonly reason: string };

/** Composed when it is sent, so that a take URL that has been replaced is never mailed. */
export const composeInvitationEmail = (assay: Assay, row: deliveries.Delivery): Promise<InvitationEmail | Undeliverable> =>
  assay.store.read(async (db) => {
    const { account_id: accountId, invitation_id: invitationId } = row;
    const invitation = await invitations.find(db, { accountId, invitationId });
    const account = await accounts.find(db, accountId);
    if (invitation === undefined || account === undefined) return { reason: 'the invitation no longer exists' };
    if (invitation.status === 'Cancelled') return { reason: 'the invitation was cancelled' };
    const { test_id: testId, test_link_id: testLinkId } = invitation;
    const version = await assay.testVersions.loadFor(db, { accountId, testId, version: invitation.version });
    const link = testLinkId === 0 ? undefined : await testLinks.find(db, accountId, testLinkId);
    return {
      kind: 'invitation-email',
      deliveryId: row.delivery_id,
      messageId: messageIdOf(row),
      to: invitation.email,
      fullName: invitation.full_name,
      organization: account.name,
      replyTo: account.email,
      testName: version.name,
      duration: version.duration,
      questions: version.questions,
      access: link === undefined || link.access_time === 0 ? null : accessText(link),
      takeTestURL: takeUrl(assay, { accountId, invitationId, generation: invitation.generation }),
    };
  });

/** Goes to the address that the link has when the mail is sent. */
export const composeStakeholderEmail = (assay: Assay, row: deliveries.Delivery): Promise<StakeholderEmail | Undeliverable> =>
  assay.store.read(async (db) => {
    const { account_id: accountId, invitation_id: invitationId, attempt } = row;
    const invitation = await invitations.find(db, { accountId, invitationId });
    const link = invitation === undefined ? undefined : await testLinks.find(db, accountId, invitation.test_link_id);
    const account = await accounts.find(db, accountId);
    const to = link?.email_to_stakeholder ?? null;
    if (link === undefined || account === undefined || to === null) return { reason: 'the test link has no emailToStakeholder any more' };
    const report = await loadCandidateReport(assay, db, { accountId, invitationId, attempt });
    if (report === undefined) return { reason: 'the report no longer exists' };
    const { url, expiresAt } = reportUrl(assay, { accountId, invitationId, attempt }, await db.now());
    return {
      kind: 'stakeholder-email',
      deliveryId: row.delivery_id,
      messageId: messageIdOf(row),
      to,
      organization: account.name,
      replyTo: account.email,
      testName: report.testName,
      duration: report.duration,
      report,
      testLinkName: link.name,
      reportPdfUrl: url,
      linkExpiresAt: expiresAt,
    };
  });

/** The candidate's receipt. It is about one attempt, so a reset does not change it. */
export const composeReceiptEmail = (assay: Assay, row: deliveries.Delivery): Promise<ReceiptEmail | Undeliverable> =>
  assay.store.read(async (db) => {
    const key = { accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt };
    const invitation = await invitations.find(db, key);
    const account = await accounts.find(db, key.accountId);
    const report = await reports.find(db, key);
    if (invitation === undefined || account === undefined || report === undefined) return { reason: 'the attempt no longer exists' };
    const { test_id: testId, version } = report;
    const { name, duration, questions } = await assay.testVersions.load(db, { accountId: key.accountId, testId, version });
    return {
      kind: 'receipt-email',
      deliveryId: row.delivery_id,
      messageId: messageIdOf(row),
      to: invitation.email,
      fullName: invitation.full_name,
      organization: account.name,
      replyTo: account.email,
      testName: name,
      duration,
      questions,
      answered: await countAnswered(db, key),
      support: account.support,
      completedAt: report.completed_at,
      completedBy: report.completed_by,
      zone: timeZoneName(account.time_zone_id),
    };
  });
