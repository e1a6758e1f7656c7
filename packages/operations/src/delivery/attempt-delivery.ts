import { callbackOutcome, type DeliveryOutcome } from '@assay/domain';
import type { deliveries } from '@assay/store';
import type { Assay } from '../support/context.ts';
import type { Email } from '../support/outbound.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { composeCallback } from './compose-callback.ts';
import { composeInvitationEmail, composeReceiptEmail, composeStakeholderEmail, type Undeliverable } from './compose-emails.ts';

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

const sendCallback = async (assay: Assay, delivery: ClaimedDelivery, signal: AbortSignal): Promise<DeliveryAttempt> => {
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
  (compose: (assay: Assay, delivery: ClaimedDelivery) => Promise<Email | Undeliverable>) =>
  async (assay: Assay, delivery: ClaimedDelivery, signal: AbortSignal): Promise<DeliveryAttempt> => {
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
  callback: sendCallback,
  'invitation-email': sendEmail(composeInvitationEmail),
  'receipt-email': sendEmail(composeReceiptEmail),
  'stakeholder-email': sendEmail(composeStakeholderEmail),
} as const satisfies Record<ClaimedDelivery['kind'], unknown>;

type Sending = { readonly assay: Assay; readonly delivery: ClaimedDelivery; readonly signal: AbortSignal };

/** Composes and sends once. A network failure is a failed attempt; this rejects only when `signal` aborts or the database fails. */
export const attemptDelivery = async ({ assay, delivery, signal }: Sending): Promise<DeliveryAttempt> => {
  try {
    return await senders[delivery.kind](assay, delivery, signal);
  } catch (fault) {
    if (signal.aborted || (fault instanceof Error && fault.name === 'StoreUnavailable')) throw fault;
    const reason = `it could not be made: ${fault instanceof Error ? fault.message : String(fault)}`;
    return { ...undeliverable(delivery, { reason }), outcome: { type: 'retry', retryAfter: null }, fault };
  }
};
