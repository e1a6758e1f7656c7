import {
  type BulkInviteRow,
  emailKey,
  type InviteOutcome,
  type InviteResult,
  inviteOutcome,
  type ManagedInvitation,
  ok,
  operations,
  type Refusal,
  type Result,
} from '@assay/domain';
import { invitations } from '@assay/store';
import { enqueueInvitationEmail } from '../delivery/enqueue.ts';
import { managedDelivery } from '../delivery/managed-delivery.ts';
import { type ReadCall, type WriteCall, writeOperation } from '../support/operation.ts';
import { requireLeft } from '../support/quotas.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { candidateRow } from '../support/row-name.ts';
import { managedInvitation } from './managed-invitation.ts';
import { register, registrable } from './register-candidate.ts';

type Row = Omit<BulkInviteRow, 'revive' | 'rename'> & Partial<Pick<BulkInviteRow, 'revive' | 'rename'>>;

/** `invitation` is null in a preview of one that is not there yet. */
export type Invited = {
  readonly outcome: Exclude<InviteOutcome, 'invalid'>;
  /** The candidate has completed the test, and was therefore left unchanged. */
  readonly finished: boolean;
  readonly invitation: ManagedInvitation | null;
  readonly email: InviteResult['email'];
};

type Choice = Pick<BulkInviteRow, 'rename'> & { readonly again: boolean };

/** An update would change the name on reports that people have decided by. */
const isFinished = (current: Pick<invitations.Invitation, 'status'> | undefined, { again, rename }: Choice): boolean =>
  current?.status === 'Completed' && again && !rename;

export const invite = async (
  call: WriteCall,
  testId: number,
  { testLinkId = 0, sendEmail, revive = true, again = revive, rename = true, ...body }: Row,
): Promise<Result<Invited & InviteResult, Refusal>> => {
  const { assay, accountId, tx } = call;
  const keepsAsIs = (current: invitations.Invitation): boolean => {
    const outcome = inviteOutcome(current, revive);
    return outcome === 'cancelled' || (outcome === 'already-invited' && !again) || isFinished(current, { again, rename });
  };
  // Registering again does not invite a candidate who has completed the test.
  const stays = (current: invitations.Invitation): boolean => current.status === 'Completed' || keepsAsIs(current);
  if (sendEmail) {
    const left = await requireLeft(tx, accountId, 'mails');
    if (!left.ok) {
      const current = await invitations.findCurrentWithReport(tx, { accountId, testId, testLinkId, emailKey: emailKey(body.emailId) });
      if (current === undefined || !stays(current)) return left;
    }
  }
  const registered = await register(call, { testId, testLinkId, body, origin: 'management', keepsAsIs });
  if (!registered.ok) return registered;
  const { invitation, before } = registered.value;
  const row = await invitations.findWithReport(tx, { accountId, invitationId: invitation.invitation_id });
  if (row === undefined) return changedMeanwhile;
  const mails = sendEmail && row.status !== 'Completed' && !(before !== undefined && keepsAsIs(before));
  const email = mails ? managedDelivery(await enqueueInvitationEmail(tx, row, await tx.now())) : null;
  const outcome = inviteOutcome(before, revive);
  return ok({ outcome, finished: isFinished(before, { again, rename }), invitation: managedInvitation(assay, row), email });
};

/** What `invite` would come to now; nothing is written. */
export const previewInvite = async (
  { assay, accountId, db }: ReadCall,
  testId: number,
  { testLinkId = 0, emailId, callbackURL, revive, again = revive, rename }: BulkInviteRow,
): Promise<Result<Invited, Refusal>> => {
  const found = await registrable({ assay, accountId }, db, { testId, testLinkId, callbackURL });
  if (!found.ok) return found;
  const current = await invitations.findCurrentWithReport(db, { accountId, testId, testLinkId, emailKey: emailKey(emailId) });
  const invitation = current === undefined ? null : managedInvitation(assay, current);
  return ok({ outcome: inviteOutcome(current, revive), finished: isFinished(current, { again, rename }), invitation, email: null });
};

/** Registers a candidate, directly or by a test link, and mails the invitation in the same transaction unless `sendEmail` is false. */
export const inviteCandidate = writeOperation(
  operations.inviteCandidate,
  async (call, { testId, body }) => {
    const invited = await invite(call, testId, body);
    if (!invited.ok) return invited;
    const { invitation, email } = invited.value;
    return ok({ invitation, email });
  },
  {
    row: ({ accountId }, { body }) => candidateRow({ accountId, email: body.emailId }),
    afterwards: (assay, { email }) => email !== null && assay.wake('deliveries'),
  },
);
