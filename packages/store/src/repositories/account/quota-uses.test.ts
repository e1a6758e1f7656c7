import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as accountQuotas from './account-quotas.ts';
import * as nearestQuotas from './nearest-quotas.ts';
import * as quotaUses from './quota-uses.ts';

describe.each(testDialects)('what is counted against a quota on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  it.each([0, 3, 560])('by more at once than its limit of %i is that limit, whichever parts they come upon', async (most) => {
    const { account_id: accountId } = await insertAccount(store);
    const key = { accountId, quota: 'invitations', windowStart: 0 };
    let [tried, taken] = [0, 0];
    const work = async () => {
      while (tried < most + 40) {
        tried += 1;
        if (await store.write((tx) => quotaUses.takeOne(tx, { ...key, most }))) taken += 1;
      }
    };
    await Promise.all(Array.from({ length: 12 }, work));
    expect(taken).toBe(most);
    expect(await store.read((db) => quotaUses.sum(db, key))).toBe(most);
    // Another window begins at nothing, and a higher limit goes on where the lower one ended.
    expect(await store.write((tx) => quotaUses.takeOne(tx, { ...key, windowStart: 1, most: 1 }))).toBe(true);
    expect(await store.write((tx) => quotaUses.takeOne(tx, { ...key, most: most + 1 }))).toBe(true);
    expect(await store.write((tx) => quotaUses.takeOne(tx, { ...key, most: most + 1 }))).toBe(false);
    expect(await store.write((tx) => quotaUses.takeOne(tx, { ...key, most: null }))).toBe(true);
  });

  it('of a window is listed by how near accounts are to their limits, and then by how much those without one used', async () => {
    const use = async (amount: number, most?: number | null) => {
      const { account_id: accountId } = await insertAccount(store);
      await store.write(async (tx) => {
        await quotaUses.charge(tx, { accountId, quota: 'mails', windowStart: 7, amount });
        if (most !== undefined) await accountQuotas.set(tx, { accountId, quota: 'mails', most });
      });
      return accountId;
    };
    const [many, over, near, far] = [await use(900, null), await use(5, 2), await use(9, 10), await use(100, 1000)];
    const few = await use(3);
    const list = (limit: number, fallback: number | null = null) =>
      store.read((db) => nearestQuotas.listNearest(db, { quota: 'mails', counted: { of: 'window', windowStart: 7 }, fallback, limit }));
    expect(await list(9)).toEqual([
      { account_id: over, used: 5, most: 2 },
      { account_id: near, used: 9, most: 10 },
      { account_id: far, used: 100, most: 1000 },
      { account_id: many, used: 900, most: null },
      { account_id: few, used: 3, most: null },
    ]);
    expect((await list(2, 4)).map(({ account_id }) => account_id)).toEqual([over, near]);
    expect((await list(3, 4))[2]).toEqual({ account_id: few, used: 3, most: 4 });
  });

  it('of many accounts at once is counted up to the limit of each, in the order that they were given', async () => {
    const [one, other] = [await insertAccount(store), await insertAccount(store)];
    const amounts = (first: number, second: number) => [
      { accountId: other.account_id, quota: 'mails', amount: first, most: 10 },
      { accountId: one.account_id, quota: 'mails', amount: second, most: null },
    ];
    const take = (first: number, second: number) => store.write((tx) => quotaUses.takeUpTo(tx, 9, amounts(first, second)));
    expect(await take(7, 5)).toEqual([7, 5]);
    expect(await take(7, 5)).toEqual([3, 5]);
    expect(await take(1, 1)).toEqual([0, 1]);
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(3, 1)));
    expect(taken.every(([none]) => none === 0)).toBe(true);
    expect(await store.read((db) => quotaUses.sum(db, { accountId: other.account_id, quota: 'mails', windowStart: 9 }))).toBe(10);
  });
});
