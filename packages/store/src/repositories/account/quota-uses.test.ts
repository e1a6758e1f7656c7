import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
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

  it('of a window is known of the accounts that used most', async () => {
    const accounts: number[] = [];
    for (const times of [1, 3, 2]) {
      const { account_id: accountId } = await insertAccount(store);
      accounts.push(accountId);
      for (let time = 0; time < times; time += 1)
        await store.write((tx) => quotaUses.takeOne(tx, { accountId, quota: 'invitations', windowStart: 7, most: null }));
    }
    const [, most, second] = accounts;
    expect(await store.read((db) => quotaUses.listMost(db, { quota: 'invitations', windowStart: 7, limit: 2 }))).toEqual([
      { account_id: most, used: 3 },
      { account_id: second, used: 2 },
    ]);
  });
});
