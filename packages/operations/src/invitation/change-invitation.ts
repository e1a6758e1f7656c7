import { decide, type InvitationCommand, type ManagedInvitation, ok, operations, type Refusal, type Result } from '@assay/domain';
import { invitations, reports } from '@assay/store';
import { resolveReport } from '../report/resolve-report.ts';
import { apply, stateOf } from '../support/invitation-state.ts';
import { type WriteCall, writeOperation } from '../support/operation.ts';
import { changedMeanwhile, notFound } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';

/** Takes the answers of an attempt that was reset out of the queue. Its report is locked, so that nobody puts one back meanwhile. */
const endReport = async (assay: WriteCall['assay'], tx: WriteCall['tx'], key: Parameters<typeof reports.lock>[1]): Promise<void> => {
  const report = await reports.lock(tx, key);
  if (report !== undefined && report.status !== 'Generated') await resolveReport(assay, tx, report, await tx.now());
};

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
  if (!(await apply(tx, row, event.value, now, archives ? { attempt: row.attempt + 1 } : {}))) return changedMeanwhile;
  if (archives) await endReport(assay, tx, { ...key, attempt: row.attempt });
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
