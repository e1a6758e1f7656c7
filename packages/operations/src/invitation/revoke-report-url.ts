import { ok, operations } from '@assay/domain';
import { invitations } from '@assay/store';
import { endReportUrls } from '../report/report-generation.ts';
import { record } from '../support/invitation-state.ts';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile, notFound } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';

/** Ends every report URL of an invitation that was sent so far, in any status; a redelivery carries one that opens. */
export const revokeReportUrl = writeOperation(
  operations.revokeReportUrl,
  async ({ assay, tx, accountId }, { testInvitationId: invitationId }) => {
    const key = { accountId, invitationId };
    const row = await invitations.lock(tx, key);
    if (row === undefined) return notFound('invitation', invitationId);
    const now = await tx.now();
    if (!(await invitations.update(tx, row, { ...endReportUrls(row), updated_at: now }))) return changedMeanwhile;
    await record(tx, row, now, { type: 'report-url.revoked' });
    const changed = await invitations.findWithReport(tx, key);
    return changed === undefined ? changedMeanwhile : ok(managedInvitation(assay, changed));
  },
);
