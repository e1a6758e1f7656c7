import { decide, decodeBody, ExtraTimeBody, type InvitationCommand, type ManagedInvitation, ok } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { apply, stateOf } from '../support/invitation-state.ts';
import { changedMeanwhile, notFound, pathId, requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';
import { managedInvitation } from './managed-invitation.ts';

const change = async (
  ctx: Context,
  verb: string,
  id: string,
  commandAt: (now: number) => InvitationCommand,
): Outcome<ManagedInvitation> => {
  const invitationId = pathId(id, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  const key = { accountId: ctx.accountId, invitationId: invitationId.value };
  return transact(ctx, { verb, input: [invitationId.value, commandAt(0)] }, async (tx, now) => {
    const row = await invitations.lock(tx, key);
    if (row === undefined) return notFound('invitation', invitationId.value);
    const event = decide(stateOf(row), commandAt(now));
    if (!event.ok) return event;
    const archives = event.value.type === 'attempt.reset';
    if (archives) await invitations.archiveAttempt(tx, row, now);
    if (!(await apply(tx, row, event.value, now, archives ? { attempt: row.attempt + 1 } : {}))) return changedMeanwhile;
    const changed = await invitations.findWithReport(tx, key);
    return changed === undefined ? changedMeanwhile : ok(managedInvitation(ctx.assay, changed));
  });
};

/** Archives the attempt of an invitation in progress or completed: the same URL starts again. */
export const resetInvitation = async ({
  ctx,
  input,
}: {
  ctx: Context;
  input: { testInvitationId: string };
}): Outcome<ManagedInvitation> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  return change(ctx, 'resetInvitation', input.testInvitationId, () => ({ type: 'reset' }));
};

type ExtraTimeInput = { testInvitationId: string; body: unknown };

/** Gives an attempt more minutes, before or while it runs; the end of the access window still ends it. */
export const giveExtraTime = async ({ ctx, input }: { ctx: Context; input: ExtraTimeInput }): Outcome<ManagedInvitation> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const body = decodeBody(ExtraTimeBody, input.body);
  if (!body.ok) return body;
  return change(ctx, 'giveExtraTime', input.testInvitationId, (now) => ({ type: 'extend', now, minutes: body.value.minutes }));
};
