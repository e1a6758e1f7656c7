import { emailKey, mailboxKey } from '@assay/domain';
import { deliveries, type invitations, type Tx, type tests } from '@assay/store';
import { enqueueConfirmationEmail, enqueueInvitationEmail } from '../delivery/enqueue.ts';
import { confirmationLifetime, type JoinRequest, sealJoinRequest } from '../support/join-request.ts';
import type { Services } from '../support/operation.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Anybody can type anybody's address into a join page, so what joins mail is limited. What recruiters mail is not counted. */
const mostInADay = 5;
const pauseBetween = 15 * minute;

type Mail = { readonly accountId: number; readonly testId: number; readonly invitationId: number | null; readonly email: string };

/** At most 5 mails in 24 hours to one mailbox, and one in 15 minutes about one invitation or, before there is one, to one address about one test. */
const mayMail = async (tx: Tx, { accountId, testId, invitationId, email }: Mail, now: number): Promise<boolean> => {
  const joinerKey = mailboxKey(email);
  const recent = await deliveries.listByJoiner(tx, { accountId, joinerKey, since: now - day, limit: mostInADay });
  const justMailed = recent.some(
    (mail) =>
      mail.test_id === testId &&
      mail.invitation_id === invitationId &&
      emailKey(mail.destination) === emailKey(email) &&
      mail.created_at > now - pauseBetween,
  );
  return recent.length < mostInADay && !justMailed;
};

/** Mails its take URL to a candidate whose address was typed once more; nothing beyond the limits. */
export const mailInvitation = async (tx: Tx, row: invitations.Invitation, now: number): Promise<void> => {
  const { account_id: accountId, test_id: testId, invitation_id: invitationId, email } = row;
  if (await mayMail(tx, { accountId, testId, invitationId, email }, now)) await enqueueInvitationEmail(tx, row, now, mailboxKey(email));
};

type Request = Omit<JoinRequest, 'accountId' | 'expiresAt'>;

/** Mails the address that confirms a registration; nothing beyond the limits. */
export const mailConfirmation = async ({ secret }: Services, tx: Tx, test: tests.Test, request: Request, now: number): Promise<void> => {
  const { account_id: accountId, test_id: testId } = test;
  const { email } = request;
  if (!(await mayMail(tx, { accountId, testId, invitationId: null, email }, now))) return;
  const sealed = sealJoinRequest({ ...request, accountId, expiresAt: now + confirmationLifetime }, secret);
  await enqueueConfirmationEmail(tx, test, { email, joinerKey: mailboxKey(email), sealed }, now);
};
