import { decide, type InvitationCommand, type ManagedInvitation, ok, operations, type Refusal, type Result } from '@assay/domain';
import { invitations, reviews } from '@assay/store';
import { apply, stateOf } from '../support/invitation-state.ts';
import { type WriteCall, writeOperation } from '../support/operation.ts';
import { changedMeanwhile, notFound } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';

const change = async (
  { assay, tx, accountId }: WriteCall,
  invitationId: number,
  commandAt: (now: number) => InvitationCommand,
): Promise<Result<ManagedInvitation, Refusal>> => {
  const key = { accountId, invitationId };
  const row = await invitations.lock(tx, key);
  if (row === undefined) return notFound('invitation', invitationId);
  const now = await tx.now();
  const event = decide(stateOf(row), commandAt(now));
  if (!event.ok) return event;
  const archives = event.value.type === 'attempt.reset';
  if (archives) await invitations.archiveAttempt(tx, row, now);
  if (archives) await reviews.withdraw(tx, { ...key, attempt: row.attempt }, now);
  if (!(await apply(tx, row, event.value, now, archives ? { attempt: row.attempt + 1 } : {}))) return changedMeanwhile;
  const changed = await invitations.findWithReport(tx, key);
  return changed === undefined ? changedMeanwhile : ok(managedInvitation(assay, changed));
};

/** Archives the attempt of an invitation in progress or completed: the same URL starts again. */
export const resetInvitation = writeOperation(
  operations.resetInvitation,
  (call, { testInvitationId }) => change(call, testInvitationId, () => ({ type: 'reset' })),
  { fingerprint: ({ testInvitationId }) => ({ verb: 'resetInvitation', input: [testInvitationId, { type: 'reset' }] }) },
);

/** Adds minutes to an attempt, before or while it runs; it still ends with the access window. */
export const giveExtraTime = writeOperation(
  operations.giveExtraTime,
  (call, { testInvitationId, body: { minutes } }) => change(call, testInvitationId, (now) => ({ type: 'extend', now, minutes })),
  {
    fingerprint: ({ testInvitationId, body: { minutes } }) => ({
      verb: 'giveExtraTime',
      input: [testInvitationId, { type: 'extend', now: 0, minutes }],
    }),
  },
);
