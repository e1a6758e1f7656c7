import { decide, ok, operations } from '@assay/domain';
import { invitations } from '@assay/store';
import { apply, record, stateOf } from '../support/invitation-state.ts';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile, notFound } from '../support/refusals.ts';
import { takeUrl } from '../support/tokens.ts';
import { insertInvitation } from './insert-invitation.ts';

/**
 * Invites the candidate of a completed invitation once more (api-v2.md §4.10): a new id and URL, the same link, name and URLs. The
 * first invitation and its report stay; the new one is the candidate's current one. One that was current and never started is cancelled.
 */
export const reattemptInvitation = writeOperation(
  operations.reattemptInvitation,
  async ({ assay, tx, accountId }, { testInvitationId: invitationId }) => {
    const row = await invitations.lock(tx, { accountId, invitationId });
    if (row === undefined) return notFound('invitation', invitationId);
    const event = decide(stateOf(row), { type: 'reattempt' });
    if (!event.ok) return event;
    const identity = { accountId, testId: row.test_id, testLinkId: row.test_link_id, emailKey: row.email_key };
    const current = await invitations.lockCurrent(tx, identity);
    if (current === undefined) return changedMeanwhile;
    const now = await tx.now();
    await invitations.retireCurrent(tx, identity, now);
    const inserted = await insertInvitation(tx, {
      ...identity,
      email: row.email,
      fullName: row.full_name,
      searchText: row.search_text,
      callbackUrl: row.callback_url,
      redirectUrl: row.redirect_url,
      origin: 'api',
      emailConfirmed: row.email_confirmed,
      now,
    });
    if (!inserted.ok) {
      await invitations.reinstate(tx, current);
      return inserted;
    }
    const reattempt = inserted.value;
    if (reattempt === undefined) return changedMeanwhile;
    const { invitation_id: reattemptId } = reattempt;
    const retired = { ...current, is_current: 0 } as const;
    const superseded = decide(stateOf(retired), { type: 'supersede', testInvitationId: reattemptId });
    if (!superseded.ok) return superseded;
    if (!(await apply(tx, retired, superseded.value, now))) return changedMeanwhile;
    await record(tx, row, now, { type: 'invitation.reattempted', testInvitationId: reattemptId });
    await record(tx, { account_id: accountId, invitation_id: reattemptId }, now, {
      type: 'invitation.reattempt-of',
      testInvitationId: row.invitation_id,
    });
    return ok({
      testInvitationId: reattemptId,
      takeTestURL: takeUrl(assay, reattempt),
    });
  },
);
