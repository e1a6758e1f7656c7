import { callbackOutcome, type DeliveryKind, type DeliveryOutcome, decideDelivery, evolveDelivery } from '@assay/domain';
import { deliveries, type Tx } from '@assay/store';
import { match } from 'ts-pattern';
import type { Assay } from '../support/context.ts';
import { record } from '../support/invitation-state.ts';
import { composeCallback } from './callbacks.ts';
import { columnsOf, stateOf } from './delivery-state.ts';
import { composeInvitationEmail, composeReceiptEmail, composeStakeholderEmail, type Email, type Undeliverable } from './emails.ts';

type Row = deliveries.Delivery;

/** One attempt, for the log and the metrics. */
export type DeliveryMade = {
  readonly accountId: number;
  readonly deliveryId: number;
  readonly kind: DeliveryKind;
  readonly outcome: DeliveryOutcome['type'];
  readonly durationMilliseconds: number;
  readonly error: string | null;
};

/** What an attempt leaves in the ledger. */
type Attempt = Pick<deliveries.DeliveryAttempt, 'destination' | 'status' | 'response' | 'error' | 'duration'> & {
  readonly outcome: DeliveryOutcome;
  /** A fault of ours, for the log. */
  readonly fault?: unknown;
};

const undeliverable = ({ destination }: Row, { reason }: Undeliverable): Attempt => ({
  outcome: { type: 'final' },
  destination,
  status: null,
  response: null,
  error: reason,
  duration: 0,
});

const makeCallback = async (assay: Assay, row: Row, signal: AbortSignal): Promise<Attempt> => {
  const callback = await composeCallback(assay, row);
  if ('reason' in callback) return undeliverable(row, callback);
  const answer = await assay.outbound.sendCallback(callback, signal);
  const outcome = callbackOutcome(answer);
  const made = { outcome, destination: callback.url, duration: Math.round(answer.durationMilliseconds) };
  if (answer.type !== 'answered') return { ...made, status: null, response: null, error: answer.error };
  const error = outcome.type === 'delivered' ? null : `the receiver answered ${answer.status}`;
  return { ...made, status: answer.status, response: answer.response, error };
};

const makeEmail =
  (compose: (assay: Assay, row: Row) => Promise<Email | Undeliverable>) =>
  async (assay: Assay, row: Row, signal: AbortSignal): Promise<Attempt> => {
    const email = await compose(assay, row);
    if ('reason' in email) return undeliverable(row, email);
    const startedAt = performance.now();
    const answer = await assay.outbound.sendEmail(email, signal);
    const made = { destination: email.to, status: null, duration: Math.round(performance.now() - startedAt) };
    if (answer.type === 'sent') return { ...made, outcome: { type: 'delivered' }, response: answer.response, error: null };
    const outcome: DeliveryOutcome = answer.permanent ? { type: 'final' } : { type: 'retry', retryAfter: null };
    return { ...made, outcome, response: null, error: answer.error };
  };

const sendInvitation = makeEmail(composeInvitationEmail);
const sendReceipt = makeEmail(composeReceiptEmail);
const sendStakeholder = makeEmail(composeStakeholderEmail);

const make = (assay: Assay, row: Row, signal: AbortSignal): Promise<Attempt> =>
  match(row.kind)
    .with('callback', () => makeCallback(assay, row, signal))
    .with('invitation-email', () => sendInvitation(assay, row, signal))
    .with('receipt-email', () => sendReceipt(assay, row, signal))
    .with('stakeholder-email', () => sendStakeholder(assay, row, signal))
    .exhaustive();

/** Sends once. Trouble on the way is an attempt that failed; this rejects only when `signal` aborts or the database fails. */
export const attemptDelivery = async (assay: Assay, row: Row, signal: AbortSignal): Promise<Attempt> => {
  try {
    return await make(assay, row, signal);
  } catch (fault) {
    if (signal.aborted || (fault instanceof Error && fault.name === 'StoreUnavailable')) throw fault;
    const error = `it could not be made: ${fault instanceof Error ? fault.message : String(fault)}`;
    return { ...undeliverable(row, { reason: error }), outcome: { type: 'retry', retryAfter: null }, fault };
  }
};

const recordOutcome = async (tx: Tx, row: Row, now: number, attempt: Attempt, random: number): Promise<void> => {
  const event = decideDelivery(stateOf(row), { type: 'settle', now, outcome: attempt.outcome, random });
  if (!event.ok) return;
  const { error, destination } = attempt;
  await deliveries.update(tx, row, { ...columnsOf(evolveDelivery(stateOf(row), event.value)), last_error: error, destination });
  if (event.value.type !== 'delivery.delivered' && event.value.type !== 'delivery.failed') return;
  const { delivery_id: deliveryId, kind } = row;
  await record(tx, row, now, { type: event.value.type, deliveryId, kind, ...(error === null ? {} : { error }) });
};

/** Keeps the attempt in the ledger and, if the lease still holds, moves the delivery on. */
export const settleDelivery = (assay: Assay, row: Row, attempt: Attempt, random: number): Promise<void> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const current = await deliveries.lock(tx, row.account_id, row.delivery_id);
    if (current === undefined) return;
    // A lease that was lost settles nothing, but what was sent was sent.
    if (current.state === 'pending' && current.lease_until === row.lease_until) await recordOutcome(tx, current, now, attempt, random);
    const number = current.attempts_made + 1;
    await deliveries.countAttempt(tx, current, number);
    const { account_id, delivery_id } = row;
    const { outcome, fault: _, ...made } = attempt;
    await deliveries.insertAttempt(tx, { account_id, delivery_id, number, at: now, outcome: outcome.type, ...made });
  });

/** Gives a lease back without counting an attempt: the process stops before it knows how the send ended. */
export const giveBackDelivery = (assay: Assay, row: Row): Promise<void> =>
  assay.store.write(async (tx) => {
    const event = decideDelivery(stateOf(row), { type: 'giveBack', now: await tx.now() });
    if (event.ok) await deliveries.update(tx, row, columnsOf(evolveDelivery(stateOf(row), event.value)));
  });
