import { type DeliveryDetail, type DeliveryPage, decode, formatInstant, ListDeliveriesQuery, ok } from '@assay/domain';
import { deliveries } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { notFound, pathId, requireScope } from '../support/refusals.ts';
import { managedDelivery } from './managed-delivery.ts';

/** Deliveries of the account, newest first, by cursor. */
export const listDeliveries = async ({ ctx, input }: { ctx: Context; input: { query: unknown } }): Outcome<DeliveryPage> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const query = decode(ListDeliveriesQuery, input.query);
  if (!query.ok) return query;
  const { limit, cursor, state, kind, testId, testInvitationId } = query.value;
  const filter = { accountId: ctx.accountId, state, kind, testId, invitationId: testInvitationId };
  const rows = await ctx.assay.store.read((db) => deliveries.listPage(db, { ...filter, before: cursor, limit: limit + 1 }));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return ok({
    deliveries: page.map(managedDelivery),
    nextCursor: rows.length > limit && last !== undefined ? String(last.delivery_id) : null,
  });
};

/** One delivery with all its attempts, oldest first. */
export const getDelivery = async ({ ctx, input }: { ctx: Context; input: { deliveryId: string } }): Outcome<DeliveryDetail> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const deliveryId = pathId(input.deliveryId, 'deliveryId', 'delivery');
  if (!deliveryId.ok) return deliveryId;
  return ctx.assay.store.read(async (db) => {
    const row = await deliveries.find(db, ctx.accountId, deliveryId.value);
    if (row === undefined) return notFound('delivery', deliveryId.value);
    const attempts = await deliveries.listAttempts(db, ctx.accountId, deliveryId.value);
    return ok({
      ...managedDelivery(row),
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
};
