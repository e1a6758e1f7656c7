import { deliveryKinds, deliveryStates } from '@assay/domain';
import { type Selectable, sql } from 'kysely';
import { countUpTo } from '../../count-up-to.ts';
import { type Db, type DialectTraits, prepared, type Tx } from '../../db.ts';
import { newestOfAll } from '../../newest-of.ts';
import { newNonce } from '../../nonce.ts';
import { oneOfIds } from '../../one-of-ids.ts';
import { keyIs, rowsOf } from '../../rows-of.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../../schema.ts';

export type Delivery = Selectable<DeliveryRow>;
export type DeliveryAttempt = Selectable<DeliveryAttemptRow>;

/** A delivery that belongs to an invitation: all but confirmation emails do. */
export type InvitationDelivery = Delivery & { readonly invitation_id: number };

export const isOfInvitation = (row: Delivery): row is InvitationDelivery => row.invitation_id !== null;

export type NewDelivery = Pick<Delivery, 'account_id' | 'test_id' | 'invitation_id' | 'attempt' | 'kind' | 'lane' | 'destination'> & {
  readonly state: Extract<Delivery['state'], 'waiting' | 'pending'>;
} & Partial<Pick<Delivery, 'joiner_key' | 'sealed' | 'regrade' | 'body' | 'sequence'>>;

const insert = prepared<Required<NewDelivery> & { now: number; nonce: string }, { delivery_id: number }>((db, p, { tellsId }) =>
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
      regrade: p('regrade'),
      body: p('body'),
      sequence: p('sequence'),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .$if(!tellsId, (query) => query.returning('delivery_id')),
);

/** Inserts a delivery and returns its id; undefined if the attempt has one of this kind and regrade, or the same mail is still pending. */
export const enqueue = async (tx: Tx, delivery: NewDelivery, now: number): Promise<number | undefined> => {
  const { rows, insertedId = rows[0]?.delivery_id } = await insert(tx, {
    joiner_key: null,
    sealed: null,
    regrade: 0,
    body: null,
    sequence: null,
    ...delivery,
    now,
    nonce: newNonce(),
  });
  return insertedId;
};

type CausedByJoins = { readonly accountId: number; readonly joinerKey: string; readonly since: number };
const causedByJoins = prepared<CausedByJoins & { limit: number }, Delivery>((db, p) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where(keyIs(p, 'joiner_key'))
    .where('created_at', '>', p('since'))
    .orderBy('created_at', 'desc')
    .limit(p('limit')),
);

/** The newest mails that joins with this address caused after `since`, in all tests of the account. */
export const listByJoiner = async (db: Db, { limit, ...joins }: CausedByJoins & { limit: number }): Promise<Delivery[]> =>
  (await causedByJoins(db, { ...joins, limit })).rows;

const later = ({ engine }: DialectTraits, times: string) =>
  sql<number>`${sql.raw(`${engine === 'postgres' ? 'greatest' : 'max'}(${times})`)}`;

// When a pending delivery is due: at the time of its retry, and not while somebody has its lease. Each index has an order of its own in this
// expression, so that no planner takes the one of all lanes to find something in a lane, however old its statistics are.
const dueAt = (traits: DialectTraits) => later(traits, 'lease_until, not_before');
const dueInLaneAt = (traits: DialectTraits) => later(traits, 'not_before, lease_until');

const soonest = prepared<{ now: number; most: number }, { lane: string }>((db, p, traits) =>
  db
    .selectFrom('deliveries')
    .select('lane')
    .where('state', '=', sql.lit('pending'))
    .where(dueAt(traits), '<=', p('now'))
    .orderBy(dueAt(traits))
    .limit(p('most')),
);

/** The lane of each of the `most` deliveries that have been due longest, of all accounts. */
export const listDue = async (db: Db, soonestOf: { now: number; most: number }): Promise<string[]> =>
  (await soonest(db, soonestOf)).rows.map(({ lane }) => lane);

type Lane = { readonly lane: string; readonly isDue: boolean };

// From each lane to the first one after it: one seek, however many deliveries the lane has.
const lanes = prepared<{ now: number; after: string; most: number }, Omit<Lane, 'isDue'> & { due: number | null }>((db, p, traits) => ({
  compile: () =>
    sql<Omit<Lane, 'isDue'> & { due: number | null }>`with recursive lanes (lane, place) as (
        select (select lane from deliveries where state = 'pending' and lane > ${p('after')} order by lane limit 1), 1
        union all
        select (select d.lane from deliveries d where d.state = 'pending' and d.lane > lanes.lane order by d.lane limit 1), place + 1
        from lanes where lane is not null and place < ${p('most')}
      )
      select lane, (
        select 1 from deliveries d where d.state = 'pending' and d.lane = lanes.lane and ${dueInLaneAt(traits)} <= ${p('now')}
        order by ${dueInLaneAt(traits)} limit 1
      ) as due
      from lanes where lane is not null order by place`.compile(db),
}));

/** The first lanes after `after`, by name, that have pending deliveries of whatever account, and whether one of these is due. */
export const listLanes = async (db: Db, which: { now: number; after: string; most: number }): Promise<Lane[]> =>
  (await lanes(db, which)).rows.map(({ lane, due }) => ({ lane, isDue: due !== null }));

type Due = { readonly now: number; readonly lane: string; readonly limit: number };
const due = prepared<Due, Delivery>((db, p, traits) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('state', '=', sql.lit('pending'))
    .where('lane', '=', p('lane'))
    .where(dueInLaneAt(traits), '<=', p('now'))
    .orderBy(dueInLaneAt(traits))
    .limit(p('limit'))
    .$if(traits.rowLocks, (query) => query.forNoKeyUpdate().skipLocked()),
);

/** What is due in this lane, of all accounts, soonest first; on Postgres rows that another worker is claiming are skipped. */
export const lockDue = async (tx: Tx, claim: Due): Promise<Delivery[]> => (await due(tx, claim)).rows;

type Soonest = { readonly account_id: number; readonly delivery_id: number; readonly kind: Delivery['kind'] };
const soonestOfLane = prepared<Due, Soonest>((db, p, traits) =>
  db
    .selectFrom('deliveries')
    .select(['account_id', 'delivery_id', 'kind'])
    .where('state', '=', sql.lit('pending'))
    .where('lane', '=', p('lane'))
    .where(dueInLaneAt(traits), '<=', p('now'))
    .orderBy(dueInLaneAt(traits))
    .limit(p('limit')),
);

/** What has been due longest in this lane, of all accounts. */
export const listDueInLane = async (db: Db, due: Due): Promise<Soonest[]> => (await soonestOfLane(db, due)).rows;

// For rows that are found by their ids: no index has it, so that no planner reads all pending ones instead, however old its statistics are.
const stateOfFound = sql<Delivery['state']>`state || ''`;

type Postponing = {
  readonly accountId: number;
  readonly ids: readonly number[];
  readonly now: number;
  readonly until: number;
  readonly reason: string;
};

/** Of some deliveries of an account, those that are still due are due at `until`, and say why. */
export const postpone = async (tx: Tx, { accountId, ids, now, until, reason }: Postponing): Promise<void> => {
  if (ids.length === 0) return;
  await tx.kysely
    .updateTable('deliveries')
    .set({ not_before: until, last_error: reason })
    .where('account_id', '=', accountId)
    .where('delivery_id', 'in', oneOfIds(JSON.stringify(ids), tx.traits.engine))
    .where(stateOfFound, '=', 'pending')
    .where(dueAt(tx.traits), '<=', now)
    .execute();
};

type Postponed = {
  readonly accountId: number;
  readonly kind: Delivery['kind'];
  readonly until: number;
  readonly now: number;
  readonly after: number;
  readonly limit: number;
};

/** Makes a slice of what was postponed until `until` due at once, in the order of ids after `after`; returns the last id, undefined at the end. */
export const resume = async (tx: Tx, { accountId, kind, until, now, after, limit }: Postponed): Promise<number | undefined> => {
  const rows = await tx.kysely
    .selectFrom('deliveries')
    .select(['delivery_id', 'not_before'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .where('kind', '=', kind)
    .where('delivery_id', '>', after)
    .orderBy('delivery_id')
    .limit(limit)
    .execute();
  const ids = rows.filter(({ not_before }) => not_before === until).map(({ delivery_id }) => delivery_id);
  if (ids.length > 0)
    await tx.kysely
      .updateTable('deliveries')
      .set({ not_before: now, last_error: null })
      .where('account_id', '=', accountId)
      .where('delivery_id', 'in', oneOfIds(JSON.stringify(ids), tx.traits.engine))
      .where(stateOfFound, '=', 'pending')
      .where('not_before', '=', until)
      .execute();
  return rows.length < limit ? undefined : rows.at(-1)?.delivery_id;
};

const waiting = prepared<{ accountId: number; invitationId: number; attempt: number }, Delivery>((db, p, { rowLocks }) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where(keyIs(p, 'invitation_id', 'attempt'))
    .where('state', '=', sql.lit('waiting'))
    .orderBy('delivery_id')
    .$if(rowLocks, (query) => query.forNoKeyUpdate()),
);

/** Deliveries that wait for the report of an attempt. */
export const lockWaiting = async (tx: Tx, attempt: { accountId: number; invitationId: number; attempt: number }): Promise<Delivery[]> =>
  (await waiting(tx, attempt)).rows;

type InvitationKey = { readonly accountId: number; readonly invitationId: number };

type Numbered = { readonly last: number | null; readonly following: number | null };

const numbers = prepared<InvitationKey & { attempt: number }, Numbered>((db, p) =>
  db
    .selectFrom('deliveries')
    .select(({ fn, eb }) => [
      fn.max('sequence').as('last'),
      fn.min(eb.case().when('attempt', '>', p('attempt')).then(eb.ref('sequence')).end()).as('following'),
    ])
    .where(keyIs(p, 'invitation_id')),
);

/**
 * The number of the next message about an attempt: above all those of the invitation, except those of later attempts. The caller holds the
 * invitation.
 */
export const nextSequence = async (tx: Tx, attempt: InvitationKey & { readonly attempt: number }, now: number): Promise<number> => {
  const { last = null, following = null } = (await numbers(tx, attempt)).rows[0] ?? {};
  return following === null ? Math.max((last ?? 0) + 1, now) : following - 1;
};

const newest = prepared<InvitationKey & { attempt: number }, Delivery>((db, p) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where(keyIs(p, 'invitation_id', 'attempt'))
    .where('kind', '=', sql.lit('callback'))
    .orderBy('delivery_id', 'desc')
    .limit(sql.lit(1)),
);

/** The newest callback of an attempt. */
export const newestCallback = async (tx: Tx, attempt: InvitationKey & { readonly attempt: number }): Promise<Delivery | undefined> =>
  (await newest(tx, attempt)).rows[0];

const pendingMail = prepared<{ accountId: number; invitationId: number }, Delivery>((db, p, { rowLocks }) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where(keyIs(p, 'invitation_id'))
    .where('kind', '=', sql.lit('invitation-email'))
    .where('state', '=', sql.lit('pending'))
    .$if(rowLocks, (query) => query.forNoKeyUpdate()),
);

/** The pending invitation mail of an invitation; a unique index allows one. */
export const lockPendingMail = async (tx: Tx, invitation: { accountId: number; invitationId: number }): Promise<Delivery | undefined> =>
  (await pendingMail(tx, invitation)).rows[0];

const mailed = prepared<{ accountId: number; invitationId: number }, { delivery_id: number }>((db, p) =>
  db
    .selectFrom('deliveries')
    .select('delivery_id')
    .where(keyIs(p, 'invitation_id'))
    .where('kind', '=', sql.lit('invitation-email'))
    .where('state', '<>', sql.lit('failed'))
    .limit(sql.lit(1)),
);

/** Whether an invitation mail of this invitation was sent or is about to be. */
export const isMailed = async (db: Db, invitation: { accountId: number; invitationId: number }): Promise<boolean> =>
  (await mailed(db, invitation)).rows.length > 0;

const row = rowsOf('deliveries', 'delivery_id');
const one = row.one('*');
const oneLocked = row.locked('*', 'update');

export const find = (db: Db, accountId: number, deliveryId: number): Promise<Delivery | undefined> => one(db, { accountId, deliveryId });

export const lock = (tx: Tx, accountId: number, deliveryId: number): Promise<Delivery | undefined> =>
  oneLocked(tx, { accountId, deliveryId });

export type DeliveryFilter = {
  readonly accountId: number;
  readonly state?: Delivery['state'] | undefined;
  readonly kind?: Delivery['kind'] | undefined;
  readonly testId?: number | undefined;
  readonly invitationId?: number | undefined;
};

/**
 * The filter for each state and kind, where it leaves one of the two open: the index has the deliveries of both in order. An invitation
 * has few.
 */
const inOrder = ({ state, kind, ...filter }: DeliveryFilter): DeliveryFilter[] => {
  if (filter.invitationId !== undefined || (state === undefined && kind === undefined)) return [{ ...filter, state, kind }];
  const kinds = kind === undefined ? deliveryKinds : [kind];
  const states = state === undefined ? deliveryStates : [state];
  return states.flatMap((oneState) => kinds.map((oneKind) => ({ ...filter, state: oneState, kind: oneKind })));
};

const listed = (db: Db, { accountId, state, kind, testId, invitationId }: DeliveryFilter, before: number) => {
  // SQLite would rather read all of a state than the few of an invitation.
  const column = (name: 'state' | 'kind' | 'test_id') =>
    invitationId === undefined ? sql.ref(name) : sql`coalesce(${sql.ref(name)}, ${sql.ref(name)})`;
  let query = db.kysely.selectFrom('deliveries').where('account_id', '=', accountId).where('delivery_id', '<', before);
  if (invitationId !== undefined) query = query.where('invitation_id', '=', invitationId);
  if (testId !== undefined) query = query.where(sql<boolean>`${column('test_id')} = ${testId}`);
  if (state !== undefined) query = query.where(sql<boolean>`${column('state')} = ${state}`);
  if (kind !== undefined) query = query.where(sql<boolean>`${column('kind')} = ${kind}`);
  return query.orderBy('delivery_id', 'desc');
};

/** Newest first, below the id `before`. */
export const listPage = (
  db: Db,
  { before = Number.MAX_SAFE_INTEGER, limit, ...filter }: DeliveryFilter & { before?: number | undefined; limit: number },
): Promise<Delivery[]> => {
  const lists = inOrder(filter).map((one) => listed(db, one, before).selectAll().limit(limit));
  return newestOfAll(lists, limit, (row) => row.delivery_id);
};

/** How many fit the filter, counted no further than `most`. */
export const countListed = async (db: Db, { most, ...filter }: DeliveryFilter & { most: number }): Promise<number> => {
  let rows = 0;
  // In order, so that PostgreSQL reads the index.
  for (const one of inOrder(filter))
    rows += await countUpTo(db, listed(db, one, Number.MAX_SAFE_INTEGER).select('delivery_id'), most - rows);
  return rows;
};

/** Writes only if state and lease are still those of `from`. */
export const update = row.updateIf('state', 'lease_until');

const change = row.updateIf();

/** Redeliveries continue the numbering of attempts. */
export const countAttempt = async (tx: Tx, delivery: Delivery, attempts_made: number): Promise<void> => {
  await change(tx, delivery, { attempts_made });
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

const attemptInserted = prepared<DeliveryAttempt, never>((db, p) =>
  db.insertInto('delivery_attempts').values({
    account_id: p('account_id'),
    delivery_id: p('delivery_id'),
    number: p('number'),
    at: p('at'),
    duration: p('duration'),
    outcome: p('outcome'),
    destination: p('destination'),
    status: p('status'),
    response: p('response'),
    error: p('error'),
  }),
);

export const insertAttempt = async (tx: Tx, attempt: DeliveryAttempt): Promise<void> => {
  await attemptInserted(tx, attempt);
};

const allAttempts = rowsOf('delivery_attempts', 'delivery_id').all('*', 'number');

/** Oldest first. */
export const listAttempts = (db: Db, accountId: number, deliveryId: number): Promise<DeliveryAttempt[]> =>
  allAttempts(db, { accountId, deliveryId });

const pending = prepared<{ kind: Delivery['kind']; most: number }, { count: number }>((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('deliveries')
        .select('kind')
        .where('state', '=', sql.lit('pending'))
        .where('kind', '=', p('kind'))
        .limit(p('most'))
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count')),
);

/** Pending deliveries of all accounts, counted no further than `most`. */
export const countPending = async (db: Db, some: { kind: Delivery['kind']; most: number }): Promise<number> =>
  (await pending(db, some)).rows[0]?.count ?? 0;
