import { type InviteBody, type InviteResult, ok, operations, type Refusal, type Result } from '@assay/domain';
import { invitations } from '@assay/store';
import type { z } from 'zod';
import { enqueueInvitationEmail } from '../delivery/enqueue.ts';
import { managedDelivery } from '../delivery/managed-delivery.ts';
import { type WriteCall, writeOperation } from '../support/operation.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';
import { register } from './register-candidate.ts';

export const invite = async (
  call: WriteCall,
  testId: number,
  { testLinkId = 0, sendEmail, ...body }: z.output<typeof InviteBody>,
): Promise<Result<InviteResult, Refusal>> => {
  const { assay, accountId, tx } = call;
  const registered = await register(call, { testId, testLinkId, body, origin: 'management' });
  if (!registered.ok) return registered;
  const row = await invitations.findWithReport(tx, { accountId, invitationId: registered.value.invitationId });
  if (row === undefined) return changedMeanwhile;
  // Registering again does not invite a candidate who has completed the test.
  const mails = sendEmail && row.status !== 'Completed';
  const email = mails ? managedDelivery(await enqueueInvitationEmail(tx, row, await tx.now())) : null;
  return ok({ invitation: managedInvitation(assay, row), email });
};

/** Registers a candidate, directly or by a test link, and mails the invitation in the same transaction unless `sendEmail` is false. */
export const inviteCandidate = writeOperation(operations.inviteCandidate, (call, { testId, body }) => invite(call, testId, body), {
  afterwards: (assay, { email }) => email !== null && assay.wake('deliveries'),
});
