import { callbackOutcome, type DeliveryOutcome } from '@assay/domain';
import { deliveries, StoreUnavailable } from '@assay/store';
import type { Assay } from '../support/context.ts';
import type { Email } from '../support/outbound.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { composeCallback } from './compose-callback.ts';
import {
  composeConfirmationEmail,
  composeInvitationEmail,
  composeReceiptEmail,
  composeStakeholderEmail,
  type Undeliverable,
} from './compose-emails.ts';

/** What one attempt adds to the ledger. */
export type DeliveryAttempt = Pick<deliveries.DeliveryAttempt, 'destination' | 'status' | 'response' | 'error' | 'duration'> & {
  readonly outcome: DeliveryOutcome;
  /** An error of ours, for the log. */
  readonly fault?: unknown;
};

const undeliverable = ({ destination }: ClaimedDelivery, { reason }: Undeliverable): DeliveryAttempt => ({
  outcome: { type: 'final' },
  destination,
  status: null,
  response: null,
  error: reason,
  duration: 0,
});

type Send<Row extends ClaimedDelivery> = (assay: Assay, delivery: Row, signal: AbortSignal) => Promise<DeliveryAttempt>;

const ofInvitation =
  (send: Send<deliveries.InvitationDelivery>): Send<ClaimedDelivery> =>
  async (assay, delivery, signal) => {
    if (!deliveries.isOfInvitation(delivery)) throw new Error(`a ${delivery.kind} without an invitation`);
    return send(assay, delivery, signal);
  };

const sendCallback: Send<deliveries.InvitationDelivery> = async (assay, delivery, signal) => {
  const callback = await composeCallback(assay, delivery);
  if ('reason' in callback) return undeliverable(delivery, callback);
  const response = await assay.outbound.sendCallback(callback, signal);
  const outcome = callbackOutcome(response);
  const sent = { outcome, destination: callback.url, duration: Math.round(response.durationMilliseconds) };
  if (response.type !== 'responded') return { ...sent, status: null, response: null, error: response.error };
  const error = outcome.type === 'delivered' ? null : `the receiver answered ${response.status}`;
  return { ...sent, status: response.status, response: response.response, error };
};

const sendEmail =
  <Row extends ClaimedDelivery>(compose: (assay: Assay, delivery: Row) => Promise<Email | Undeliverable>): Send<Row> =>
  async (assay, delivery, signal) => {
    const email = await compose(assay, delivery);
    if ('reason' in email) return undeliverable(delivery, email);
    const startedAt = performance.now();
    const result = await assay.outbound.sendEmail(email, signal);
    const sent = { destination: email.to, status: null, duration: Math.round(performance.now() - startedAt) };
    if (result.type === 'sent') return { ...sent, outcome: { type: 'delivered' }, response: result.response, error: null };
    const outcome: DeliveryOutcome = result.permanent ? { type: 'final' } : { type: 'retry', retryAfter: null };
    return { ...sent, outcome, response: null, error: result.error };
  };

const senders = {
  callback: ofInvitation(sendCallback),
  'confirmation-email': sendEmail(composeConfirmationEmail),
  'invitation-email': ofInvitation(sendEmail(composeInvitationEmail)),
  'receipt-email': ofInvitation(sendEmail(composeReceiptEmail)),
  'stakeholder-email': ofInvitation(sendEmail(composeStakeholderEmail)),
} as const satisfies Record<ClaimedDelivery['kind'], Send<ClaimedDelivery>>;

type Sending = { readonly assay: Assay; readonly delivery: ClaimedDelivery; readonly signal: AbortSignal };

/** Composes and sends once. A network failure is a failed attempt; this rejects only when `signal` aborts or our storage is not available. */
export const attemptDelivery = async ({ assay, delivery, signal }: Sending): Promise<DeliveryAttempt> => {
  try {
    return await senders[delivery.kind](assay, delivery, signal);
  } catch (fault) {
    if (signal.aborted || fault instanceof StoreUnavailable) throw fault;
    const reason = `it could not be made: ${fault instanceof Error ? fault.message : String(fault)}`;
    return { ...undeliverable(delivery, { reason }), outcome: { type: 'retry', retryAfter: null }, fault };
  }
};
