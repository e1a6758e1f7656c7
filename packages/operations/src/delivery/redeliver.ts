import { type ManagedDelivery, ok, type RedeliverResult, type Refusal, type Result } from '@assay/domain';
import { deliveries, invitations, type Tx } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import type { Context, Outcome } from '../support/context.ts';
import { advanceDelivery } from '../support/delivery-state.ts';
import { conflict, notFound, pathId, requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';
import { managedDelivery } from './managed-delivery.ts';

type Row = deliveries.Delivery;

const redeliver = async (tx: Tx, row: Row, now: number): Promise<Result<Row, Refusal>> => {
  const { account_id: accountId, invitation_id: invitationId } = row;
  if (row.kind === 'invitation-email' && row.state !== 'pending') {
    // Every request that mails this invitation locks it: two at once would both find no mail waiting.
    await invitations.lock(tx, { accountId, invitationId });
    const waiting = await deliveries.lockPendingMail(tx, { accountId, invitationId });
    if (waiting !== undefined)
      return conflict(`A newer invitation email of this candidate waits to be sent (delivery ${waiting.delivery_id})`);
  }
  const redelivered = await advanceDelivery(tx, row, { type: 'redeliver', now });
  return redelivered.ok ? ok(redelivered.value.row) : redelivered;
};

/** Sends a settled delivery once more, or a waiting retry at once. It keeps its id and what was tried before. */
export const redeliverDelivery = async ({ ctx, input }: { ctx: Context; input: { deliveryId: string } }): Outcome<ManagedDelivery> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const deliveryId = pathId(input.deliveryId, 'deliveryId', 'delivery');
  if (!deliveryId.ok) return deliveryId;
  const result = await transact(ctx, { verb: 'redeliverDelivery', input: deliveryId.value }, async (tx, now) => {
    const row = await deliveries.lock(tx, ctx.accountId, deliveryId.value);
    if (row === undefined) return notFound('delivery', deliveryId.value);
    const redelivered = await redeliver(tx, row, now);
    return redelivered.ok ? ok(managedDelivery(redelivered.value)) : redelivered;
  });
  if (result.ok) ctx.assay.wake('deliveries');
  return result;
};

const mostAtOnce = 500;

/** Sends the failed deliveries of a test once more, with a result for each; `more` when there are more than one call takes. */
export const redeliverFailed = async ({ ctx, input }: { ctx: Context; input: { testId: string } }): Outcome<RedeliverResult> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const result = await transact(ctx, { verb: 'redeliverFailed', input: testId.value }, async (tx, now) => {
    const test = await findTest(ctx, tx, testId.value);
    if (!test.ok) return test;
    const filter = { accountId: ctx.accountId, testId: testId.value, state: 'failed' } as const;
    const failed = await deliveries.listPage(tx, { ...filter, limit: mostAtOnce + 1 });
    const results: RedeliverResult['results'] = [];
    for (const row of failed.slice(0, mostAtOnce)) {
      const redelivered = await redeliver(tx, row, now);
      results.push({
        deliveryId: row.delivery_id,
        redelivered: redelivered.ok,
        error: redelivered.ok ? null : redelivered.error.message,
      });
    }
    return ok({ results, more: failed.length > mostAtOnce });
  });
  if (result.ok) ctx.assay.wake('deliveries');
  return result;
};
