import { type ConfirmationState, err, type Joined, ok, type Refusal, type Result, refusal } from '@assay/domain';
import { type Db, type invitations, tests } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { type JoinRequest, linkOfRequest, readJoinToken } from '../support/join-request.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { rowName } from '../support/row-name.ts';
import { takeUrl } from '../support/tokens.ts';
import { describeJoinTarget, invitationCancelled, inviteVisitor, type JoinTarget, lockCurrent } from './join-target.ts';

/** Somebody who opened a mailed address. */
type Holder = { readonly assay: Assay; readonly token: string };

const unknownToken = err(refusal('resource.not-found', 'This address is not valid; check that it was copied completely'));
const expired = err(refusal('join.link-expired', 'This address has expired; register once more to get a new one'));

const findRequest = async (db: Db, { assay, token }: Holder): Promise<Result<{ request: JoinRequest; target: JoinTarget }, Refusal>> => {
  const request = readJoinToken(token, assay.secret);
  if (request === undefined) return unknownToken;
  const link = await linkOfRequest(db, request);
  const test = link === undefined ? undefined : await tests.find(db, request.accountId, link.test_id);
  if (link === undefined || test === undefined) return unknownToken;
  return request.expiresAt <= (await db.now()) ? expired : ok({ request, target: { test, link } });
};

/** What is confirmed. Changes nothing: programs that check mails open addresses too. */
export const getConfirmation = ({ holder }: { holder: Holder }): Outcome<ConfirmationState> =>
  holder.assay.store.read(async (db) => {
    const found = await findRequest(db, holder);
    if (!found.ok) return found;
    const { request, target } = found.value;
    return ok({ ...(await describeJoinTarget(db, target)), emailId: request.email, fullName: request.fullName });
  });

/**
 * Invites the holder of an address that was typed on a join page. The mailbox is theirs, so that one who has an invitation by now gets
 * the URL of that one.
 */
export const confirmJoin = ({ holder }: { holder: Holder }): Outcome<Joined> =>
  holder.assay.store.write(
    async (tx): Promise<Result<Joined, Refusal>> => {
      const found = await findRequest(tx, holder);
      if (!found.ok) return found;
      const { request, target } = found.value;
      const { email: emailId, fullName } = request;
      const joined = (invitation: invitations.Addressed): Result<Joined, Refusal> =>
        ok({ testInvitationId: invitation.invitation_id, takeTestURL: takeUrl(holder.assay, invitation) });
      const existing = await lockCurrent(tx, target, emailId);
      if (existing?.status === 'Cancelled') return invitationCancelled;
      if (existing !== undefined) return joined(existing);
      const made = await inviteVisitor(tx, target, { emailId, fullName, emailConfirmed: 1 }, await tx.now());
      if (!made.ok) return made;
      return made.value === undefined ? changedMeanwhile : joined(made.value);
    },
    rowName('confirmation', 0, holder.token),
  );
