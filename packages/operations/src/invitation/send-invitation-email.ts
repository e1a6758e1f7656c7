import { ok, operations } from '@assay/domain';
import { invitations } from '@assay/store';
import { enqueueInvitationEmail } from '../delivery/enqueue.ts';
import { managedDelivery } from '../delivery/managed-delivery.ts';
import { writeOperation } from '../support/operation.ts';
import { requireLeft } from '../support/quotas.ts';
import { conflict, notFound } from '../support/refusals.ts';

/** Mails the take URL to the candidate, the first time or again. A mail that is still pending is not sent twice. */
export const sendInvitationEmail = writeOperation(
  operations.sendInvitationEmail,
  async ({ tx, accountId }, { testInvitationId: invitationId }) => {
    const row = await invitations.lock(tx, { accountId, invitationId });
    if (row === undefined) return notFound('invitation', invitationId);
    if (row.status === 'Cancelled' || row.status === 'Completed')
      return conflict(
        `The invitation is ${row.status.toLowerCase()}: there is nothing to invite to; register or reattempt makes a new one`,
      );
    const left = await requireLeft(tx, accountId, 'mails');
    if (!left.ok) return left;
    return ok(managedDelivery(await enqueueInvitationEmail(tx, row, await tx.now())));
  },
  { afterwards: (assay) => assay.wake('deliveries') },
);
