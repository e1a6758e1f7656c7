import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertAccount } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as accounts from './accounts.ts';
import * as idempotency from './idempotency.ts';

describe.each(testDialects)('an idempotency key on %s', (engine) => {
  let store: TestStore;
  let accountId: number;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  beforeEach(async () => {
    accountId = (await insertAccount(store)).account_id;
  });

  /** A request that counts what it did, as operations do: claim, work, complete, all in one write. */
  const request = (fingerprint: string, response: string, key = 'key') =>
    store.write(async (tx) => {
      const earlier = await idempotency.claim(tx, { accountId, key, fingerprint, now: 5, forgetBefore: 0 });
      if (earlier !== undefined) return earlier;
      await accounts.countTests(tx, accountId, 1);
      await idempotency.complete(tx, { accountId, key }, response);
      return undefined;
    });
  const done = async () => (await store.read((db) => accounts.find(db, accountId)))?.tests_count;

  it('lets one of many requests at once do the work, and shows the others its answer', async () => {
    const told = await Promise.all(Array.from({ length: 20 }, (_, index) => request(`print ${index}`, `answer ${index}`)));
    const first = told.indexOf(undefined);
    const others = told.filter((earlier) => earlier !== undefined);
    expect(others).toHaveLength(19);
    expect(new Set(others.map((earlier) => JSON.stringify(earlier)))).toEqual(
      new Set([JSON.stringify({ fingerprint: `print ${first}`, response: `answer ${first}` })]),
    );
    expect(await done()).toBe(1);
  });

  it('is free again when the request that claimed it fails', async () => {
    const failing = store.write(async (tx) => {
      await idempotency.claim(tx, { accountId, key: 'key', fingerprint: 'print', now: 5, forgetBefore: 0 });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await request('print', 'answer')).toBeUndefined();
  });

  it('that is released inside its transaction goes to the next request, under concurrency too', async () => {
    let tries = 0;
    const attempt = () =>
      store.write(async (tx) => {
        const earlier = await idempotency.claim(tx, { accountId, key: 'key', fingerprint: 'print', now: 5, forgetBefore: 0 });
        if (earlier !== undefined) return 'seen';
        tries += 1;
        if (tries <= 5) {
          await idempotency.release(tx, { accountId, key: 'key' });
          return 'refused';
        }
        await idempotency.complete(tx, { accountId, key: 'key' }, 'answer');
        return 'done';
      });
    const told = await Promise.all(Array.from({ length: 12 }, attempt));
    expect(told.filter((each) => each === 'refused')).toHaveLength(5);
    expect(told.filter((each) => each === 'done')).toHaveLength(1);
    expect(told.filter((each) => each === 'seen')).toHaveLength(6);
  });

  it('that is released between two requests can be claimed again', async () => {
    await request('print', 'answer');
    await store.write((tx) => idempotency.release(tx, { accountId, key: 'key' }));
    expect(await request('other', 'answer')).toBeUndefined();
  });

  it('is one of its account', async () => {
    await request('print', 'answer');
    const other = (await insertAccount(store)).account_id;
    const claimed = await store.write((tx) =>
      idempotency.claim(tx, { accountId: other, key: 'key', fingerprint: 'print', now: 5, forgetBefore: 0 }),
    );
    expect(claimed).toBeUndefined();
  });

  it('that has expired is claimed again, by one of many requests', async () => {
    await request('print', 'answer');
    const claim = (fingerprint: string) =>
      store.write((tx) => idempotency.claim(tx, { accountId, key: 'key', fingerprint, now: 100, forgetBefore: 6 }));
    const told = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(`print ${index}`)));
    const first = told.indexOf(undefined);
    expect(told.filter((earlier) => earlier === undefined)).toHaveLength(1);
    expect(told.filter((earlier) => earlier?.fingerprint === `print ${first}`)).toHaveLength(9);
  });

  it('is forgotten by age in all accounts', async () => {
    const other = (await insertAccount(store)).account_id;
    const claim = (account: number, key: string, now: number) =>
      store.write((tx) => idempotency.claim(tx, { accountId: account, key, fingerprint: 'print', now, forgetBefore: 0 }));
    await claim(accountId, 'old', 1);
    await claim(accountId, 'new', 2);
    await claim(other, 'old', 1);
    expect(await store.write((tx) => idempotency.forget(tx, { before: 2, limit: 10 }))).toBe(2);
    expect(await claim(accountId, 'new', 3)).toBeDefined();
    expect(await claim(accountId, 'old', 3)).toBeUndefined();
    expect(await claim(other, 'old', 3)).toBeUndefined();
  });

  it('is forgotten in slices, which several workers share', async () => {
    const account = (await insertAccount(store)).account_id;
    for (let number = 0; number < 5; number += 1)
      await store.write((tx) =>
        idempotency.claim(tx, { accountId: account, key: `old ${number}`, fingerprint: 'print', now: -9 + number, forgetBefore: -99 }),
      );
    const forget = (limit: number) => store.write((tx) => idempotency.forget(tx, { before: 0, limit }));
    expect(await forget(2)).toBe(2);
    const left = await store.read((db) =>
      db.kysely.selectFrom('idempotency_keys').select('idempotency_key').where('account_id', '=', account).orderBy('created_at').execute(),
    );
    expect(left.map((row) => row.idempotency_key)).toEqual(['old 2', 'old 3', 'old 4']);
    const [one, other] = await Promise.all([forget(2), forget(2)]);
    expect(one + other).toBe(3);
    expect(await forget(2)).toBe(0);
  });
});
