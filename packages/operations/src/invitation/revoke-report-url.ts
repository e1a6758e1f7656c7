import { ok, operations } from '@assay/domain';
import { invitations, reports } from '@assay/store';
import { replaceUndelivered } from '../report/callback-message.ts';
import { endReportUrls } from '../report/report-generation.ts';
import { record } from '../support/invitation-state.ts';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile, notFound } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';

/**
 * Ends every report URL of an invitation that was sent so far, in any status. A callback that is still retried, or is redelivered later, keeps
 * its ended URL; a newer callback, with a URL that opens, follows it.
 */
export const revokeReportUrl = writeOperation(
  operations.revokeReportUrl,
  async ({ assay, tx, accountId }, { testInvitationId: invitationId }) => {
    const key = { accountId, invitationId };
    const row = await invitations.lock(tx, key);
    if (row === undefined) return notFound('invitation', invitationId);
    const now = await tx.now();
    if (!(await invitations.update(tx, row, { ...endReportUrls(row), updated_at: now }))) return changedMeanwhile;
    await record(tx, row, now, { type: 'report-url.revoked' });
    const report = await reports.find(tx, { ...key, attempt: row.attempt });
    if (report !== undefined && report.figures !== null) await replaceUndelivered(assay, tx, { ...report, figures: report.figures });
    const changed = await invitations.findWithReport(tx, key);
    return changed === undefined ? changedMeanwhile : ok(managedInvitation(assay, changed));
  },
);
