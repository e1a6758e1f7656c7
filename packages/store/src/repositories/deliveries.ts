import { type Selectable, sql, type Updateable } from 'kysely';
import { prepared, type Tx } from '../db.ts';
import type { DeliveryRow } from '../schema.ts';

export type Delivery = Selectable<DeliveryRow>;

type NewDelivery = Pick<Delivery, 'account_id' | 'invitation_id' | 'kind' | 'recipient'>;

/** Puts a delivery in the outbox, unless one of the same kind for this invitation still waits there. */
export const enqueue = async (tx: Tx, delivery: NewDelivery, now: number): Promise<void> => {
  await tx.kysely
    .insertInto('deliveries')
    .values({ ...delivery, state: 'pending', failures: 0, not_before: now, lease_until: 0, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const due = prepared<{ now: number; limit: number }, Delivery>((db, p, { rowLocks }) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('state', '=', sql.lit('pending'))
    .where('not_before', '<=', p('now'))
    .where('lease_until', '<=', p('now'))
    .orderBy('not_before')
    .limit(p('limit'))
    .$if(rowLocks, (query) => query.forUpdate().skipLocked()),
);

/** Deliveries to make now, of all accounts. */
export const lockDue = async (tx: Tx, now: number, limit: number): Promise<Delivery[]> => (await due(tx, { now, limit })).rows;

/** Writes only if the lease is still the one `from` was claimed with. */
export const update = async (tx: Tx, from: Delivery, change: Updateable<DeliveryRow>): Promise<boolean> => {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('deliveries')
    .set(change)
    .where('account_id', '=', from.account_id)
    .where('delivery_id', '=', from.delivery_id)
    .where('state', '=', from.state)
    .where('lease_until', '=', from.lease_until)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
