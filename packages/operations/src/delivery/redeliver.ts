import { ok, operations, quotaOfDelivery, type RedeliverResult, type Refusal, type Result } from '@assay/domain';
import { attemptKeyOf, deliveries, invitations, reports, type Tx } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { sendPresent } from '../report/callback-message.ts';
import { advanceDelivery } from '../support/delivery-state.ts';
import { type Services, writeOperation } from '../support/operation.ts';
import { requireLeft } from '../support/quotas.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { rowName } from '../support/row-name.ts';
import { managedDelivery } from './managed-delivery.ts';

type Row = deliveries.Delivery;

/** Every request that mails an invitation locks it, before its deliveries: two at once would both find no mail waiting. */
const lockInvitations = (tx: Tx, accountId: number, rows: readonly Row[]): Promise<void> =>
  invitations.lockAll(
    tx,
    accountId,
    rows.filter(deliveries.isOfInvitation).map((row) => row.invitation_id),
  );

/** Of a delivery whose invitation is locked. */
const redeliver = async (assay: Services, tx: Tx, row: Row): Promise<Result<Row, Refusal>> => {
  const left = await requireLeft(tx, row.account_id, quotaOfDelivery(row.kind));
  if (!left.ok) return left;
  if (row.kind === 'invitation-email' && deliveries.isOfInvitation(row) && row.state !== 'pending') {
    const { account_id: accountId, invitation_id: invitationId } = row;
    const waiting = await deliveries.lockPendingMail(tx, { accountId, invitationId });
    if (waiting !== undefined)
      return conflict(`A newer invitation email of this candidate waits to be sent (delivery ${waiting.delivery_id})`);
  }
  const redelivered = await advanceDelivery(tx, row, { type: 'redeliver', now: await tx.now() });
  if (redelivered.ok && row.kind === 'callback' && deliveries.isOfInvitation(row)) {
    const report = await reports.find(tx, attemptKeyOf(row));
    if (report !== undefined && report.figures !== null) await sendPresent(assay, tx, { ...report, figures: report.figures });
  }
  return redelivered.ok ? ok(redelivered.value.row) : redelivered;
};

/** Sends a delivered or failed delivery once more, or a pending retry at once. Its id and its earlier attempts stay. */
export const redeliverDelivery = writeOperation(
  operations.redeliverDelivery,
  async ({ assay, accountId, tx }, { deliveryId }) => {
    const found = await deliveries.find(tx, accountId, deliveryId);
    if (found === undefined) return notFound('delivery', deliveryId);
    await lockInvitations(tx, accountId, [found]);
    const row = await deliveries.lock(tx, accountId, deliveryId);
    if (row === undefined) return notFound('delivery', deliveryId);
    const redelivered = await redeliver(assay, tx, row);
    return redelivered.ok ? ok(managedDelivery(redelivered.value)) : redelivered;
  },
  { afterwards: (assay) => assay.wake('deliveries') },
);

const mostAtOnce = 500;

/** Sends the failed deliveries of a test once more, with a result for each; `more` when there are more than one call takes. */
export const redeliverFailed = writeOperation(
  operations.redeliverFailed,
  async ({ assay, accountId, tx }, { testId }) => {
    const test = await findTest(tx, accountId, testId);
    if (!test.ok) return test;
    const failed = await deliveries.listPage(tx, { accountId, testId, state: 'failed', limit: mostAtOnce + 1 });
    const rows = failed.slice(0, mostAtOnce);
    await lockInvitations(tx, accountId, rows);
    const results: RedeliverResult['results'] = [];
    for (const row of rows) {
      const redelivered = await redeliver(assay, tx, row);
      results.push({
        deliveryId: row.delivery_id,
        redelivered: redelivered.ok,
        error: redelivered.ok ? null : redelivered.error.message,
      });
    }
    return ok({ results, more: failed.length > mostAtOnce });
  },
  { row: ({ accountId }, { testId }) => rowName('failed', accountId, testId), afterwards: (assay) => assay.wake('deliveries') },
);
