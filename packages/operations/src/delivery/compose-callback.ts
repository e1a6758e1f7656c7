import { deliveries, invitations, reports } from '@assay/store';
import { makeMessage } from '../report/callback-message.ts';
import type { Assay } from '../support/context.ts';
import type { OutgoingCallback } from '../support/outbound.ts';
import { signingSecrets } from './callback-secrets.ts';
import type { Undeliverable } from './compose-emails.ts';
import { messageIdOf } from './managed-delivery.ts';

type Row = deliveries.InvitationDelivery;
type Message = Pick<OutgoingCallback, 'body' | 'sequence'>;

const messageOf = ({ body, sequence }: deliveries.Delivery): Message | undefined =>
  body === null || sequence === null ? undefined : { body, sequence };

/**
 * The message of a delivery that an earlier version made, before it is sent. Written once: a second worker, after the lease has passed on,
 * finds it.
 */
const makeMissing = (assay: Assay, { account_id: accountId, delivery_id, invitation_id: invitationId, attempt }: Row) =>
  assay.store.write(async (tx): Promise<Message | Undeliverable> => {
    const key = { accountId, invitationId, attempt };
    const invitation = await invitations.lock(tx, key);
    const report = await reports.find(tx, key);
    if (invitation === undefined || report === undefined || report.figures === null) return { reason: 'the report no longer exists' };
    const row = await deliveries.lock(tx, accountId, delivery_id);
    if (row === undefined) throw new Error('a claimed delivery is gone');
    const made = messageOf(row);
    if (made !== undefined) return made;
    const message = await makeMessage(assay, tx, invitation, { ...report, figures: report.figures });
    await deliveries.update(tx, row, message);
    return message;
  });

/** The callback of a completed attempt: its stored message, to the present callback URL of the invitation. */
export const composeCallback = async (assay: Assay, row: Row): Promise<OutgoingCallback | Undeliverable> => {
  const { account_id: accountId, invitation_id: invitationId } = row;
  const secrets = await signingSecrets(assay, accountId);
  if (!secrets.ok) throw new Error(secrets.error.message);
  const invitation = await assay.store.read((db) => invitations.find(db, { accountId, invitationId }));
  if (invitation === undefined || invitation.callback_url === null) return { reason: 'the invitation has no callbackURL any more' };
  const message = messageOf(row) ?? (await makeMissing(assay, row));
  if ('reason' in message) return message;
  return { ...message, url: invitation.callback_url, webhookId: messageIdOf(row), secrets: secrets.value };
};
