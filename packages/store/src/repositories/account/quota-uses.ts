import { sql } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { deleteOldest, type Oldest } from '../../delete-oldest.ts';
import { rowsOf } from '../../rows-of.ts';

type Key = { readonly accountId: number; readonly quota: string; readonly windowStart: number };
type Use = { readonly slot: number; readonly used: number };

/** Of a counter on PostgreSQL, where one row would make all registrations of an account wait for each other's COMMIT. */
const parts = 16;
const anyPart = (): number => Math.floor(Math.random() * parts);

/** A part with less room than this may be full when it is written: what is counted then waits for its like. */
const nearlyFull = 64;

/** What a part may hold; the parts of a limit add up to it. */
const shareOf = (most: number, slot: number): number => Math.floor(most / parts) + (slot < most % parts ? 1 : 0);

/** Of a part that others filled meanwhile; the store runs the transaction again, as it does for any serialization failure. */
class FilledMeanwhile extends Error {
  override readonly name = 'FilledMeanwhile';
  readonly code = '40001';
}

const increment = prepared<Key & { slot: number; amount: number; most: number }, Use>((db, p) =>
  db
    .insertInto('quota_uses')
    .values({ account_id: p('accountId'), quota: p('quota'), window_start: p('windowStart'), slot: p('slot'), used: p('amount') })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'quota', 'window_start', 'slot'])
        .doUpdateSet((eb) => ({ used: eb('quota_uses.used', '+', eb.ref('excluded.used')) }))
        .where(({ eb, ref }) => eb(sql<number>`${ref('quota_uses.used')} + ${ref('excluded.used')}`, '<=', p('most'))),
    )
    .returning(['slot', 'used']),
);

const uses = rowsOf('quota_uses', 'quota', 'window_start').all(['slot', 'used']);

/** What was used of a quota in a window. */
export const sum = async (db: Db, key: Key): Promise<number> => (await uses(db, key)).reduce((total, { used }) => total + used, 0);

const add = async (tx: Tx, key: Key & { slot: number; most: number }): Promise<boolean> =>
  (await increment(tx, { ...key, amount: 1 })).rows.length === 1;

/** Counts what has been used already: it may pass any limit. */
export const charge = async (tx: Tx, key: Key & { readonly amount: number }): Promise<void> => {
  const slot = tx.traits.rowLocks ? anyPart() : 0;
  await increment(tx, { ...key, slot, most: Number.MAX_SAFE_INTEGER });
};

export type Amount = { readonly accountId: number; readonly quota: string; readonly amount: number; readonly most: number | null };

const byKey = (a: Amount, b: Amount): number => a.accountId - b.accountId || (a.quota < b.quota ? -1 : 1);

/**
 * Counts as much of each amount as its limit leaves, and returns in the same order how much that is. In one part, because this is for
 * quotas that few processes count, each for many at once; rows are locked by their key, so that two of them take turns.
 */
export const takeUpTo = async (tx: Tx, windowStart: number, amounts: readonly Amount[]): Promise<number[]> => {
  if (amounts.length === 0) return [];
  const rows = await tx.kysely
    .insertInto('quota_uses')
    .values(
      amounts
        .toSorted(byKey)
        .map(({ accountId: account_id, quota, amount: used }) => ({ account_id, quota, window_start: windowStart, slot: 0, used })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'quota', 'window_start', 'slot'])
        .doUpdateSet((eb) => ({ used: eb('quota_uses.used', '+', eb.ref('excluded.used')) })),
    )
    .returning(['account_id', 'quota', 'used'])
    .execute();
  const taken: number[] = [];
  for (const { accountId, quota, amount, most } of amounts) {
    const used = rows.find((row) => row.account_id === accountId && row.quota === quota)?.used ?? 0;
    const over = most === null ? 0 : Math.min(amount, Math.max(0, used - most));
    if (over > 0) await increment(tx, { accountId, quota, windowStart, slot: 0, amount: -over, most: Number.MAX_SAFE_INTEGER });
    taken.push(amount - over);
  }
  return taken;
};

/** Locks all parts by their number, so that two who do it take turns, and gives one that has room. */
const lockOneWithRoom = async (tx: Tx, { most, ...key }: Key & { readonly most: number }): Promise<number | undefined> => {
  const { accountId: account_id, quota, windowStart: window_start } = key;
  const rows = Array.from({ length: parts }, (_, slot) => ({ account_id, quota, window_start, slot, used: 0 }));
  await tx.kysely
    .insertInto('quota_uses')
    .values(rows)
    // Changes nothing, for the locks.
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'quota', 'window_start', 'slot']).doUpdateSet((eb) => ({ used: eb.ref('quota_uses.used') })),
    )
    .execute();
  return (await uses(tx, key)).find(({ slot, used }) => used < shareOf(most, slot))?.slot;
};

/**
 * Counts one, unless `most` are counted; null: there is no limit. Many may count at once: each in a part of its own, and near the limit
 * one after the other, so that never more than `most` are counted and none is refused before.
 */
export const takeOne = async (tx: Tx, { most, ...key }: Key & { readonly most: number | null }): Promise<boolean> => {
  if (!tx.traits.rowLocks) return most === 0 ? false : add(tx, { ...key, slot: 0, most: most ?? Number.MAX_SAFE_INTEGER });
  if (most === null) return add(tx, { ...key, slot: anyPart(), most: Number.MAX_SAFE_INTEGER });
  const rows = await uses(tx, key);
  const slot = anyPart();
  const used = rows.find((row) => row.slot === slot)?.used ?? 0;
  const share = shareOf(most, slot);
  if (share - used >= nearlyFull) {
    if (await add(tx, { ...key, slot, most: share })) return true;
    throw new FilledMeanwhile();
  }
  if (rows.reduce((total, row) => total + row.used, 0) >= most) return false;
  const open = await lockOneWithRoom(tx, { ...key, most });
  return open !== undefined && (await add(tx, { ...key, slot: open, most: shareOf(most, open) }));
};

/** Deletes the windows that are over, of all accounts. */
export const forget = (tx: Tx, oldest: Oldest): Promise<number> =>
  deleteOldest(tx, { from: 'quota_uses', key: ['account_id', 'quota', 'window_start', 'slot'], by: 'window_start' }, oldest);
