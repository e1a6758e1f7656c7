import { type Selectable, sql, type Updateable } from 'kysely';
import { countUpTo } from '../../count-up-to.ts';
import { type Db, prepared, type Tx, updatedOne } from '../../db.ts';
import { newNonce } from '../../nonce.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../../schema.ts';

export type Delivery = Selectable<DeliveryRow>;
export type DeliveryAttempt = Selectable<DeliveryAttemptRow>;

/** A delivery that belongs to an invitation: all but confirmation emails do. */
export type InvitationDelivery = Delivery & { readonly invitation_id: number };

export const isOfInvitation = (row: Delivery): row is InvitationDelivery => row.invitation_id !== null;

export type NewDelivery = Pick<Delivery, 'account_id' | 'test_id' | 'invitation_id' | 'attempt' | 'kind' | 'lane' | 'destination'> & {
  readonly state: Extract<Delivery['state'], 'waiting' | 'pending'>;
} & Partial<Pick<Delivery, 'joiner_key' | 'sealed'>>;

const insert = prepared<Required<NewDelivery> & { now: number; nonce: string }, { delivery_id: number }>((db, p) =>
  db
    .insertInto('deliveries')
    .values(({ lit }) => ({
      account_id: p('account_id'),
      test_id: p('test_id'),
      invitation_id: p('invitation_id'),
      attempt: p('attempt'),
      kind: p('kind'),
      lane: p('lane'),
      destination: p('destination'),
      state: p('state'),
      failures: lit(0),
      attempts_made: lit(0),
      not_before: p('now'),
      lease_until: lit(0),
      created_at: p('now'),
      joiner_key: p('joiner_key'),
      sealed: p('sealed'),
      nonce: p('nonce'),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returning('delivery_id'),
);

/** Inserts a delivery and returns its id; undefined if the attempt has one of this kind, or the same mail is still pending. */
export const enqueue = async (tx: Tx, delivery: NewDelivery, now: number): Promise<number | undefined> =>
  (await insert(tx, { joiner_key: null, sealed: null, ...delivery, now, nonce: newNonce() })).rows[0]?.delivery_id;

type CausedByJoins = { readonly accountId: number; readonly joinerKey: string; readonly since: number };
const causedByJoins = prepared<CausedByJoins & { limit: number }, Delivery>((db, p) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where('joiner_key', '=', p('joinerKey'))
    .where('created_at', '>', p('since'))
    .orderBy('created_at', 'desc')
    .limit(p('limit')),
);

/** The newest mails that joins with this address caused after `since`, in all tests of the account. */
export const listByJoiner = async (db: Db, { limit, ...joins }: CausedByJoins & { limit: number }): Promise<Delivery[]> =>
  (await causedByJoins(db, { ...joins, limit })).rows;

const dueIn = (which: 'in' | 'not in') =>
  prepared<{ now: number; limit: number; lanes: string }, Delivery>((db, p, { engine, rowLocks }) =>
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('state', '=', sql.lit('pending'))
      .where('not_before', '<=', p('now'))
      .where('lease_until', '<=', p('now'))
      // One JSON parameter for any number of lanes, so that the query is compiled once.
      .where(
        engine === 'postgres'
          ? sql<boolean>`lane ${sql.raw(which)} (select json_array_elements_text(${p('lanes')}::json))`
          : sql<boolean>`lane ${sql.raw(which)} (select value from json_each(${p('lanes')}))`,
      )
      .orderBy('not_before')
      .limit(p('limit'))
      .$if(rowLocks, (query) => query.forUpdate().skipLocked()),
  );
const dueOnly = dueIn('in');
const dueExcept = dueIn('not in');

type Due = {
  readonly now: number;
  readonly lanes: { readonly only: readonly string[] } | { readonly except: readonly string[] };
  readonly limit: number;
};

/** Deliveries that are due in these lanes, of all accounts; on Postgres rows that another worker is claiming are skipped. */
export const lockDue = async (tx: Tx, { now, lanes, limit }: Due): Promise<Delivery[]> =>
  'only' in lanes
    ? (await dueOnly(tx, { now, limit, lanes: JSON.stringify(lanes.only) })).rows
    : (await dueExcept(tx, { now, limit, lanes: JSON.stringify(lanes.except) })).rows;

const waiting = prepared<{ accountId: number; invitationId: number; attempt: number }, Delivery>((db, p, { rowLocks }) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .where('state', '=', sql.lit('waiting'))
    .$if(rowLocks, (query) => query.forUpdate()),
);

/** Deliveries that wait for the report of an attempt. */
export const lockWaiting = async (tx: Tx, attempt: { accountId: number; invitationId: number; attempt: number }): Promise<Delivery[]> =>
  (await waiting(tx, attempt)).rows;

const pendingMail = prepared<{ accountId: number; invitationId: number }, Delivery>((db, p, { rowLocks }) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('kind', '=', sql.lit('invitation-email'))
    .where('state', '=', sql.lit('pending'))
    .$if(rowLocks, (query) => query.forUpdate()),
);

/** The pending invitation mail of an invitation; a unique index allows one. */
export const lockPendingMail = async (tx: Tx, invitation: { accountId: number; invitationId: number }): Promise<Delivery | undefined> =>
  (await pendingMail(tx, invitation)).rows[0];

const mailed = prepared<{ accountId: number; invitationId: number }, { delivery_id: number }>((db, p) =>
  db
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('kind', '=', sql.lit('invitation-email'))
    .where('state', '<>', sql.lit('failed'))
    .limit(sql.lit(1)),
);

/** Whether an invitation mail of this invitation was sent or is about to be. */
export const isMailed = async (db: Db, invitation: { accountId: number; invitationId: number }): Promise<boolean> =>
  (await mailed(db, invitation)).rows.length > 0;

const byId = (lock: boolean) =>
  prepared<{ accountId: number; deliveryId: number }, Delivery>((db, p, { rowLocks }) =>
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('account_id', '=', p('accountId'))
      .where('delivery_id', '=', p('deliveryId'))
      .$if(rowLocks && lock, (query) => query.forUpdate()),
  );
const plain = byId(false);
const locked = byId(true);

export const find = async (db: Db, accountId: number, deliveryId: number): Promise<Delivery | undefined> =>
  (await plain(db, { accountId, deliveryId })).rows[0];

export const lock = async (tx: Tx, accountId: number, deliveryId: number): Promise<Delivery | undefined> =>
  (await locked(tx, { accountId, deliveryId })).rows[0];

export type DeliveryFilter = {
  readonly accountId: number;
  readonly state?: Delivery['state'] | undefined;
  readonly kind?: Delivery['kind'] | undefined;
  readonly testId?: number | undefined;
  readonly invitationId?: number | undefined;
};

const listed = (db: Db, { accountId, state, kind, testId, invitationId }: DeliveryFilter) => {
  let query = db.kysely.selectFrom('deliveries').where('account_id', '=', accountId);
  if (invitationId !== undefined) query = query.where('invitation_id', '=', invitationId);
  if (testId !== undefined) query = query.where('test_id', '=', testId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return query;
};

/** Newest first, below the id `before`. */
export const listPage = (
  db: Db,
  { before, limit, ...filter }: DeliveryFilter & { before?: number | undefined; limit: number },
): Promise<Delivery[]> => {
  let query = listed(db, filter).selectAll();
  if (before !== undefined) query = query.where('delivery_id', '<', before);
  return query.orderBy('delivery_id', 'desc').limit(limit).execute();
};

/** How many fit the filter, counted no further than `most`. */
export const countListed = (db: Db, { most, ...filter }: DeliveryFilter & { most: number }): Promise<number> =>
  countUpTo(db, listed(db, filter).select('delivery_id'), most);

/** Writes only if state and lease are still those of `from`. */
export const update = (tx: Tx, from: Delivery, change: Updateable<DeliveryRow>): Promise<boolean> =>
  tx.kysely
    .updateTable('deliveries')
    .set(change)
    .where('account_id', '=', from.account_id)
    .where('delivery_id', '=', from.delivery_id)
    .where('state', '=', from.state)
    .where('lease_until', '=', from.lease_until)
    .executeTakeFirst()
    .then(updatedOne);

/** Redeliveries continue the numbering of attempts. */
export const countAttempt = async (tx: Tx, { account_id, delivery_id }: Delivery, attempts: number): Promise<void> => {
  await tx.kysely
    .updateTable('deliveries')
    .set({ attempts_made: attempts })
    .where('account_id', '=', account_id)
    .where('delivery_id', '=', delivery_id)
    .execute();
};

/** Changes the host of an invitation's callbacks; delivered and failed ones show the destination they had. */
export const moveCallbacks = async (
  tx: Tx,
  { account_id, invitation_id }: Pick<Delivery, 'account_id' | 'invitation_id'>,
  { lane, destination }: Pick<Delivery, 'lane' | 'destination'>,
): Promise<void> => {
  await tx.kysely
    .updateTable('deliveries')
    .set((eb) => ({
      lane,
      destination: eb.case().when('state', 'in', ['waiting', 'pending']).then(destination).else(eb.ref('destination')).end(),
    }))
    .where('account_id', '=', account_id)
    .where('invitation_id', '=', invitation_id)
    .where('kind', '=', 'callback')
    .execute();
};

export const insertAttempt = async (tx: Tx, attempt: DeliveryAttempt): Promise<void> => {
  await tx.kysely.insertInto('delivery_attempts').values(attempt).execute();
};

/** Oldest first. */
export const listAttempts = (db: Db, accountId: number, deliveryId: number): Promise<DeliveryAttempt[]> =>
  db.kysely
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute();

/** Pending deliveries of all accounts, by kind. */
export const countPending = (db: Db): Promise<{ kind: Delivery['kind']; count: number }[]> =>
  db.kysely
    .selectFrom('deliveries')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('state', '=', sql.lit('pending'))
    .groupBy('kind')
    .execute();
