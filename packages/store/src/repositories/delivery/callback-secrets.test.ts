import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertAccount } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as callbackSecrets from './callback-secrets.ts';

describe.each(testDialects)('callback secrets on %s', (engine) => {
  let store: TestStore;
  let accountId: number;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  beforeEach(async () => {
    accountId = (await insertAccount(store)).account_id;
  });

  const insert = (sealed: string, account_id = accountId) =>
    store.write((tx) => callbackSecrets.insert(tx, { account_id, sealed, created_at: 5 }));
  const expire = (at: number, id = accountId) => store.write((tx) => callbackSecrets.expire(tx, id, at));
  const live = async (now: number, id = accountId) =>
    (await store.read((db) => callbackSecrets.listLive(db, id, now))).map(({ sealed, expires_at }) => [sealed, expires_at]);

  it('hold one in use for an account', async () => {
    expect(await insert('first')).toBe(true);
    expect(await insert('second')).toBe(false);
    expect(await store.read((db) => callbackSecrets.listLive(db, accountId, 0))).toEqual([
      { account_id: accountId, secret_id: expect.any(Number), sealed: 'first', created_at: 5, expires_at: null },
    ]);
  });

  it('hold one in use for each account when many insert at once', async () => {
    const other = (await insertAccount(store)).account_id;
    const inserted = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => [index, await insert(`${index}`, index % 2 === 0 ? accountId : other)] as const),
    );
    const winners = inserted.filter(([, won]) => won).map(([index]) => `${index}`);
    expect(winners).toHaveLength(2);
    const inUse = [...(await live(0)), ...(await live(0, other))].map(([sealed]) => sealed);
    expect(inUse.toSorted()).toEqual(winners.toSorted());
  });

  it('sign with an earlier one until the moment it expires, newest first', async () => {
    await insert('first');
    await expire(100);
    await insert('second');
    await expire(200);
    await insert('third');
    expect(await live(99)).toEqual([
      ['third', null],
      ['second', 200],
      ['first', 100],
    ]);
    expect(await live(100)).toEqual([
      ['third', null],
      ['second', 200],
    ]);
    expect(await live(200)).toEqual([['third', null]]);
  });

  it('expire at a rotation at the latest when it says, and no later than they would without it', async () => {
    await insert('first');
    await expire(500);
    await insert('second');
    await expire(300);
    await insert('third');
    await expire(400);
    expect(await live(0)).toEqual([
      ['third', 400],
      ['second', 300],
      ['first', 300],
    ]);
  });

  it('of an account that has none, or whose last one ended, are none', async () => {
    expect(await live(0)).toEqual([]);
    await insert('first');
    await expire(100);
    expect(await live(100)).toEqual([]);
  });

  it('rotate together with what else the transaction does, or not at all', async () => {
    await insert('first');
    const rotation = store.write(async (tx) => {
      await callbackSecrets.expire(tx, accountId, 100);
      await callbackSecrets.insert(tx, { account_id: accountId, sealed: 'second', created_at: 6 });
      throw new Error('undone');
    });
    await expect(rotation).rejects.toThrow('undone');
    expect(await live(0)).toEqual([['first', null]]);
  });
});
