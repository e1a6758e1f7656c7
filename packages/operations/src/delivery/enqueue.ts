import { accounts, type Db, deliveries, type invitations, type Tx, testLinks, type tests } from '@assay/store';
import { callbackLane } from '../support/callback-lane.ts';

type Invitation = invitations.Invitation;

export const mailLane = 'mail';

const from = ({ account_id, test_id, invitation_id, attempt }: Invitation) => ({ account_id, test_id, invitation_id, attempt });

/** Whether the candidate gets a receipt: Assay does not write to people whom only an ATS has mailed, unless the account wants it. */
export const getsReceipt = async (db: Db, { account_id: accountId, invitation_id: invitationId }: Invitation): Promise<boolean> => {
  const rule = (await accounts.find(db, accountId))?.receipts;
  return rule === 'all' || (rule === 'mailed' && (await deliveries.isMailed(db, { accountId, invitationId })));
};

/** The deliveries of a completion, in the transaction that completes. All except the candidate's receipt wait for the report. */
export const enqueueCompletion = async (tx: Tx, row: Invitation, now: number): Promise<void> => {
  if (await getsReceipt(tx, row))
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

/**
 * The mail with the take URL. Returns the delivery that carries it, which is an earlier one when that is not sent yet. `joinerKey` is
 * the mailbox key where somebody on a join page caused it.
 */
export const enqueueInvitationEmail = async (
  tx: Tx,
  row: Invitation,
  now: number,
  joinerKey: string | null = null,
): Promise<deliveries.Delivery> => {
  const { account_id: accountId, invitation_id: invitationId } = row;
  const mail = { kind: 'invitation-email', lane: mailLane, destination: row.email, state: 'pending', joiner_key: joinerKey } as const;
  const insertOrLock = async (at: number) => {
    const id = await deliveries.enqueue(tx, { ...from(row), ...mail }, at);
    return id === undefined ? deliveries.lockPendingMail(tx, { accountId, invitationId }) : deliveries.find(tx, accountId, id);
  };
  // The second time if the earlier mail was sent while its row was waited for.
  const delivery = (await insertOrLock(now)) ?? (await insertOrLock(await tx.now()));
  if (delivery === undefined) throw new Error('a mail was enqueued and sent by somebody else, although its invitation is locked');
  return delivery;
};

type Confirmation = { readonly email: string; readonly joinerKey: string; readonly sealed: string };

/** The mail with the address that confirms a registration; no invitation belongs to it yet. */
export const enqueueConfirmationEmail = async (
  tx: Tx,
  { account_id, test_id }: tests.Test,
  { email, joinerKey, sealed }: Confirmation,
  now: number,
): Promise<void> => {
  const mail = { kind: 'confirmation-email', lane: mailLane, destination: email, state: 'pending', joiner_key: joinerKey, sealed } as const;
  await deliveries.enqueue(tx, { account_id, test_id, invitation_id: null, attempt: 0, ...mail }, now);
};
