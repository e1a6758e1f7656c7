import { err, formatInstant, ok, operations, refusal } from '@assay/domain';
import { deliveries, invitations } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { readOperation } from '../support/operation.ts';
import { pageOf, totalOf } from '../support/page.ts';
import { notFound } from '../support/refusals.ts';
import { managedDelivery } from './managed-delivery.ts';

/** Deliveries of the account, newest first, by cursor. */
export const listDeliveries = readOperation(operations.listDeliveries, async ({ accountId, db }, { query }) => {
  const { limit, cursor, testInvitationId, ...asked } = query;
  const { testId } = asked;
  if (testId !== undefined) {
    const test = await findTest(db, accountId, testId);
    if (!test.ok) return test;
  }
  if (testInvitationId !== undefined) {
    const row = await invitations.find(db, { accountId, invitationId: testInvitationId });
    if (row === undefined) return notFound('invitation', testInvitationId);
    if (testId !== undefined && row.test_id !== testId)
      return err(refusal('request.invalid', `testInvitationId: must be an invitation to test ${testId}`));
  }
  const filter = { ...asked, accountId, invitationId: testInvitationId };
  const rows = await deliveries.listPage(db, { ...filter, before: cursor, limit: limit + 1 });
  const paged = pageOf(rows, limit, (row) => row.delivery_id);
  const total = await totalOf(paged, cursor, (most) => deliveries.countListed(db, { ...filter, most }));
  return ok({ deliveries: paged.page.map(managedDelivery), nextCursor: paged.nextCursor, total });
});

/** One delivery with all its attempts, oldest first. */
export const getDelivery = readOperation(operations.getDelivery, async ({ accountId, db }, { deliveryId }) => {
  const row = await deliveries.find(db, accountId, deliveryId);
  if (row === undefined) return notFound('delivery', deliveryId);
  const attempts = await deliveries.listAttempts(db, accountId, deliveryId);
  return ok({
    ...managedDelivery(row),
    body: row.body,
    attempts: attempts.map(({ number, at, duration, outcome, destination, status, response, error }) => ({
      number,
      at: formatInstant(at),
      durationMilliseconds: duration,
      outcome,
      destination,
      status,
      response,
      error,
    })),
  });
});
