import { decide, err, ok, operations, refusal } from '@assay/domain';
import { invitations } from '@assay/store';
import { apply, stateOf } from '../support/invitation-state.ts';
import { operation } from '../support/operation.ts';
import { changedMeanwhile, notFound, pathId } from '../support/refusals.ts';
import { invitationRow } from '../support/row-name.ts';
import { transact } from '../support/transact.ts';

const isBlank = (text: string | undefined): text is undefined | '' => text === undefined || text === '';

/** Cancels an invitation that is not in progress or completed (api-v2.md §4.9); a repeated cancel is the same success. Its take URL ends. */
export const cancelInvitation = operation(operations.cancelInvitation, async (ctx, { testInvitationId, query }) => {
  const { accountId } = ctx;
  // Read before the Idempotency-Key is looked up: otherwise a testId that is no id could pass for an earlier request.
  const testId = isBlank(query.testId) ? ok(undefined) : pathId(query.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  return transact(
    ctx,
    { verb: 'cancelInvitation', input: [testInvitationId, testId.value ?? null] },
    async (tx) => {
      const row = await invitations.lock(tx, { accountId, invitationId: testInvitationId });
      if (row === undefined) return notFound('invitation', testInvitationId);
      if (testId.value !== undefined && testId.value !== row.test_id)
        return err(refusal('request.invalid', `testId: invitation ${testInvitationId} does not belong to test ${testId.value}`));
      const event = decide(stateOf(row), { type: 'cancel' });
      if (!event.ok) return event;
      if (event.value.type === 'invitation.cancelled') {
        if (!(await apply(tx, row, event.value, await tx.now(), { generation: row.generation + 1 }))) return changedMeanwhile;
      }
      return ok({ testInvitationId, status: 'cancelled' });
    },
    invitationRow({ accountId, invitationId: testInvitationId }),
  );
});
