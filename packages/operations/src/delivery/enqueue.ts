import { deliveries, type invitations, type Tx, testLinks } from '@assay/store';

type Invitation = invitations.Invitation;

export const mailLane = 'mail';

/** With a prefix, because a host may be called `mail`. */
export const callbackLane = (url: string): string => `callback ${new URL(url).host}`;

const from = ({ account_id, test_id, invitation_id, attempt }: Invitation) => ({ account_id, test_id, invitation_id, attempt });

/** The deliveries of a completion, in the transaction that completes. All except the candidate's receipt wait for the report. */
export const enqueueCompletion = async (tx: Tx, row: Invitation, now: number): Promise<void> => {
  await deliveries.enqueue(tx, { ...from(row), kind: 'receipt-email', lane: mailLane, destination: row.email, state: 'pending' }, now);
  if (row.callback_url !== null) {
    await deliveries.enqueue(
      tx,
      { ...from(row), kind: 'callback', lane: callbackLane(row.callback_url), destination: row.callback_url, state: 'waiting' },
      now,
    );
  }
  const link = row.test_link_id === 0 ? undefined : await testLinks.find(tx, row.account_id, row.test_link_id);
  const stakeholder = link?.email_to_stakeholder ?? null;
  if (stakeholder !== null)
    await deliveries.enqueue(
      tx,
      { ...from(row), kind: 'stakeholder-email', lane: mailLane, destination: stakeholder, state: 'waiting' },
      now,
    );
};

/** The mail with the take URL. Returns the delivery that carries it, which is an earlier one when that is not sent yet. */
export const enqueueInvitationEmail = async (tx: Tx, row: Invitation, now: number): Promise<deliveries.Delivery> => {
  const id = await deliveries.enqueue(
    tx,
    { ...from(row), kind: 'invitation-email', lane: mailLane, destination: row.email, state: 'pending' },
    now,
  );
  const { account_id: accountId, invitation_id: invitationId } = row;
  const delivery =
    id === undefined ? await deliveries.lockPendingMail(tx, { accountId, invitationId }) : await deliveries.find(tx, accountId, id);
  if (delivery === undefined) throw new Error('a pending mail was sent in the middle of a transaction');
  return delivery;
};
