import { type ManagedDelivery, ok } from '@assay/domain';
import { invitations } from '@assay/store';
import { enqueueInvitationEmail } from '../delivery/enqueue.ts';
import { managedDelivery } from '../delivery/managed-delivery.ts';
import type { Context, Outcome } from '../support/context.ts';
import { conflict, notFound, pathId, requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';

type Input = { testInvitationId: string };

/** Mails the take URL to the candidate, the first time or again. A mail that still waits to go is not sent twice. */
export const sendInvitationEmail = async ({ ctx, input }: { ctx: Context; input: Input }): Outcome<ManagedDelivery> => {
  const allowed = requireScope(ctx, 'invite');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  const result = await transact(ctx, { verb: 'sendInvitationEmail', input: invitationId.value }, async (tx, now) => {
    const row = await invitations.lock(tx, { accountId: ctx.accountId, invitationId: invitationId.value });
    if (row === undefined) return notFound('invitation', invitationId.value);
    if (row.status === 'Cancelled' || row.status === 'Completed')
      return conflict(
        `The invitation is ${row.status.toLowerCase()}: there is nothing to invite to; register or reattempt makes a new one`,
      );
    return ok(managedDelivery(await enqueueInvitationEmail(tx, row, now)));
  });
  if (result.ok) ctx.assay.wake('deliveries');
  return result;
};
