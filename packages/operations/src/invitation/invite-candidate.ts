import { decodeBody, InviteBody, type InviteResult, ok } from '@assay/domain';
import { invitations } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { enqueueInvitationEmail } from '../delivery/enqueue.ts';
import { managedDelivery } from '../delivery/managed-delivery.ts';
import { findLink } from '../link/wire-link.ts';
import type { Context, Outcome } from '../support/context.ts';
import { changedMeanwhile, conflict, pathId, requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';
import { managedInvitation } from './managed-invitation.ts';
import { registerIn } from './register-candidate.ts';

type Input = { testId: string; body: unknown };

/** Registers a candidate, directly or by a test link, and mails the invitation in the same transaction unless told not to. */
export const inviteCandidate = async ({ ctx, input }: { ctx: Context; input: Input }): Outcome<InviteResult> => {
  const allowed = requireScope(ctx, 'invite');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const decoded = decodeBody(InviteBody, input.body);
  if (!decoded.ok) return decoded;
  const { testLinkId = 0, sendEmail, ...body } = decoded.value;
  const result = await transact(ctx, { verb: 'inviteCandidate', input: [testId.value, decoded.value] }, async (tx, now) => {
    const test = await findTest(ctx, tx, testId.value);
    if (!test.ok) return test;
    if (test.value.status !== 'Active') return conflict('The test is not active');
    if (testLinkId !== 0) {
      const link = await findLink(ctx, tx, { testId: testId.value, testLinkId });
      if (!link.ok) return link;
      if (link.value.status !== 1) return conflict('The test link is not active');
    }
    const registered = await registerIn(ctx, tx, { testId: testId.value, testLinkId, body, now });
    if (!registered.ok) return registered;
    const row = await invitations.findWithReport(tx, { accountId: ctx.accountId, invitationId: registered.value.invitationId });
    if (row === undefined) return changedMeanwhile;
    // Who has completed the test is not invited to it by registering again.
    const mails = sendEmail && row.status !== 'Completed';
    const email = mails ? managedDelivery(await enqueueInvitationEmail(tx, row, now)) : null;
    return ok({ invitation: managedInvitation(ctx.assay, row), email });
  });
  if (result.ok && result.value.email !== null) ctx.assay.wake('deliveries');
  return result;
};
