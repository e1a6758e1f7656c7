import { type deliveries, invitations } from '@assay/store';
import type { Assay } from '../support/context.ts';
import type { OutgoingCallback } from '../support/outbound.ts';
import { signingSecrets } from './callback-secrets.ts';
import type { Undeliverable } from './compose-emails.ts';
import { messageIdOf } from './managed-delivery.ts';

type Row = deliveries.InvitationDelivery;

/** The callback of a completed attempt: its stored message, to the present callback URL of the invitation. */
export const composeCallback = async (assay: Assay, row: Row): Promise<OutgoingCallback | Undeliverable> => {
  const { account_id: accountId, invitation_id: invitationId } = row;
  const secrets = await signingSecrets(assay, accountId);
  if (!secrets.ok) throw new Error(secrets.error.message);
  const invitation = await assay.store.read((db) => invitations.find(db, { accountId, invitationId }));
  if (invitation === undefined || invitation.callback_url === null) return { reason: 'the invitation has no callbackURL any more' };
  const { body, sequence } = row;
  if (body === null || sequence === null) throw new Error('a callback is due without its message');
  return { body, sequence, url: invitation.callback_url, webhookId: messageIdOf(row), secrets: secrets.value };
};
