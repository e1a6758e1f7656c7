import { type AccessWindow, timeZoneName } from '@assay/domain';
import { accounts, attemptKeyOf, type deliveries, invitations, reports, testLinks, tests } from '@assay/store';
import { linkWindow } from '../link/access-text.ts';
import { loadCandidateReport } from '../report/candidate-report.ts';
import { reportUrl } from '../report/report-url.ts';
import type { Assay } from '../support/context.ts';
import { countAnswered } from '../support/count-answered.ts';
import { confirmationLifetime, confirmationUrl, linkOfRequest, unsealJoinRequest } from '../support/join-request.ts';
import type { ConfirmationEmail, InvitationEmail, ReceiptEmail, StakeholderEmail } from '../support/outbound.ts';
import { takeUrl } from '../support/tokens.ts';
import { messageIdOf } from './managed-delivery.ts';

/** Why a delivery cannot be sent, in words for the list of deliveries. */
export type Undeliverable = { readonly reason: string };

/** Null where a stranger may have typed it: a mail to an address that nobody confirmed carries none of a stranger's words. */
const greetedName = ({ email_confirmed, full_name }: invitations.Invitation): string | null => (email_confirmed === 1 ? full_name : null);

const accessOf = (link: testLinks.TestLink | undefined): AccessWindow | null =>
  link === undefined || link.access_time === 0 ? null : linkWindow(link);

/** Composed when it is sent, so that a take URL that has been replaced is never mailed. */
export const composeInvitationEmail = (assay: Assay, row: deliveries.InvitationDelivery): Promise<InvitationEmail | Undeliverable> =>
  assay.store.read(async (db) => {
    const { account_id: accountId, invitation_id: invitationId } = row;
    const invitation = await invitations.find(db, { accountId, invitationId });
    const account = await accounts.find(db, accountId);
    if (invitation === undefined || account === undefined) return { reason: 'the invitation no longer exists' };
    if (invitation.status === 'Cancelled')
      return {
        reason: invitation.is_current === 1 ? 'the invitation was cancelled' : 'a newer invitation has taken the place of this one',
      };
    const { test_id: testId, test_link_id: testLinkId } = invitation;
    const version = await assay.testVersions.loadFor(db, { accountId, testId, version: invitation.version });
    const link = testLinkId === 0 ? undefined : await testLinks.find(db, accountId, testLinkId);
    return {
      kind: 'invitation-email',
      deliveryId: row.delivery_id,
      messageId: messageIdOf(row),
      to: invitation.email,
      fullName: greetedName(invitation),
      organization: account.name,
      replyTo: account.email,
      testName: version.name,
      duration: version.duration,
      questions: version.questions,
      access: accessOf(link),
      imageProctoring: link?.image_proctoring === 1,
      support: account.support,
      privacy: account.privacy,
      takeTestURL: takeUrl(assay, invitation),
    };
  });

/** Goes to the address that the link has when the mail is sent. */
export const composeStakeholderEmail = (assay: Assay, row: deliveries.InvitationDelivery): Promise<StakeholderEmail | Undeliverable> =>
  assay.store.read(async (db) => {
    const { account_id: accountId, invitation_id: invitationId, attempt } = row;
    const invitation = await invitations.find(db, { accountId, invitationId });
    if (invitation === undefined) return { reason: 'the invitation no longer exists' };
    const link = await testLinks.find(db, accountId, invitation.test_link_id);
    const account = await accounts.find(db, accountId);
    const to = link?.email_to_stakeholder ?? null;
    if (link === undefined || account === undefined || to === null) return { reason: 'the test link has no emailToStakeholder any more' };
    const report = await loadCandidateReport(assay, db, { accountId, invitationId, attempt });
    if (report === undefined) return { reason: 'the report no longer exists' };
    const { url, expiresAt } = reportUrl(assay, invitation, attempt, await db.now());
    return {
      kind: 'stakeholder-email',
      deliveryId: row.delivery_id,
      messageId: messageIdOf(row),
      to,
      organization: account.name,
      replyTo: account.email,
      testName: report.testName,
      duration: report.duration,
      report: { ...report, zone: timeZoneName(link.time_zone_id) },
      testLinkName: link.name,
      reportPdfUrl: url,
      linkExpiresAt: expiresAt,
    };
  });

/** The candidate's receipt. It is about one attempt, so a reset does not change it. */
export const composeReceiptEmail = (assay: Assay, row: deliveries.InvitationDelivery): Promise<ReceiptEmail | Undeliverable> =>
  assay.store.read(async (db) => {
    const key = attemptKeyOf(row);
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
      fullName: greetedName(invitation),
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

/** Asks the holder of an address whether they want to register. What was typed on the join page goes along only inside the address. */
export const composeConfirmationEmail = (assay: Assay, row: deliveries.Delivery): Promise<ConfirmationEmail | Undeliverable> =>
  assay.store.read(async (db) => {
    const joinRequest = row.sealed === null ? undefined : unsealJoinRequest(row.sealed, assay.secret);
    if (joinRequest === undefined) return { reason: 'what it confirms cannot be read: ASSAY_SECRET was changed' };
    const now = await db.now();
    // As long as it is sent for the first time, with all retries: it may have waited for a quota for days. A redelivery is of the same address.
    const isFirst = row.attempts_made === row.failures;
    const request = isFirst ? { ...joinRequest, expiresAt: now + confirmationLifetime } : joinRequest;
    if (request.expiresAt <= now) return { reason: 'the address that it carries has expired' };
    const account = await accounts.find(db, row.account_id);
    const test = await tests.find(db, row.account_id, row.test_id);
    const link = await linkOfRequest(db, joinRequest);
    if (account === undefined || test === undefined || link === undefined) return { reason: 'the test link no longer exists' };
    return {
      kind: 'confirmation-email',
      deliveryId: row.delivery_id,
      messageId: messageIdOf(row),
      to: request.email,
      organization: account.name,
      replyTo: account.email,
      testName: test.name,
      duration: test.duration,
      questions: test.questions,
      access: accessOf(link),
      confirmUrl: confirmationUrl(assay, request),
      expiresAt: request.expiresAt,
      zone: timeZoneName(link.time_zone_id),
    };
  });
