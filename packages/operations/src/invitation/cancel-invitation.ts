import { decide, err, ok, refusal, type WireCancellation } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { apply, stateOf } from '../support/invitation-state.ts';
import { changedMeanwhile, notFound, pathId, requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';

type Input = { testInvitationId: string; testId: string | undefined };

/** Cancels an invitation that is not in progress or completed (api-v2.md §4.9); again is the same success. Ends its take URL. */
export const cancelInvitation = async ({ ctx, input }: { ctx: Context; input: Input }): Outcome<WireCancellation> => {
  const allowed = requireScope(ctx, 'invite');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  const testId = input.testId === undefined || input.testId === '' ? ok(undefined) : pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  return transact(ctx, { verb: 'cancelInvitation', input: [invitationId.value, testId.value ?? null] }, async (tx, now) => {
    const row = await invitations.lock(tx, { accountId: ctx.accountId, invitationId: invitationId.value });
    if (row === undefined) return notFound('invitation', invitationId.value);
    if (testId.value !== undefined && testId.value !== row.test_id)
      return err(refusal('request.invalid', `testId: invitation ${invitationId.value} does not belong to test ${testId.value}`));
    const event = decide(stateOf(row), { type: 'cancel' });
    if (!event.ok) return event;
    if (!(await apply(tx, row, event.value, now, { generation: row.generation + 1 }))) return changedMeanwhile;
    return ok({ testInvitationId: invitationId.value, status: 'cancelled' });
  });
};
